// Which slice of L2 changes a line, of 64 GB; which slices hinder each other; and what two pages
// of 4 KB share.
//
//   nvcc -O3 -arch=sm_90 -o slices slices.cu && ./slices > slices.txt
//
// Two lines are in one slice when 40 SMs that add to both take nearly as long as when they add to
// one only. line: the slice of a line, numbered as they were found. beside: slices that hinder each
// other, less than one does itself. pages: all SMs add to lines of two pages, chosen at random;
// answers: results are used, add: they are not; lines a cycle.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32; typedef unsigned long long u64;
constexpr int Blocks = 40, Warps = 8, Each = 4, Most = 128;
__device__ u32 arrived, worst[4];
struct State { u32 n, same; u64 firsts[Most]; };
__device__ State state;
struct Sync {
  u32 turn = 0;
  __device__ void all() {
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) worst[(turn + 2) & 3] = 0;
    ++turn;
    if (threadIdx.x == 0) { __threadfence(); atomicAdd(&arrived, 1); while (*(volatile u32*)&arrived < turn * Blocks) {} __threadfence(); }
    __syncthreads();
  }
};
// Cycles of additions to whole lines, half of the warps to each of two.
__device__ u32 pair(Sync& s, u64 a, u64 b) {
  char* p = (char*)(threadIdx.x / 32 % 2 ? a : b) + threadIdx.x % 32 * 4;
  u32 t0 = clock64();
#pragma unroll
  for (int i = 0; i < Each; ++i) asm volatile("red.global.add.u32 [%0],0;" ::"l"(p) : "memory");
  __threadfence(); __syncthreads();
  if (threadIdx.x == 0) atomicMax(&worst[s.turn & 3], u32(clock64()) - t0);
  u32 at = s.turn & 3;
  s.all();
  return *(volatile u32*)&worst[at];
}
__global__ void classify(const u64* lines, u32 n, u32* slice) {
  Sync s; s.all();
  bool first = blockIdx.x == 0 && threadIdx.x == 0;
  if (state.same == 0) { u32 sum = 0; for (int i = 0; i < 36; ++i) { u32 t = pair(s, lines[0], lines[0]); if (i >= 4) sum += t; } s.all(); if (first) state.same = sum / 32; s.all(); }
  u32 limit = *(volatile u32*)&state.same * 91 / 100, found = *(volatile u32*)&state.n, last = 0;
  for (u32 i = 0; i < n; ++i) {
    u32 is = ~0u;
    for (int again = 0; again < 2 && is == ~0u; ++again)
      for (u32 r = 0; r < found; ++r) { u32 k = (last + r) % found; u64 y = *(volatile u64*)&state.firsts[k]; if (pair(s, lines[i], y) > limit && pair(s, lines[i], y) > limit) { is = k; break; } }
    if (is == ~0u && found < Most) { is = found++; if (first) { state.firsts[is] = lines[i]; state.n = found; } __threadfence(); s.all(); }
    last = is == ~0u ? 0 : is;
    if (first) slice[i] = is;
  }
}
__global__ void matrix(u32* out) { Sync s; s.all(); for (u32 a = 0; a < state.n; ++a) for (u32 b = 0; b < state.n; ++b) { u32 t = min(pair(s, state.firsts[a], state.firsts[b]), pair(s, state.firsts[a], state.firsts[b])); if (blockIdx.x == 0 && threadIdx.x == 0) out[a * Most + b] = t; } }
__global__ void reset() { arrived = 0; for (int i = 0; i < 4; ++i) worst[i] = 0; }
__device__ __forceinline__ u32 stir(u32 x) { x *= 0x9e3779b1u; x ^= x >> 15; x *= 0x85ebca77u; return x ^ x >> 13; }
template <bool Ret> __global__ void use(char* a, char* b, u32 turns, u32* most) {
  u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, any = 0;
  __syncthreads(); u32 t0 = clock64();
#pragma unroll 1
  for (u32 i = 0; i < turns; i += 4) {
    u32 v[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
      u32 r = stir(warp * 4099 + i + k); char* l = ((r >> 8 & 1) ? a : b) + r % 32 * 128 + lane * 4;
      if (!Ret) asm volatile("red.global.add.u32 [%0],1;" ::"l"(l) : "memory"); else asm volatile("atom.global.add.u32 %0,[%1],1;" : "=r"(v[k]) : "l"(l) : "memory");
    }
    if (Ret) for (u32 k = 0; k < 4; ++k) any |= v[k];
  }
  if (!Ret) __threadfence();
  if (any == 12345) a[0] = 1;
  __syncthreads(); u32 took = clock64() - t0; if (threadIdx.x == 0) atomicMax(most, took);
}
static char* mem; static u32* out;
template <bool Ret> static double rate(int a, int b) { u32 best = ~0u, t; for (int i = 0; i < 3; ++i) { CK(cudaMemset(out, 0, 4)); use<Ret><<<132, 1024>>>(mem + a * 4096, mem + b * 4096, 16, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); if (i) best = std::min(best, t); } return 132.0 * 32 * 16 / best; }
static void look(const std::vector<u64>& at) {
  u64* d; u32* slice; CK(cudaMalloc(&d, at.size() * 8)); CK(cudaMalloc(&slice, at.size() * 4));
  std::vector<u64> a; for (u64 x : at) a.push_back((u64)mem + x);
  std::vector<u32> r(at.size());
  CK(cudaMemcpy(d, a.data(), a.size() * 8, cudaMemcpyHostToDevice)); reset<<<1, 1>>>(); classify<<<Blocks, Warps * 32>>>(d, a.size(), slice); CK(cudaMemcpy(r.data(), slice, r.size() * 4, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < at.size(); ++i) printf("line at=%llu slice=%d\n", at[i], int(r[i]));
}
int main() {
  const u64 bytes = 1ull << 36; std::mt19937_64 g(7); std::vector<u64> at;
  CK(cudaMalloc(&mem, bytes)); CK(cudaMalloc(&out, 1 << 20));
  for (u64 i = 0; i < 256; ++i) at.push_back(i * 128);
  for (u64 i = 0; i < 512; ++i) at.push_back(i << 12);
  for (u64 k = 7; k < 36; ++k) for (u64 j = 7; j <= k; ++j) at.push_back(1ull << k | 1ull << j);
  for (u64 i = 0; i < 4096; ++i) at.push_back(g() & (bytes - 1) & ~127ull);
  look(at);
  u32 n; CK(cudaMemcpyFromSymbol(&n, state, 4)); u32* m; std::vector<u32> h(Most * Most); CK(cudaMalloc(&m, h.size() * 4));
  reset<<<1, 1>>>(); matrix<<<Blocks, Warps * 32>>>(m); CK(cudaMemcpy(h.data(), m, h.size() * 4, cudaMemcpyDeviceToHost));
  for (u32 i = 0; i < n; ++i) { printf("beside slice=%u", i); for (u32 j = 0; j < n; ++j) if (j != i && h[i * Most + j] > 4500) printf(" with%u=%u", j, h[i * Most + j]); printf("\n"); }
  for (int a = 0; a < 14; ++a) for (int b = a; b < 48; ++b) printf("pages a=%d b=%d answers=%.3f add=%.3f\n", a, b, rate<true>(a, b), rate<false>(a, b));
}
