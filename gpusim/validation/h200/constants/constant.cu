// Constant caches: latency by footprint and stride, cold fills, and launches
// whose hits and misses the profiler counts.
//
//   constant                 the latencies, as lines of constant.txt
//   constant count           one launch a row of constant.csv, for Nsight Compute
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%d %s\n", __LINE__, cudaGetErrorString(e_)); return 1; } } while (0)

__constant__ unsigned chain[16384];

// chase follows the chain for n steps and times it after one round to warm up.
__global__ void chase(int warm, int n, long long* cycles, unsigned* sink) {
  unsigned p = 0;
  for (int i = 0; i < warm; ++i) p = chain[p];
  long long t = clock64();
  for (int i = 0; i < n; ++i) p = chain[p];
  cycles[0] = clock64() - t;
  *sink = p;
}
// touch times each step on its own, the cache cold.
__global__ void touch(int n, unsigned* cycles, unsigned* sink) {
  __shared__ unsigned each[1024];
  unsigned p = 0;
  for (int i = 0; i < n; ++i) {
    unsigned t, u;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t) : "r"(p) : "memory");
    p = chain[p];
    unsigned x = __shfl_sync(1, p, 0);  // waits for p
    asm volatile("mov.u32 %0, %%clock;" : "=r"(u) : "r"(x) : "memory");
    each[i] = u - t;
  }
  for (int i = 0; i < n; ++i) cycles[i] = each[i];
  *sink = p;
}
// walk follows the chain without timing: steps requests and no other but the parameters'.
__global__ void walk(int steps, unsigned* sink) {
  unsigned p = 0;
  for (int i = 0; i < steps; ++i) p = chain[p];
  *sink = p;
}

static int setChain(int bytes, int stride) {
  std::vector<unsigned> h(16384, 0);
  int n = bytes / 4, step = stride / 4;
  for (int i = 0; i < n; ++i) h[i] = (i + step) % n;
  CK(cudaMemcpyToSymbol(chain, h.data(), 65536));
  return 0;
}

int main(int argc, char** argv) {
  long long* cycles; unsigned *sink, *each;
  CK(cudaMalloc(&cycles, 8)); CK(cudaMalloc(&sink, 4)); CK(cudaMalloc(&each, 4096));
  if (argc > 1) {
    for (int stride : {64, 128, 256})
      for (int bytes : {1024, 1792, 2048, 2304, 2560, 3072, 4096, 8192}) {
        int lines = bytes / stride;
        for (int rounds : {0, 1, 4}) {
          if (setChain(bytes, stride)) return 1;
          walk<<<1, 32>>>(lines * rounds, sink);
          CK(cudaDeviceSynchronize());
          printf("1,%d,%d,%d\n", stride, bytes, lines * rounds);
        }
      }
    for (int blocks : {1, 2, 16, 132})
      for (int bytes : {2048, 16384, 65536}) {
        if (setChain(bytes, 64)) return 1;
        walk<<<blocks, 32>>>(bytes / 64, sink);
        CK(cudaDeviceSynchronize());
        printf("%d,64,%d,%d\n", blocks, bytes, bytes / 64);
      }
    return 0;
  }
  auto time = [&](int bytes, int stride) {
    setChain(bytes, stride);
    double best = 1e9;
    for (int k = 0; k < 3; ++k) {
      chase<<<1, 1>>>(2 * (bytes / stride), 2048, cycles, sink);
      long long c; cudaMemcpy(&c, cycles, 8, cudaMemcpyDeviceToHost);
      if (c / 2048.0 < best) best = c / 2048.0;
    }
    printf("latency_const_warm stride=%d bytes=%d cycles=%.2f\n", stride, bytes, best);
  };
  for (int stride : {16, 32, 64, 128, 256, 512})
    for (int bytes : {512, 1024, 1536, 1792, 1920, 2048, 2112, 2176, 2304, 2560, 2816, 3072, 3584, 4096, 6144, 8192, 16384, 32768, 65536}) if (bytes % stride == 0 && bytes > stride) time(bytes, stride);
  for (int stride : {16, 64}) {
    setChain(65536, stride);
    touch<<<1, 1>>>(128, each, sink);
    unsigned h[128]; CK(cudaMemcpy(h, each, sizeof h, cudaMemcpyDeviceToHost));
    printf("touch_const_cold stride=%d cycles", stride);
    for (unsigned c : h) printf(" %u", c);
    printf("\n");
  }
  return 0;
}
