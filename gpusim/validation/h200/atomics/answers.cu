// What atomics whose results are used take, beside those whose results are not.
//
//   nvcc -O3 -arch=sm_90 -o answers answers.cu && ./answers > answers.txt
//
// Cycles are those of the block that took longest, the least of three launches; rate is lines
// a cycle.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
typedef unsigned long long u64;
__device__ __forceinline__ u32 stir(u32 x) { x *= 0x9e3779b1u; x ^= x >> 15; x *= 0x85ebca77u; return x ^ x >> 13; }
__device__ __forceinline__ u32 load(const char* p) { u32 v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
enum What { Add, Ret, Ret1, Add1 };
// Each warp uses a line of n in a random order; Ret1 and Add1: a sector of it.
template <What W> __global__ void use(char* p, u32 n, u32 step, u32 turns, u32* most) {
  u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, any = 0;
  __syncthreads();
  u32 t0 = clock64();
#pragma unroll 1
  for (u32 i = 0; i < turns; i += 4) {
    u32 v[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
      u32 r = stir(warp * 4099 + i + k), at = n == 2 ? warp & 1 : r % n;
      char* q = p + (size_t)at * step;
      if (W == Add || W == Ret) q += lane * 4; else q += lane % 8 * 4;
      if (W == Add || (W == Add1 && lane < 8)) asm volatile("red.global.add.u32 [%0],1;" ::"l"(q) : "memory");
      else if (W == Ret || lane < 8) asm volatile("atom.global.add.u32 %0,[%1],1;" : "=r"(v[k]) : "l"(q) : "memory");
    }
    if (W == Ret || (W == Ret1 && lane < 8)) for (u32 k = 0; k < 4; ++k) any |= v[k];
  }
  if (W == Add || W == Add1) __threadfence();
  if (any == 12345) p[0] = 1;
  __syncthreads();
  u32 took = clock64() - t0;
  if (threadIdx.x == 0) atomicMax(most, took);
}
static char* mem; static u32* out;
template <What W> static void sets(const char* name, u32 n, u32 step, size_t base, int blocks, int threads, u32 turns) {
  u32 best = ~0u, t;
  for (int i = 0; i < 4; ++i) { CK(cudaMemset(out, 0, 4)); use<W><<<blocks, threads>>>(mem + base, n, step, turns, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); if (i) best = std::min(best, t); }
  double each = double(blocks) * threads / 32 * turns;
  printf("set %s lines=%u step=%u base=%zu blocks=%d warps=%d cycles=%u rate=%.3f\n", name, n, step, base, blocks, threads / 32, best, each / best);
}
int main() {
  CK(cudaMalloc(&mem, size_t(1) << 28)); CK(cudaMemset(mem, 0, size_t(1) << 28)); CK(cudaMalloc(&out, 1 << 20));
  for (int sms : {1, 8, 16, 33, 66, 132, 264}) for (int threads : {32, 256, 1024}) for (u32 n : {1u, 2u, 8u, 32u, 128u, 512u, 8192u, 262144u}) {
    sets<Add>("add", n, 128, 0, sms, threads, 32); sets<Ret>("return", n, 128, 0, sms, threads, 32);
    sets<Add1>("add_sector", n, 128, 0, sms, threads, 32); sets<Ret1>("return_sector", n, 128, 0, sms, threads, 32); }
  for (int page = 0; page < 16; ++page) { sets<Add>("add", 32, 128, page * 4096, 132, 1024, 32); sets<Ret>("return", 32, 128, page * 4096, 132, 1024, 32); }
}
