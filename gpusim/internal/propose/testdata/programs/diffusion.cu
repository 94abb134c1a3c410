// Diffusion in two dimensions, with macros for indices.
#include <math.h>
#include <stdio.h>
#ifdef SINGLE
typedef float real;
#else
typedef double real;
#endif
#define NXI 96
#define NYI 64
#define IX(i, j) ((i) + (NXI + 2) * (j))
#define SQ(x) ((x) * (x))
static real u0[(NXI + 2) * (NYI + 2)];
__device__ real laplace(const real *u, int i, int j, real h2) {
  return (u[IX(i - 1, j)] + u[IX(i + 1, j)] + u[IX(i, j - 1)] + u[IX(i, j + 1)] - 4 * u[IX(i, j)]) / h2;
}
__global__ void step(real *un, const real *u, real dt, real h2) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > NXI || j > NYI) return;
  un[IX(i, j)] = u[IX(i, j)] + dt * laplace(u, i, j, h2);
}
static void initial(real *u) {
  int i, j;
  for (j = 0; j <= NYI + 1; j++)
    for (i = 0; i <= NXI + 1; i++)
      u[IX(i, j)] = exp(-(SQ(i - NXI / 2.0) + SQ(j - NYI / 2.0)) / 50.);
}
int main(void) {
  real *d_u[2], *tmp, h = 1.0 / NXI, h2 = SQ(h), dt = .2 * h2, t;
  int k;
  size_t sz = sizeof(u0);
  initial(u0);
  for (k = 0; k < 2; k++) { cudaMalloc((void **)(d_u + k), sz); cudaMemcpy(d_u[k], u0, sz, cudaMemcpyHostToDevice); }
  dim3 th = dim3(16, 16), bl = dim3((int)ceil(NXI / (float)th.x), (int)ceil(NYI / (float)th.y));
  for (t = 0; t < 10 * dt; t += dt) {
    step<<<bl, th>>>(d_u[1], d_u[0], dt, h2);
    tmp = d_u[0]; d_u[0] = d_u[1]; d_u[1] = tmp;
  }
  cudaThreadSynchronize();
  cudaMemcpy(u0, d_u[0], sz, cudaMemcpyDeviceToHost);
  printf("%g\n", u0[IX(NXI / 2, NYI / 2)]);
  return 0;
}
