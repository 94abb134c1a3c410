// Jacobi iteration on a plate; the pointers swap after each step.
#include <cstdio>
#include <cstring>
#include <utility>

static const int NX = 130;
static const int NY = 98;

__global__ void jacobi_step(const double *__restrict__ a, double *__restrict__ b, const int nx, const int ny) {
  const int ix = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int iy = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (ix < nx - 1 && iy < ny - 1)
    b[iy * nx + ix] = 0.25 * (a[iy * nx + ix + 1] + a[iy * nx + ix - 1] + a[(iy + 1) * nx + ix] + a[(iy - 1) * nx + ix]);
}

int main() {
  double *host = new double[NX * NY];
  memset(host, 0, NX * NY * sizeof(double));
  for (int iy = 0; iy < NY; iy++) {
    host[iy * NX + 0] = 1.0;
    host[iy * NX + NX - 1] = 1.0;
  }
  double *a, *a_new;
  cudaMalloc(&a, NX * NY * sizeof(double));
  cudaMalloc(&a_new, NX * NY * sizeof(double));
  cudaMemcpy(a, host, NX * NY * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(a_new, a, NX * NY * sizeof(double), cudaMemcpyDeviceToDevice);

  dim3 block(32, 4, 1);
  dim3 grid((NX - 2 + block.x - 1) / block.x, (NY - 2 + block.y - 1) / block.y, 1);
  int iter = 0;
  const int iter_max = 100;
  while (iter < iter_max) {
    jacobi_step<<<grid, block>>>(a, a_new, NX, NY);
    std::swap(a, a_new);
    iter++;
  }
  cudaDeviceSynchronize();
  cudaMemcpy(host, a, NX * NY * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%d steps, centre %g\n", iter, host[NY / 2 * NX + NX / 2]);
  cudaFree(a);
  cudaFree(a_new);
  delete[] host;
  return 0;
}
