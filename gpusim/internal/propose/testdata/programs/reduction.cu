// Sums an array in several launches with dynamic shared memory.
#include <cstdio>
#include <cstdlib>
#define THREADS 128

__global__ void reduce(int *in, int *out, unsigned int n) {
  extern __shared__ int data[];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) data[threadIdx.x] += data[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = data[0];
}

int main() {
  const unsigned int n = 1 << 16;
  int *host = new int[n], *in, *out;
  for (unsigned int i = 0; i < n; i++) host[i] = rand() & 0xFF;
  cudaMalloc((void **)&in, n * sizeof(int));
  cudaMalloc((void **)&out, n / THREADS * sizeof(int));
  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  unsigned int left = n;
  while (left > 1) {
    unsigned int blocks = (left + THREADS - 1) / THREADS;
    reduce<<<blocks, THREADS, THREADS * sizeof(int)>>>(in, out, left);
    int *tmp = in;
    in = out;
    out = tmp;
    left = blocks;
  }
  delete[] host;
}
