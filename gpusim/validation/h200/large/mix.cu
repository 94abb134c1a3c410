#include <cstdio>
// rd: loads, no store; wr: stores; cp: both; masks keep loads or stores in a part of memory that L2 holds.
__global__ void rd(float *out, const float *in, int n, int mi, int mo) { int i = blockIdx.x * blockDim.x + threadIdx.x; float v = in[i & mi]; if (v == 7.f) out[i & mo] = v; }
__global__ void wr(float *out, const float *in, int n, int mi, int mo) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i & mo] = 1.f; }
__global__ void cp(float *out, const float *in, int n, int mi, int mo) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i & mo] = in[i & mi]; }
__global__ void rd2(float *out, const float *in, int n, int mi, int mo) { int i = blockIdx.x * blockDim.x + threadIdx.x; float v = in[i & mi] + in[(i & mi) + n]; if (v == 7.f) out[i & mo] = v; }
__global__ void ad(float *out, const float *in, int n, int mi, int mo) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i & mo] = in[i & mi] + in[(i & mi) + n]; }
int main() {
  float *a, *b; size_t n = 1ull << 28; cudaMalloc(&a, n * 8); cudaMalloc(&b, n * 4); cudaMemset(a, 0, n * 8);
  cudaEvent_t f, t; cudaEventCreate(&f); cudaEventCreate(&t);
#define T(k, bs, mi, mo) { float best = 1e9; for (int r = 0; r < 6; r++) { float ms; cudaEventRecord(f); k<<<n / bs, bs>>>(b, a, n, mi, mo); cudaEventRecord(t); cudaEventSynchronize(t); cudaEventElapsedTime(&ms, f, t); best = ms < best ? ms : best; } \
  double cyc = best * 1.98e6, per = cyc / ((double)n / bs / 132); printf("%s block=%d in=%d out=%d %.2f us lifetime %.0f cycles\n", #k, bs, mi, mo, best * 1000, per * (2048 / bs)); }
  int all = -1, part = (1 << 21) - 1;
  for (int bs = 256; bs <= 1024; bs *= 2) {
    T(rd, bs, all, all) T(rd, bs, part, all) T(rd2, bs, all, all) T(wr, bs, all, all) T(wr, bs, all, part)
    T(cp, bs, all, all) T(cp, bs, part, all) T(cp, bs, all, part) T(cp, bs, part, part) T(ad, bs, all, all) T(ad, bs, all, part)
  }
}
