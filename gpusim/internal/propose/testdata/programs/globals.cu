// A sum of products in variables of the device.
#include <stdio.h>
#include <sys/time.h>
#define N 2048
#define TPB 128
double seconds() { struct timeval tp; gettimeofday(&tp, NULL); return tp.tv_sec + tp.tv_usec * 1e-6; }
float h_x[N], h_y[N];
__device__ float d_x[N], d_y[N];
__global__ void axpy(float a) { int i = blockIdx.x * TPB + threadIdx.x; if (i < N) d_y[i] = a * d_x[i] + d_y[i]; }
int main() {
  for (int i = 0; i < N; ++i) { h_x[i] = i; h_y[i] = 1; }
  cudaMemcpyToSymbol(d_x, h_x, sizeof h_x);
  cudaMemcpyToSymbol(d_y, h_y, sizeof h_y);
  double t = seconds();
  axpy<<<N / TPB, TPB>>>(3.0f);
  cudaDeviceSynchronize();
  printf("%f\n", seconds() - t);
  cudaMemcpyFromSymbol(h_y, d_y, sizeof h_y);
  return h_y[10] != 31;
}
