// Multiplies two matrices by tiles in shared memory.
#include <cstdlib>
#include <vector>

template <int TILE>
__global__ void matMul(const float *A, const float *B, float *C, int width) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < width / TILE; ++t) {
    As[threadIdx.y][threadIdx.x] = A[row * width + t * TILE + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * width + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[row * width + col] = sum;
}

template <int TILE>
void run(const float *A, const float *B, float *C, int width) {
  dim3 threads(TILE, TILE);
  dim3 grid(width / threads.x, width / threads.y);
  matMul<TILE><<<grid, threads>>>(A, B, C, width);
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 128;
  std::vector<float> a(width * width), b(width * width, 0.5f);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7);
  float *d_A, *d_B, *d_C;
  size_t bytes = a.size() * sizeof(float);
  cudaMalloc(&d_A, bytes);
  cudaMalloc(&d_B, bytes);
  cudaMalloc(&d_C, bytes);
  cudaMemcpy(d_A, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, b.data(), bytes, cudaMemcpyHostToDevice);
  run<16>(d_A, d_B, d_C, width);
  run<32>(d_A, d_B, d_C, width);
  return 0;
}
