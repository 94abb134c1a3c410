// What requests of one SM that hit L2 take when enough are under way: cycles of the slowest warp for each load of a warp, by the
// sectors and lines that its lanes read. An iteration has sixteen loads 8 KB apart, those of warps lie 256 KB apart; the first turn
// brings the lines to L2. Nobody waits for a batch: the batches of cold.txt hold 25 cycles and more of waiting for each other.
#include "../include/common.cuh"
typedef unsigned u32;
__device__ u32 sink, took[32];
__global__ void requests(const char* p, const int* at, int n, int step) {
  p += at[threadIdx.x % 32] * 4 + threadIdx.x / 32 * (1 << 18);
  u32 x = 0;
  long long t0;
  for (int turn = 0; turn < 2; ++turn) {
    __syncthreads();
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll
      for (int k = 0; k < 16; ++k) {
        u32 a;
        asm volatile("ld.global.cg.b32 %0,[%1];" : "=r"(a) : "l"(p + k * 8192));
        x ^= a;
      }
      p += step;
    }
  }
  took[threadIdx.x / 32] = clock64() - t0;
  if (x == 77) sink = x;
}
int main() {
  int* at;
  alloc_buffers();
  CK(cudaMalloc(&at, 128));
  for (int lines : {1, 2, 4, 8, 32}) for (int sectors : {1, 2, 3, 4}) {
    if (lines * sectors > 32) continue;
    const int n = 64;
    int h[32];
    u32 t[32];
    for (int l = 0; l < 32; ++l) h[l] = l % lines * 32 + l / lines % sectors * 8;
    CK(cudaMemcpy(at, h, sizeof h, cudaMemcpyHostToDevice));
    printf("request lines=%d sectors=%d", lines, sectors);
    for (int warps : {1, 4, 8, 16, 32}) {
      requests<<<1, warps * 32>>>((char*)A, at, n, 0);
      CK(cudaMemcpyFromSymbol(t, took, sizeof t));
      printf(" warps%d=%.3f", warps, *std::max_element(t, t + warps) / (n * 16.0 * warps));
    }
    printf(" cycles_per_warp_load\n");
  }
}
