// Estimates pi with a linear congruential generator per thread.
#include <cstdio>
#include <cstdint>

#define CHECK(call)                                                        \
  do {                                                                     \
    cudaError_t status = (call);                                           \
    if (status != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,              \
                   cudaGetErrorString(status));                            \
      return 1;                                                            \
    }                                                                      \
  } while (0)

struct Lcg {
  uint32_t state;
  __device__ explicit Lcg(uint32_t seed) : state(seed * 2654435761u + 1u) {}
  __device__ float next() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) * (1.0f / 16777216.0f);
  }
};

__global__ void countInside(unsigned long long *inside, int samplesPerThread, uint32_t seed) {
  Lcg rng(seed + blockIdx.x * blockDim.x + threadIdx.x);
  unsigned long long hits = 0;
  for (int i = 0; i < samplesPerThread; ++i) {
    const float x = rng.next();
    const float y = rng.next();
    hits += (x * x + y * y <= 1.0f);
  }
  atomicAdd(inside, hits);
}

int main() {
  constexpr int kThreads = 128, kBlocks = 64, kSamples = 256;
  unsigned long long *d_inside = nullptr, h_inside = 0;
  CHECK(cudaMalloc(&d_inside, sizeof *d_inside));
  CHECK(cudaMemcpy(d_inside, &h_inside, sizeof h_inside, cudaMemcpyHostToDevice));
  countInside<<<kBlocks, kThreads>>>(d_inside, kSamples, 42u);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&h_inside, d_inside, sizeof h_inside, cudaMemcpyDeviceToHost));
  const double pi = 4.0 * h_inside / (double(kThreads) * kBlocks * kSamples);
  std::printf("pi is about %f\n", pi);
  CHECK(cudaFree(d_inside));
  return pi > 3.1 && pi < 3.2 ? 0 : 1;
}
