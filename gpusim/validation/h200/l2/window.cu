// For how long a read that L2 answers can be joined: two warps of one SM read the same 200 lines, the second some cycles
// later, while of every other SM some warps read lines that nobody else reads. window.sh counts the sectors that L2 is
// asked for: a read that is joined asks for none.
#include "../include/common.cuh"
typedef unsigned u32;
static const int READS = 200, PERIOD = 5000, APART = 1056; // of two lines, in words: 33 lines
__device__ u32 sink;
__global__ void __launch_bounds__(1024, 1) pair(const u32* p, const u32* q, int delay, int others, int n) {
  u32 s, w = threadIdx.x / 32, l = threadIdx.x % 32, v = 0;
  asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (s == 2) {
    if (w > 1) return;
    if (w == 0) for (int i = 0; i < READS; ++i) v += __ldcg(p + i * APART + l);
    asm volatile("bar.sync 1, 64;");
    __shared__ long long start;
    if (w == 0) start = clock64() + 2000;
    asm volatile("bar.sync 1, 64;");
    long long t = start + (w ? delay : 0);
    for (int i = 0; i < READS; ++i) {
      while (clock64() < t) {}
      t += PERIOD;
      u32 x; asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(x) : "l"(p + i * APART + l) : "memory"); v += x;
    }
  } else {
    if (int(w) >= others) return;
    const u32* r = q + (s * 32 + w) * 1024 + l;
    for (int i = 0; i < n; ++i) { u32 x[8];
#pragma unroll
      for (int k = 0; k < 8; ++k) x[k] = __ldcg(r + (i * 8 + k) % 32 * 32);
#pragma unroll
      for (int k = 0; k < 8; ++k) v += x[k]; }
  }
  if (v == 12345) sink = v;
}
int main() {
  alloc_buffers();
  CK(cudaFuncSetAttribute(pair, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
  for (int others : {0, 6, 32}) for (int delay : {2000, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 150, 200, 300, 400, 600, 800}) {
    pair<<<132, 1024, 200000>>>((u32*)A, (u32*)A + (1 << 22), delay, others, others > 6 ? 9000 : 30000);
    CK(cudaDeviceSynchronize());
    printf("window warps=%d delay=%d\n", others, delay);
  }
}
