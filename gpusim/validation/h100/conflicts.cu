// Cycles per access of an SM whose warps of a mask load from shared memory, store one register to it, store sums to it,
// or load what L1 holds. Lanes lie stride words apart. Warps 0, 4, 8 and 12 have one scheduler. A block has 16 warps.
//
//   nvcc -O3 -arch=sm_90 -o conflicts conflicts.cu && ./conflicts > conflicts.txt
#include <cstdio>

const int words = 32 * 33;

#define BEGIN(fill) \
  __shared__ float s[words]; \
  int t = threadIdx.x, i = t % 32 * stride; \
  float a = 0; \
  for (int j = t; j < words; j += blockDim.x) { s[j] = 0; a += fill; } \
  __syncthreads(); \
  if (mask >> (t / 32) & 1) for (int r = 0; r < rounds; r++) {
#define END } \
  sink[t] = a + s[t];

extern "C" __global__ void loads(float *sink, const float *g, int mask, int stride, int rounds) {
  BEGIN(0)
  float x[16];
  const volatile float *v = s;
#pragma unroll
  for (int u = 0; u < 16; u++) x[u] = v[i + u];
#pragma unroll
  for (int u = 0; u < 16; u++) a += x[u];
  END
}

extern "C" __global__ void stores(float *sink, const float *g, int mask, int stride, int rounds) {
  BEGIN(0)
  volatile float *v = s;
#pragma unroll
  for (int u = 0; u < 16; u++) v[i + u] = a;
  END
}

extern "C" __global__ void sums(float *sink, const float *g, int mask, int stride, int rounds) {
  BEGIN(0)
  volatile float *v = s;
#pragma unroll
  for (int u = 0; u < 16; u++) v[i + u] = a + u;
  a += r;
  END
}

extern "C" __global__ void cached(float *sink, const float *g, int mask, int stride, int rounds) {
  BEGIN(g[j])
  float x[16];
  const float *h = g + i + (r & 7);
#pragma unroll
  for (int u = 0; u < 16; u++) x[u] = h[u];
#pragma unroll
  for (int u = 0; u < 16; u++) a += x[u];
  END
}

typedef void (*Kernel)(float *, const float *, int, int, int);

static float time_of(Kernel k, float *sink, float *g, int mask, int stride, int rounds) {
  cudaEvent_t from, to;
  cudaEventCreate(&from); cudaEventCreate(&to);
  float best = 1e9, ms;
  for (int i = 0; i < 5; i++) {
    cudaEventRecord(from);
    k<<<1, 512>>>(sink, g, mask, stride, rounds);
    cudaEventRecord(to); cudaEventSynchronize(to);
    cudaEventElapsedTime(&ms, from, to);
    if (ms < best) best = ms;
  }
  return best;
}

int main() {
  float *sink, *g;
  cudaMalloc(&sink, 4096); cudaMalloc(&g, 1 << 20); cudaMemset(g, 0, 1 << 20);
  int khz; cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
  struct { const char *name; Kernel k; } kernels[] = {{"loads", loads}, {"stores", stores}, {"sums", sums}, {"cached", cached}};
  int masks[] = {0x1, 0x11, 0x1111, 0x33, 0x3333, 0xffff};
  for (auto &k : kernels) for (int mask : masks) for (int stride : {1, 8, 32}) {
    int few = 20000, many = 120000;
    float ms = time_of(k.k, sink, g, mask, stride, many) - time_of(k.k, sink, g, mask, stride, few);
    printf("%s mask=%d stride=%d cycles=%.3f\n", k.name, mask, stride, ms * khz / (16.0 * (many - few) * __builtin_popcount(mask)));
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}
