// Bandwidth of large copies against offset and stride, by word size.
//
//   nvcc -O3 -arch=sm_90 -o bandwidth bandwidth.cu && ./bandwidth > bandwidth.csv
//
// Each row is the median of 15 launches after 3 that are not counted. The
// arrays are many times larger than L2, so that the time is DRAM's; it
// includes the launch. requested_gbps counts the bytes that threads ask for,
// read and written, not the bytes that memory moves.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)

template <class T> __global__ void copy_offset(T* out, const T* in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i + offset];
}
template <class T> __global__ void load_stride(T* out, const T* in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[(size_t)i * stride];
}
template <class T> __global__ void store_stride(T* out, const T* in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[(size_t)i * stride] = in[i];
}

static char *from, *to;

template <class T, class K> void measure(const char* kernel, K k, const char* what, int step) {
  const size_t n = (size_t(1) << 28) / sizeof(T);  // 256 MiB of elements each way
  cudaEvent_t start, stop; CK(cudaEventCreate(&start)); CK(cudaEventCreate(&stop));
  std::vector<float> ms;
  for (int i = 0; i < 18; ++i) {
    CK(cudaEventRecord(start));
    k<<<n / 256, 256>>>((T*)to, (const T*)from, step);
    CK(cudaEventRecord(stop)); CK(cudaEventSynchronize(stop)); CK(cudaGetLastError());
    float t; CK(cudaEventElapsedTime(&t, start, stop));
    if (i >= 3) ms.push_back(t);
  }
  std::sort(ms.begin(), ms.end());
  float t = ms[ms.size() / 2];
  printf("%s,%zu,%s,%d,%.1f,%.1f\n", kernel, sizeof(T), what, step, t * 1e3, 2.0 * n * sizeof(T) / t / 1e6);
}

template <class T> void all() {
  for (int o = 0; o <= 32; ++o) measure<T>("copy_offset", copy_offset<T>, "offset", o);
  for (int s : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32}) measure<T>("load_stride", load_stride<T>, "stride", s);
  for (int s : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32}) measure<T>("store_stride", store_stride<T>, "stride", s);
}

int main() {
  const size_t bytes = (size_t(1) << 28) * 32 + 4096;
  CK(cudaMalloc(&from, bytes)); CK(cudaMalloc(&to, bytes));
  CK(cudaMemset(from, 1, bytes)); CK(cudaMemset(to, 0, bytes));
  printf("kernel,word_bytes,what,elements,median_us,requested_gbps\n");
  all<unsigned char>(); all<unsigned short>(); all<float>(); all<double>(); all<float4>();
  return 0;
}
