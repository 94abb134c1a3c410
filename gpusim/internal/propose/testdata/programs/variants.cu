// Times three ways to copy, of a table with names and pointers to kernels.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>
using kernel_t = void (*)(const float *, float *, int);
__global__ void copy(const float *in, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyStride(const float *in, float *out, int n) { int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2; if (i < n) out[i] = in[i]; }
__global__ void copyOffset(const float *in, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x + 1; if (i < n) out[i] = in[i]; }
float run(kernel_t k, const float *in, float *out, int n) {
  cudaEvent_t a, b;
  cudaEventCreate(&a); cudaEventCreate(&b);
  cudaEventRecord(a);
  k<<<(n + 1023) / 1024, 1024>>>(in, out, n);
  cudaEventRecord(b);
  cudaEventSynchronize(b);
  float ms = 0;
  cudaEventElapsedTime(&ms, a, b);
  return ms;
}
int main() {
  constexpr int n = 1 << 14;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  std::vector<std::pair<std::string, kernel_t>> kernels = {{"copy", copy}, {"stride", copyStride}, {"offset", copyOffset}};
  for (auto &[name, k] : kernels) printf("%-10s %8.4f ms\n", name.c_str(), run(k, in, out, n));
}
