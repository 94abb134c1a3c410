// Works on a volume with padded rows, which cudaMalloc3D allocates.
#include <stdio.h>
#include <stdlib.h>
#define WIDTH 64
#define HEIGHT 64
#define DEPTH 4
__global__ void MyKernel(cudaPitchedPtr devPitchedPtr, int width, int height, int depth) {
  char *devPtr = (char *)devPitchedPtr.ptr;
  size_t pitch = devPitchedPtr.pitch;
  size_t slicePitch = pitch * height;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int z = 0; z < depth; ++z) {
    char *slice = devPtr + z * slicePitch;
    float *row = (float *)(slice + y * pitch);
    row[x] = row[x] * 2.0f + x;
  }
}
int main() {
  cudaExtent extent = make_cudaExtent(WIDTH * sizeof(float), HEIGHT, DEPTH);
  cudaPitchedPtr devPitchedPtr;
  cudaMalloc3D(&devPitchedPtr, extent);
  cudaMemset3D(devPitchedPtr, 0, extent);
  dim3 b(32, 4), g(WIDTH / b.x, HEIGHT / b.y);
  MyKernel<<<g, b>>>(devPitchedPtr, WIDTH, HEIGHT, DEPTH);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
