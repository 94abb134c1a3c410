// Which loads behind stores to the same words miss L1: a lane works on a row of its own.
// how: 0 rows are stored in order, then loaded `rounds` times; 1 rows are loaded first, then x = row[j]; row[j] = x + 1;
// 2 as 1 behind stores; 3 swaps of row[j] and row[j/2] behind stores; 4 as 3 for lanes by a bit of the number;
// 5 as 2 at places in disorder; 6 as 2 but the load is of row[j] and the store to row[j] of the step before;
// 7 as 0, but stored backwards; 8: rows are copied from another array as loads and stores by turns, then loaded;
// 9: as 0, but a sector is stored by words 0, 4, 1, 5, 2, 6, 3, 7; 10: as 4, rows loaded first
#include <cstdio>
#include <cuda_runtime.h>
__device__ __forceinline__ unsigned ld(const unsigned* p) { unsigned v; asm volatile("ld.global.ca.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st(unsigned* p, unsigned v) { asm volatile("st.global.u32 [%0],%1;" ::"l"(p), "r"(v) : "memory"); }
template <int How> __global__ void go(unsigned* a, const unsigned* from, int lanes, int pitch, int len, int rounds, unsigned* sink) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane >= lanes) return;
  unsigned* row = a + (warp * lanes + lane) * (pitch / 4);
  const unsigned* other = from + (warp * lanes + lane) * (pitch / 4);
  unsigned x = 0;
  if (How == 1 || How == 10) for (int i = 0; i < len; ++i) x += ld(row + i);
  else if (How == 7) for (int i = len - 1; i >= 0; --i) st(row + i, i * 2654435761u);
  else if (How == 8) for (int i = 0; i < len; ++i) st(row + i, ld(other + i) + i);
  else if (How == 9) for (int i = 0; i < len; ++i) st(row + (i & ~7) + (i & 7) / 2 + (i & 1) * 4, i * 2654435761u);
  else for (int i = 0; i < len; ++i) st(row + i, i * 2654435761u);
  unsigned h = lane * 977 + 1;
  for (int r = 0; r < rounds; ++r)
    for (int j = 0; j < len; ++j) {
      if (How == 0 || How == 7 || How == 8 || How == 9) x += ld(row + j);
      if (How == 1 || How == 2) { unsigned y = ld(row + j); st(row + j, y + 1); }
      if (How == 3 || How == 4 || How == 10) {
        unsigned y = ld(row + j);
        if (How == 3 || ((y * 2654435761u + lane * 40503u) >> 13 & 1)) { unsigned z = ld(row + j / 2); st(row + j / 2, y); st(row + j, z); } }
      if (How == 5) { h = h * 1664525 + 1013904223; unsigned k = (h >> 10) % len; unsigned y = ld(row + k); st(row + k, y + 1); }
      if (How == 6) { unsigned y = ld(row + j); if (j) st(row + j - 1, y + x); x = y; }
    }
  if (x == 77) *sink = x;
}
template <int How> void all(unsigned* a, unsigned* b) {
  for (int lanes : {1, 8, 32}) for (int pitch : {128, 192, 256, 1152}) for (int warps : {1, 4}) {
    if (pitch == 1152 && lanes < 32) continue;
    int len = pitch < 256 ? pitch / 4 : 64;
    go<How><<<1, 32 * warps>>>(a, b, lanes, pitch, len, 4, a + (1 << 23));
    int e = cudaDeviceSynchronize();
    printf("inplace how=%d lanes=%d pitch=%d len=%d warps=%d error=%d\n", How, lanes, pitch, len, warps, e);
  }
}
int main() {
  unsigned *a, *b; cudaMalloc(&a, 1 << 26); cudaMalloc(&b, 1 << 24); cudaMemset(a, 0, 1 << 26); cudaMemset(b, 0, 1 << 24);
  all<0>(a, b); all<1>(a, b); all<2>(a, b); all<3>(a, b); all<4>(a, b); all<5>(a, b); all<6>(a, b); all<7>(a, b); all<8>(a, b); all<9>(a, b); all<10>(a, b);
}
