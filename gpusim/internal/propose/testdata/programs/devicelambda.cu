// A loop over indices in one kernel, which gets its body as a lambda. nvcc needs --extended-lambda.
#include <cstdio>
template <typename F>
__global__ void for_each_n(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
int main() {
  const int n = 10000;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++) { x[i] = 1.f; y[i] = i; }
  const float a = 3.0f;
  for_each_n<<<40, 256>>>(n, [=] __device__(int i) { y[i] = a * x[i] + y[i]; });
  cudaDeviceSynchronize();
  printf("%g\n", y[n - 1]);
}
