// Softmax of long rows in more than 48 KB of shared memory, launched with cudaLaunchKernelEx.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
__global__ void rowSoftmax(const float *__restrict__ x, float *__restrict__ y, int cols) {
  extern __shared__ __align__(16) unsigned char raw[];
  float *buf = reinterpret_cast<float *>(raw);
  const float *row = x + (size_t)blockIdx.x * cols;
  float m = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) { buf[c] = row[c]; m = fmaxf(m, buf[c]); }
  __shared__ float red[32];
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = m;
  __syncthreads();
  m = red[0];
  for (int w = 1; w < blockDim.x / 32; w++) m = fmaxf(m, red[w]);
  __syncthreads();
  float s = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) { buf[c] = __expf(buf[c] - m); s += buf[c]; }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = s;
  __syncthreads();
  s = 0;
  for (int w = 0; w < blockDim.x / 32; w++) s += red[w];
  for (int c = threadIdx.x; c < cols; c += blockDim.x) y[(size_t)blockIdx.x * cols + c] = buf[c] / s;
}
int main() {
  const int rows = 4, cols = 16000;
  float *x, *y;
  float *h = (float *)calloc((size_t)rows * cols, sizeof(float));
  for (size_t i = 0; i < (size_t)rows * cols; i++) h[i] = (float)drand48();
  cudaMalloc(&x, sizeof(float) * rows * cols);
  cudaMalloc(&y, sizeof(float) * rows * cols);
  cudaMemcpy(x, h, sizeof(float) * rows * cols, cudaMemcpyHostToDevice);
  const size_t smem = cols * sizeof(float);
  if (cudaFuncSetAttribute(rowSoftmax, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem) != cudaSuccess) return 1;
  cudaLaunchConfig_t config = {0};
  config.gridDim = rows;
  config.blockDim = 256;
  config.dynamicSmemBytes = smem;
  cudaLaunchKernelEx(&config, rowSoftmax, (const float *)x, y, cols);
  cudaMemcpy(h, y, sizeof(float) * rows * cols, cudaMemcpyDeviceToHost);
  double t = 0;
  for (int c = 0; c < cols; c++) t += h[c];
  printf("%.4f\n", t);
  free(h);
}
