// Copies, reads and writes of many sizes: how the time grows with the bytes.
//
//   nvcc -O3 -arch=sm_90 -o stream stream.cu && ./stream > stream.txt
//
// Blocks of 256 threads, a float4 a thread. Each row is the median of 15 launches
// after 3 that are not counted; time is between events, as in bandwidth.cu.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void copy(float4* out, const float4* in) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }
__global__ void read(float4* out, const float4* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; float4 v = in[i]; if (v.x + v.y + v.z + v.w < -1) out[0] = v; }
__global__ void write(float4* out, const float4*) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = make_float4(1, 2, 3, 4); }
int main() {
  float4 *in, *out; const size_t most = size_t(1) << 19;
  CK(cudaMalloc(&in, most * 4096)); CK(cudaMalloc(&out, most * 4096)); CK(cudaMemset(in, 0, most * 4096)); CK(cudaMemset(out, 0, most * 4096));
  cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  struct { const char* name; void (*k)(float4*, const float4*); } list[] = {{"copy", copy}, {"read", read}, {"write", write}};
  for (auto& x : list) for (int blocks : {1056, 3840, 7680, 15360, 30720, 61440, 122880, 245760, 491520}) {
    std::vector<float> ms;
    for (int i = 0; i < 18; ++i) {
      CK(cudaEventRecord(a)); x.k<<<blocks, 256>>>(out, in); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); CK(cudaGetLastError());
      float t; CK(cudaEventElapsedTime(&t, a, b)); if (i >= 3) ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end()); printf("stream %s blocks=%d us=%.2f\n", x.name, blocks, ms[7] * 1e3);
  }
}
