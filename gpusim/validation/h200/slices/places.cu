// Where L2 serves lines: what atomics and reads of sets of lines take when all SMs use them.
//
//   nvcc -O3 -arch=sm_90 -o places places.cu && ./places > places.txt
//
// Cycles are those of the block that took longest, the least of three launches; rate is lines
// a cycle. pair: two lines, 132 blocks of 8 warps, half of which use each.
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
enum What { Add, Sector, Line, Scatter };
// Each warp uses a line of n in a random order; Scatter: each lane a sector of one.
template <What W> __global__ void use(char* p, u32 n, u32 step, u32 turns, u32* most) {
  u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, any = 0;
  __syncthreads();
  u32 t0 = clock64();
#pragma unroll 1
  for (u32 i = 0; i < turns; i += 4) {
    u32 v[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
      u32 r = stir(warp * 4099 + i + k + (W == Scatter ? lane * 7919 : 0)), at = n == 2 ? warp & 1 : r % n;
      char* q = p + (size_t)at * step;
      if (W == Add) asm volatile("red.global.add.u32 [%0],1;" ::"l"(q + lane * 4) : "memory");
      else v[k] = load(q + (W == Line ? lane * 4 : W == Scatter ? (r >> 28 & 3) * 32 : 0));
    }
    if (W != Add) for (u32 k = 0; k < 4; ++k) any |= v[k];
  }
  if (W == Add) __threadfence();
  if (any == 12345) p[0] = 1;
  __syncthreads();
  u32 took = clock64() - t0;
  if (threadIdx.x == 0) atomicMax(most, took);
}
// Two lines, used by the warps in turn.
template <What W> __global__ void two(char* a, char* b, u32 turns, u32* most) {
  char* p = threadIdx.x / 32 % 2 ? a : b; u32 any = 0;
  if (W != Sector) p += threadIdx.x % 32 * 4;
  __syncthreads();
  u32 t0 = clock64();
#pragma unroll 1
  for (u32 i = 0; i < turns; i += 4) {
    u32 v[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) if (W == Add) asm volatile("red.global.add.u32 [%0],1;" ::"l"(p) : "memory"); else v[k] = load(p);
    if (W != Add) for (u32 k = 0; k < 4; ++k) any |= v[k];
  }
  if (W == Add) __threadfence();
  if (any == 12345) p[0] = 1;
  __syncthreads();
  u32 took = clock64() - t0;
  if (threadIdx.x == 0) atomicMax(most, took);
}
__global__ void place(u32* sm) { u32 s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); if (threadIdx.x == 0) sm[blockIdx.x] = s; u32 t = clock64(); while (u32(clock64()) - t < 20000) {} }
__global__ void edge(u32* log) { u32 s; u64 g, g0; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g0)); do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g)); while (g == g0); log[s * 2] = g; log[s * 2 + 1] = clock64(); }
static char* mem; static u32* out; static std::vector<u32> h(1 << 18);
template <What W> static void pairs(const char* name, int lines, int firsts, size_t base, u32 turns) {
  CK(cudaMemset(out, 0, size_t(lines) * firsts * 4));
  for (int a = 0; a < firsts; ++a) for (int b = a + 1; b < lines; ++b) two<W><<<132, 256>>>(mem + base + a * 128, mem + base + b * 128, turns, out + a * lines + b);
  CK(cudaMemcpy(h.data(), out, size_t(lines) * firsts * 4, cudaMemcpyDeviceToHost));
  for (int a = 0; a < firsts; ++a) { printf("pair %s base=%zu line=%d cycles", name, base, a); for (int b = a + 1; b < lines; ++b) printf(" %u", h[a * lines + b]); printf("\n"); }
}
template <What W> static void sets(const char* name, u32 n, u32 step, size_t base, int blocks, int threads, u32 turns) {
  u32 best = ~0u, t;
  for (int i = 0; i < 4; ++i) { CK(cudaMemset(out, 0, 4)); use<W><<<blocks, threads>>>(mem + base, n, step, turns, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); if (i) best = std::min(best, t); }
  double each = double(blocks) * threads / 32 * turns * (W == Scatter ? 32 : 1);
  printf("set %s lines=%u step=%u base=%zu blocks=%d warps=%d cycles=%u rate=%.3f\n", name, n, step, base, blocks, threads / 32, best, each / best);
}
int main() {
  CK(cudaMalloc(&mem, size_t(1) << 28)); CK(cudaMemset(mem, 0, size_t(1) << 28)); CK(cudaMalloc(&out, h.size() * 4));
  edge<<<132, 1>>>(out); edge<<<132, 1>>>(out); CK(cudaMemcpy(h.data(), out, 132 * 8, cudaMemcpyDeviceToHost));
  std::vector<std::pair<double, int>> off; for (int s = 0; s < 132; ++s) off.push_back({int(h[s * 2 + 1] - h[1]) - 1.98 * int(h[s * 2] - h[0]), s});
  std::sort(off.begin(), off.end());
  for (size_t k = 0; k < off.size(); ++k) { if (k == 0 || off[k].first - off[k - 1].first > 3000) printf("%sgpc sms=", k ? "\n" : ""); printf("%d,", off[k].second); }
  printf("\n");
  for (int threads : {1024, 256, 32}) for (int g : {4, 8, 16, 24, 33, 50, 66, 100, 132, 264}) { place<<<g, threads>>>(out); CK(cudaMemcpy(h.data(), out, g * 4, cudaMemcpyDeviceToHost)); printf("place threads=%d blocks=%d sms=", threads, g); for (int i = 0; i < g; ++i) printf("%u,", h[i]); printf("\n"); }
  for (u32 n : {1u, 2u, 4u, 8u, 16u, 32u}) for (int page = 0; page < (n == 32 || n == 8 ? 48 : 8); ++page) { sets<Add>("add", n, 128, page * 4096, 132, 256, 16); sets<Sector>("sector", n, 128, page * 4096, 132, 256, 64); if (page < 8) sets<Line>("line", n, 128, page * 4096, 132, 256, 32); }
  for (u32 n : {64u, 128u, 256u, 512u, 1024u, 2048u, 4096u, 8192u, 32768u}) for (int p = 0; p < 6; ++p) { sets<Add>("add", n, 128, p * 5 << 20, 132, 256, 32); sets<Sector>("sector", n, 128, p * 5 << 20, 132, 256, 64); sets<Line>("line", n, 128, p * 5 << 20, 132, 256, 32); }
  for (u32 step : {256u, 512u, 1024u, 2048u, 4096u, 8192u, 16384u, 65536u}) for (u32 n : {8u, 32u, 128u, 512u}) { sets<Add>("add", n, step, 0, 132, 256, 16); sets<Sector>("sector", n, step, 0, 132, 256, 64); }
  for (int sms : {1, 4, 8, 16, 33, 66, 100, 132, 264}) for (int threads : {256, 1024}) { if (sms > 132 && threads < 1024) continue;
    sets<Sector>("sector", 32768, 128, 0, sms, threads, 64); sets<Line>("line", 32768, 128, 0, sms, threads, 64); sets<Scatter>("scatter", 32768, 128, 0, sms, threads, 32); sets<Scatter>("scatter", 1024, 128, 0, sms, threads, 32); sets<Add>("add", 32768, 128, 0, sms, threads, 32); sets<Sector>("sector", 1, 128, 0, sms, threads, 32); sets<Line>("line", 1, 128, 0, sms, threads, 32); }
  pairs<Add>("add", 256, 256, 0, 8);
  pairs<Sector>("sector", 128, 128, 0, 32);
  pairs<Add>("add", 64, 64, 5 << 20, 8);
}
