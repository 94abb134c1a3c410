// Heat in three dimensions.
#include <cstdio>
#define CUDA_CALL(x) do { if ((x) != cudaSuccess) { printf("Error at %s:%d\n", __FILE__, __LINE__); return EXIT_FAILURE; } } while (0)

inline int divUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }

__device__ __forceinline__ int idx(int x, int y, int z, dim3 n) { return (z * n.y + y) * n.x + x; }

__global__ void heat(const float *in, float *out, dim3 n, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n.x - 1 || y >= n.y - 1 || z >= n.z - 1) return;
  float c = in[idx(x, y, z, n)];
  out[idx(x, y, z, n)] = c + k * (in[idx(x - 1, y, z, n)] + in[idx(x + 1, y, z, n)] + in[idx(x, y - 1, z, n)] + in[idx(x, y + 1, z, n)] + in[idx(x, y, z - 1, n)] + in[idx(x, y, z + 1, n)] - 6 * c);
}

int main(int argc, char **argv) {
  dim3 n(64, 32, 16);
  if (argc > 3) n = dim3(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
  size_t cells = n.x * n.y * n.z, bytes = cells * sizeof(float);
  float *h;
  CUDA_CALL(cudaMallocHost((void **)&h, bytes));
  for (size_t i = 0; i < cells; ++i) h[i] = 0;
  h[(8 * n.y + 16) * n.x + 32] = 600.0f;
  float *d[2];
  for (int i = 0; i < 2; ++i) {
    CUDA_CALL(cudaMalloc((void **)&d[i], bytes));
    CUDA_CALL(cudaMemcpy(d[i], h, bytes, cudaMemcpyHostToDevice));
  }
  dim3 threads(32, 4, 2);
  dim3 blocks(divUp(n.x, threads.x), divUp(n.y, threads.y), divUp(n.z, threads.z));
  for (int step = 0; step < 10; ++step) heat<<<blocks, threads>>>(d[step % 2], d[(step + 1) % 2], n, 0.1f);
  CUDA_CALL(cudaDeviceSynchronize());
  CUDA_CALL(cudaMemcpy(h, d[0], bytes, cudaMemcpyDeviceToHost));
  printf("%f\n", h[(8 * n.y + 16) * n.x + 32]);
  return EXIT_SUCCESS;
}
