// Memory that is read and written in places far apart.
//
//   nvcc -O3 -arch=sm_90 -o rows rows.cu && ./rows > rows.txt
//
// Each place is `step` bytes behind the one before. one: a thread loads a word of each;
// word: it stores one. us: between events, the median of 9 launches, after a read of 256 MB.
// write: of each place so many bytes are stored, a word a thread, by 1056 blocks that go
// through all places, the median of 7 launches. They take no less than 55 us for 4194304
// places of 32 bytes, 111 of 64 and 221 of 128, whatever the step: instructions do.
// Rows come again with twice as many places, so that the difference is free of the launch.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
__global__ void one(const char* p, size_t step, u32* out) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; u32 v = *(const u32*)(p + i * step); if (v == 12345) *out = v; }
__global__ void word(char* p, size_t step) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; *(u32*)(p + i * step) = 7; }
__global__ void write(char* p, size_t step, u32 each, size_t n) {
  size_t all = size_t(gridDim.x) * blockDim.x, at = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  for (size_t i = at; i < n * each; i += 4 * all) {
#pragma unroll
    for (int k = 0; k < 4; ++k) { size_t j = i + k * all; if (j < n * each) *((u32*)(p + j / each * step) + j % each) = 7; }
  }
}
__global__ void flush(const float4* p, float4* out) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = p[i]; if (v.x + v.y + v.z + v.w < -1) out[0] = v; }
int main() {
  char *p, *other; u32* out; const size_t most = size_t(96) << 30;
  CK(cudaMalloc(&p, most)); CK(cudaMalloc(&other, 1 << 28)); CK(cudaMalloc(&out, 4)); CK(cudaMemset(p, 0, most)); CK(cudaMemset(other, 0, 1 << 28));
  cudaEvent_t e0, e1; CK(cudaEventCreate(&e0)); CK(cudaEventCreate(&e1));
  auto us = [&](bool clean, int times, std::function<void()> f) { std::vector<float> v; for (int i = 0; i <= times; ++i) { if (clean) flush<<<65536, 256>>>((float4*)other, (float4*)other); CK(cudaEventRecord(e0)); f(); CK(cudaEventRecord(e1)); CK(cudaEventSynchronize(e1)); CK(cudaGetLastError()); float t; CK(cudaEventElapsedTime(&t, e0, e1)); if (i) v.push_back(t * 1e3); } std::sort(v.begin(), v.end()); return v[v.size() / 2]; };
  for (size_t step : {32, 64, 128, 256, 512, 1024, 4096, 16384}) for (size_t n = 1 << 16; n <= 1 << 22; n *= 2) if (n * step <= most) {
    u32 blocks = n / 256;
    printf("rows one step=%zu places=%zu us=%.2f\n", step, n, us(true, 9, [=] { one<<<blocks, 256>>>(p, step, out); }));
    printf("rows word step=%zu places=%zu us=%.2f\n", step, n, us(true, 9, [=] { word<<<blocks, 256>>>(p, step); })); }
  for (size_t step : {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}) for (u32 bytes : {32u, 64u, 128u}) for (size_t n : {1 << 22, 1 << 23}) if (bytes <= step)
    printf("rows write step=%zu bytes=%u places=%zu us=%.2f\n", step, bytes, n, us(false, 7, [=] { write<<<1056, 256>>>(p, step, bytes / 4, n); }));
}
