// Memory that reads and writes: what mixes of the two take, and words far apart.
//
//   nvcc -O3 -arch=sm_90 -o turning turning.cu && ./turning > turning.txt
//
// us: between events, the median of 9 launches after 2. Most rows come twice, with as much
// again to do, so that their difference is free of the launch and of what L2 keeps.
// mix: blocks of 256 threads, a float4 a thread; of each eight runs of `run` blocks so many write.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
__global__ void mix(float4* out, const float4* in, u32 writes, u32 run) {
  size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
  if (blockIdx.x / run % 8 * 5 % 8 < writes) out[i] = make_float4(1, 2, 3, 4);
  else { float4 v = in[i]; if (v.x + v.y + v.z + v.w < -1) out[0] = v; }
}
template <int R, int W> __global__ void arrays(float4* out, const float4* in, size_t n) {
  size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 s = {};
#pragma unroll
  for (int r = 0; r < R; ++r) { float4 v = in[i + r * n]; s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; }
#pragma unroll
  for (int w = 0; w < W; ++w) out[i + w * n] = s;
}
__global__ void inplace(float4* x) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i]; v.x += 1; x[i] = v; }
__global__ void sparse_read(const char* p, u32 step, u32 bytes, u32* out) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; u32 each = bytes / 4; u32 v = *(const u32*)(p + i / each * step + i % each * 4); if (v == 12345) *out = v; }
__global__ void sparse_write(char* p, u32 step, u32 bytes) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; u32 each = bytes / 4; *(u32*)(p + i / each * step + i % each * 4) = 7; }
__global__ void flush(const float4* p, float4* out) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = p[i]; if (v.x + v.y + v.z + v.w < -1) out[0] = v; }
static char *a, *b;
static cudaEvent_t e0, e1;
static float us(std::function<void()> before, std::function<void()> f) {
  std::vector<float> v;
  for (int i = 0; i < 11; ++i) { before(); CK(cudaEventRecord(e0)); f(); CK(cudaEventRecord(e1)); CK(cudaEventSynchronize(e1)); CK(cudaGetLastError()); float t; CK(cudaEventElapsedTime(&t, e0, e1)); if (i > 1) v.push_back(t * 1e3); }
  std::sort(v.begin(), v.end()); return v[v.size() / 2];
}
int main() {
  const size_t G = size_t(1) << 30;
  CK(cudaMalloc(&a, 4 * G)); CK(cudaMalloc(&b, 4 * G)); CK(cudaMemset(a, 0, 4 * G)); CK(cudaMemset(b, 0, 4 * G));
  CK(cudaEventCreate(&e0)); CK(cudaEventCreate(&e1));
  auto none = [] {};
  auto clean = [] { flush<<<65536, 256>>>((float4*)(a + 3 * size_t(1 << 30)), (float4*)b); };
  for (u32 run : {1u, 8u, 64u, 512u, 4096u}) for (u32 w = 0; w <= 8; ++w) for (u32 n : {131072u, 262144u})
    printf("mix run=%u writes=%u blocks=%u us=%.2f\n", run, w, n, us(none, [=] { mix<<<n, 256>>>((float4*)b, (float4*)a, w, run); }));
  for (size_t n : {65536u, 131072u}) { size_t all = n * 256;
#define ARRAYS(R, W) printf("arrays read=%d write=%d blocks=%zu us=%.2f\n", R, W, n, us(none, [=] { arrays<R, W><<<n, 256>>>((float4*)b, (float4*)a, all); }));
    ARRAYS(1, 0) ARRAYS(1, 1) ARRAYS(2, 1) ARRAYS(3, 1) ARRAYS(4, 1) ARRAYS(6, 1) ARRAYS(1, 2) ARRAYS(1, 4) ARRAYS(0, 1) ARRAYS(0, 2) ARRAYS(0, 4) ARRAYS(4, 0)
    printf("inplace blocks=%zu us=%.2f\n", n, us(none, [=] { inplace<<<n, 256>>>((float4*)b); })); }
  for (u32 step : {64u, 128u, 256u, 512u, 1024u, 2048u, 4096u}) for (u32 bytes : {32u, 64u, 128u}) { if (bytes > step) continue;
    for (u32 part : {2u, 1u}) { u32 n = std::min(4 * G / step, size_t(1) << 23) / part;
      u32 blocks = size_t(n) * (bytes / 4) / 256;
      printf("sparse read step=%u bytes=%u places=%u us=%.2f\n", step, bytes, n, us(clean, [=] { sparse_read<<<blocks, 256>>>(b, step, bytes, (u32*)a); }));
      if (step * size_t(1) <= 1024) printf("sparse write step=%u bytes=%u places=%u us=%.2f\n", step, bytes, n, us(clean, [=] { sparse_write<<<blocks, 256>>>(b, step, bytes); }));
      if (step <= 1024 && bytes == 32) printf("sparse write step=%u bytes=4 places=%u us=%.2f\n", step, n, us(clean, [=] { sparse_write<<<n / 256, 256>>>(b, step, 4); })); } }
}
