// A stencil of one dimension. The kernel gets pointers to the middle of arrays, and reads what lies before them.
#include <cstdio>
#include <vector>

#define N 4096
#define RADIUS 3
#define BLOCK 128

__constant__ int weights[2 * RADIUS + 1];

__global__ void stencil(const int *in, int *out) {
  __shared__ int tile[BLOCK + 2 * RADIUS];
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  const int here = threadIdx.x + RADIUS;
  tile[here] = in[at];
  if (threadIdx.x < RADIUS) {
    tile[here - RADIUS] = in[at - RADIUS];
    tile[here + BLOCK] = in[at + BLOCK];
  }
  __syncthreads();
  int sum = 0;
  for (int k = -RADIUS; k <= RADIUS; k++) sum += weights[k + RADIUS] * tile[here + k];
  out[at] = sum;
}

int main() {
  const size_t bytes = (N + 2 * RADIUS) * sizeof(int);
  std::vector<int> values(N + 2 * RADIUS, 1);
  const int w[2 * RADIUS + 1] = {1, 2, 3, 4, 3, 2, 1};
  cudaMemcpyToSymbol(weights, w, sizeof(w));
  int *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(out, values.data(), bytes, cudaMemcpyHostToDevice);
  stencil<<<N / BLOCK, BLOCK>>>(in + RADIUS, out + RADIUS);
  cudaMemcpy(values.data(), out, bytes, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", values[0], values[RADIUS], values[N + RADIUS - 1]);
  cudaFree(in);
  cudaFree(out);
}
