// Adds multiples of half-precision numbers, two at a time.
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>
__global__ void haxpy(int n, half a, const half *x, half *y) {
  int start = threadIdx.x + blockDim.x * blockIdx.x;
  int stride = blockDim.x * gridDim.x;
  int n2 = n / 2;
  half2 *x2 = (half2 *)x, *y2 = (half2 *)y;
  for (int i = start; i < n2; i += stride) y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
  if (start == 0 && (n % 2)) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}
int main() {
  const int n = 10001;
  const half a = __float2half(2.0f);
  std::vector<half> hx(n), hy(n);
  for (int i = 0; i < n; i++) { hx[i] = __float2half(1.0f); hy[i] = __float2half((float)(i % 16)); }
  half *x, *y;
  cudaMalloc(&x, n * sizeof(half));
  cudaMalloc(&y, n * sizeof(half));
  cudaMemcpy(x, hx.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(y, hy.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  haxpy<<<(n / 2 + 255) / 256, 256>>>(n, a, x, y);
  cudaMemcpy(hy.data(), y, n * sizeof(half), cudaMemcpyDeviceToHost);
  printf("%f\n", __half2float(hy[n - 1]));
}
