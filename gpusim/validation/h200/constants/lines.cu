// What a load of constants takes whose lanes ask for several lines.
//   nvcc -O3 -arch=sm_90 -o lines lines.cu && ./lines > lines.txt
// mid:   a chain of loads of one warp through 32 KB, which the cache next to the SM does not
//        hold and the one behind it does: cycles a load, by how many lines its lanes ask
//        for and how many bytes these lie apart.
// hit:   the same within one line: cycles a load, by distinct addresses.
// first: the first load of a launch, which no cache of the SM holds and L2 does; `warps` of
//        them at once, of which the slowest counts: cycles of the load, by lines and bytes apart.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)
typedef unsigned u32;
__constant__ u32 table[16384];
__device__ u32 clock32() { u32 t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory"); return t; }
__device__ void wait_for(u32 v) { asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; @p trap;}" ::"r"(v) : "memory"); }

// One load at a time; its lanes ask for `lines` lines, `apart` words apart, and each step goes on by `step` words.
__global__ void chain(u32* out, int n, int lines, int apart, int step, u32 wrap) {
  u32 at = threadIdx.x % lines * apart, j = 0;
  for (int k = 0; k < 512; ++k) j = table[(j + at + k * 16) & 16383]; // bring all there is to the caches
  u32 base = 0, t0 = clock32();
  for (int k = 0; k < n; ++k) { j = table[(j + at + base) & wrap]; base += step; }
  wait_for(j);
  u32 t = clock32() - t0;
  if (threadIdx.x == 0) out[0] = t;
}
__global__ void first(u32* out, int lines, int apart) {
  u32 at = threadIdx.x % 32 % lines * apart;
  __syncthreads();
  u32 t0 = clock32(), j = table[at];
  wait_for(j);
  u32 t = clock32() - t0;
  atomicMax(out, t);
}
static u32* out;
template <class F> static double median(F launch) {
  std::vector<u32> v;
  for (int i = 0; i < 9; ++i) {
    u32 t = 0;
    CK(cudaMemset(out, 0, 4)); launch(); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost));
    v.push_back(t);
  }
  std::sort(v.begin(), v.end());
  return v[4];
}
int main() {
  CK(cudaMalloc(&out, 4));
  for (int apart : {4, 16, 64, 256, 1024}) for (int lines : {1, 2, 4, 8, 16, 32}) if (lines * apart * 4 <= 32768) {
    auto run = [&](int n) { return median([&] { chain<<<1, 32>>>(out, n, lines, apart / 4, std::max(16, lines * apart / 4), 8191); }); };
    printf("mid apart=%d lines=%d cycles=%.1f\n", apart, lines, (run(2048) - run(1024)) / 1024);
  }
  for (int lines : {1, 2, 4, 8, 16}) {
    auto run = [&](int n) { return median([&] { chain<<<1, 32>>>(out, n, lines, 1, 0, 8191); }); };
    printf("hit addresses=%d cycles=%.1f\n", lines, (run(2048) - run(1024)) / 1024);
  }
  for (int warps : {1, 4, 8}) for (int apart : {4, 16, 64, 256, 1024}) for (int lines : {1, 2, 4, 8, 16, 32}) if (lines * apart <= 65536)
    printf("first warps=%d apart=%d lines=%d cycles=%.0f\n", warps, apart, lines, median([&] { first<<<1, warps * 32>>>(out, lines, apart / 4); }));
  return 0;
}
