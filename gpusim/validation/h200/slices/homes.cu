// What pages of 4 KB share in L2: answers of atomics, and stores.
//
//   nvcc -O3 -arch=sm_90 -o homes homes.cu && ./homes > homes.txt
//
// All SMs use the lines of two pages. answers: an atomic on a line of either, chosen at random,
// whose result is used; add: whose result is not; store: each warp stores a word of each of the
// 32 lines of one page. All are lines a cycle. Two pages in the same slices take as long for
// atomics and stores as one does twice.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
__device__ __forceinline__ u32 stir(u32 x) { x *= 0x9e3779b1u; x ^= x >> 15; x *= 0x85ebca77u; return x ^ x >> 13; }
enum What { Add, Ret, Store };
template <What W> __global__ void use(char* a, char* b, u32 turns, u32* most) {
  u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, any = 0;
  __syncthreads();
  u32 t0 = clock64();
#pragma unroll 1
  for (u32 i = 0; i < turns; i += 4) {
    u32 v[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
      u32 r = stir(warp * 4099 + i + k); char* q = (r >> 8 & 1) ? a : b; char* l = q + r % 32 * 128 + lane * 4;
      if (W == Add) asm volatile("red.global.add.u32 [%0],1;" ::"l"(l) : "memory");
      else if (W == Ret) asm volatile("atom.global.add.u32 %0,[%1],1;" : "=r"(v[k]) : "l"(l) : "memory");
      else asm volatile("st.global.u32 [%0],%1;" ::"l"(q + lane * 128 + (r >> 10 & 31) * 4), "r"(r) : "memory");
    }
    if (W == Ret) for (u32 k = 0; k < 4; ++k) any |= v[k];
  }
  if (W != Ret) __threadfence();
  if (any == 12345) a[0] = 1;
  __syncthreads();
  u32 took = clock64() - t0;
  if (threadIdx.x == 0) atomicMax(most, took);
}
static char* mem; static u32* out;
template <What W> static double rate(int a, int b, u32 turns) {
  u32 best = ~0u, t;
  for (int i = 0; i < 3; ++i) { CK(cudaMemset(out, 0, 4)); use<W><<<132, 1024>>>(mem + a * 4096, mem + b * 4096, turns, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); if (i) best = std::min(best, t); }
  return 132.0 * 32 * turns * (W == Store ? 32 : 1) / best;
}
int main() {
  CK(cudaMalloc(&mem, size_t(1) << 26)); CK(cudaMemset(mem, 0, size_t(1) << 26)); CK(cudaMalloc(&out, 1 << 20));
  for (int a = 0; a < 24; ++a) for (int b = a; b < 24; ++b) printf("pages a=%d b=%d answers=%.3f add=%.3f store=%.3f\n", a, b, rate<Ret>(a, b, 16), rate<Add>(a, b, 16), rate<Store>(a, b, 8));
}
