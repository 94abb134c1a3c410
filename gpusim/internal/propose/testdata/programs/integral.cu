// Integrates a function that is a template argument.
#include <cstdio>
#include <cmath>
struct Sine { double w; __device__ double operator()(double x) const { return sin(w * x); } };
template <class F> __global__ void integrate(F f, double a, double h, int n, double *partial) {
  __shared__ double s[128];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += f(a + (i + 0.5) * h);
  s[threadIdx.x] = sum * h;
  for (int k = blockDim.x / 2; k; k >>= 1) { __syncthreads(); if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; }
  if (!threadIdx.x) partial[blockIdx.x] = s[0];
}
template <class F> double integral(F f, double a, double b, int n) {
  const int threads = 128, blocks = 16;
  double *partial, sum = 0;
  cudaMallocManaged(&partial, blocks * sizeof(double));
  integrate<<<blocks, threads>>>(f, a, (b - a) / n, n, partial);
  cudaDeviceSynchronize();
  for (int i = 0; i < blocks; ++i) sum += partial[i];
  cudaFree(partial);
  return sum;
}
int main() { printf("%.10f\n", integral(Sine{2.0}, 0, M_PI / 2, 100000)); }
