// What one load takes that L2 answers, by the lines and sectors that the lanes of its warp read: cycles from one load to the next,
// which waits for all lanes of the one before. One warp, the mean of 4096 places 8 KB apart; of four SMs, one after the other.
#include "../include/common.cuh"
typedef unsigned u32;
__device__ u32 sink, took;
__global__ void loads(const char* p, const int* at, int n, int step, int sm) {
  u32 id;
  asm("mov.u32 %0,%%smid;" : "=r"(id));
  if (id != sm) return;
  p += at[threadIdx.x] * 4;
  u32 x = 0;
  long long t0;
  for (int turn = 0; turn < 2; ++turn) { // the first brings the lines
    const char* q = p;
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
      asm volatile("ld.global.cg.b32 %0,[%1];" : "=r"(x) : "l"(q));
      q += step + x;
    }
  }
  took = clock64() - t0;
  if (x == 77) sink = x;
}
int main() {
  alloc_buffers();
  CK(cudaMemset(A, 0, BUF));
  int* at;
  CK(cudaMalloc(&at, 128));
  const int n = 4096;
  for (int lines : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) for (int sectors : {1, 2, 4}) {
    if (lines * sectors > 32) continue;
    int host[32];
    for (int lane = 0; lane < 32; ++lane) host[lane] = lane % lines * 32 + lane / lines % sectors * 8;
    CK(cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice));
    printf("wide lines=%d sectors=%d", lines, sectors);
    for (int sm : {0, 1, 40, 77}) {
      u32 cycles = ~0u, t;
      for (int run = 0; run < 3; ++run) {
        loads<<<132, 32>>>((char*)A, at, n, 8192, sm);
        CK(cudaDeviceSynchronize());
        CK(cudaMemcpyFromSymbol(&t, took, 4));
        cycles = std::min(cycles, t);
      }
      printf(" sm%d=%.1f", sm, double(cycles) / n);
    }
    printf("\n");
  }
}
