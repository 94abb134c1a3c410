// Softmax of rows, with blocks of several sizes.
#include <cfloat>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define cudaCheck(err) (cuda_check((err), __FILE__, __LINE__))
void cuda_check(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess) { printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error)); exit(EXIT_FAILURE); }
}
float *make_random_float(size_t N) {
  float *arr = (float *)malloc(N * sizeof(float));
  for (size_t i = 0; i < N; i++) arr[i] = ((float)rand() / RAND_MAX) * 2.0 - 1.0;
  return arr;
}
__device__ float warpReduceMax(float val) {
  for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_down_sync(0xFFFFFFFF, val, offset));
  return val;
}
__global__ void softmax_forward_kernel(float *out, const float *inp, int N, int C) {
  extern __shared__ float shared[];
  int idx = blockIdx.x, tid = threadIdx.x;
  const float *x = inp + idx * C;
  float maxval = -INFINITY;
  for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, x[i]);
  shared[tid] = maxval;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) shared[tid] = fmaxf(shared[tid], shared[tid + s]); __syncthreads(); }
  float offset = shared[0];
  __syncthreads();
  float sum = 0;
  for (int i = tid; i < C; i += blockDim.x) { float e = expf(x[i] - offset); out[idx * C + i] = e; sum += e; }
  shared[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) shared[tid] += shared[tid + s]; __syncthreads(); }
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] /= shared[0];
}
void softmax_forward(float *out, const float *inp, int N, int C, const int block_size) {
  size_t shared_mem_size = block_size * sizeof(float);
  softmax_forward_kernel<<<N, block_size, shared_mem_size>>>(out, inp, N, C);
  cudaCheck(cudaGetLastError());
}
template <class Kernel, class... Args> float benchmark_kernel(int repeats, Kernel kernel, Args &&...args) {
  cudaEvent_t start, stop;
  cudaCheck(cudaEventCreate(&start));
  cudaCheck(cudaEventCreate(&stop));
  cudaCheck(cudaEventRecord(start, nullptr));
  for (int i = 0; i < repeats; i++) kernel(std::forward<Args>(args)...);
  cudaCheck(cudaEventRecord(stop, nullptr));
  cudaCheck(cudaEventSynchronize(start));
  cudaCheck(cudaEventSynchronize(stop));
  float elapsed;
  cudaCheck(cudaEventElapsedTime(&elapsed, start, stop));
  return elapsed / repeats;
}
int main(int argc, char **argv) {
  srand(0);
  int B = 2, T = 64, V = 500;
  int deviceIdx = 0;
  cudaCheck(cudaSetDevice(deviceIdx));
  float *inp = make_random_float(B * T * V);
  float *d_out, *d_inp;
  cudaCheck(cudaMalloc(&d_out, B * T * V * sizeof(float)));
  cudaCheck(cudaMalloc(&d_inp, B * T * V * sizeof(float)));
  cudaCheck(cudaMemcpy(d_inp, inp, B * T * V * sizeof(float), cudaMemcpyHostToDevice));
  int block_sizes[] = {32, 64, 128, 256, 512, 1024};
  for (int j = 0; j < sizeof(block_sizes) / sizeof(int); j++) {
    int block_size = block_sizes[j];
    float elapsed_time = benchmark_kernel(10, softmax_forward, d_out, d_inp, B * T, V, block_size);
    printf("block_size %4d | time %.4f ms\n", block_size, elapsed_time);
  }
  free(inp);
}
