#include <stdio.h>

#define imin(a, b) (a < b ? a : b)

const int N = 33 * 1024;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(int *a, int *b, int *c) {
  __shared__ int cache[threadsPerBlock];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  int cacheIndex = threadIdx.x;
  int temp = 0;
  while (tid < N) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[cacheIndex] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  if (cacheIndex == 0) atomicAdd(c, cache[0]);
}

int main(void) {
  int *a, *b, c = 0;
  int *dev_a, *dev_b, *dev_c;
  a = (int *)malloc(N * sizeof(int));
  b = (int *)malloc(N * sizeof(int));
  cudaMalloc((void **)&dev_a, N * sizeof(int));
  cudaMalloc((void **)&dev_b, N * sizeof(int));
  cudaMalloc((void **)&dev_c, sizeof(int));
  for (int i = 0; i < N; i++) {
    a[i] = i % 3;
    b[i] = 2;
  }
  cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_c, &c, sizeof(int), cudaMemcpyHostToDevice);
  dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c);
  cudaMemcpy(&c, dev_c, sizeof(int), cudaMemcpyDeviceToHost);
  printf("Does GPU value %d = %d?\n", c, 2 * N);
  cudaFree(dev_a);
  cudaFree(dev_b);
  cudaFree(dev_c);
  free(a);
  free(b);
}
