// Rounds of loads that wait for each other: what a round takes when every SM walks through the same lines (step), and loads of lines that
// several warps of an SM read (mix). Cycles as warps see them; cold: other data was read before.
#include "../include/common.cuh"
typedef unsigned u32;
__device__ u32 sink, took[132 * 64];
__device__ __forceinline__ u32 ld(const char* p) { u32 a; asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(p)); return a; }
__global__ void flush(const char* p, size_t bytes) { u32 x = 0; for (size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 4; i < bytes; i += gridDim.x * (size_t)blockDim.x * 4) x ^= ld(p + i); if (x == 77) sink = x; }
// A: every warp of every block reads K lines, apart bytes from each other, waits for all, and goes on to the next K.
template <int K> __global__ void step(const char* p, int rounds, int apart) {
  u32 x = 0; p += threadIdx.x % 32 * 4;
  long long t0 = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    u32 v[K];
#pragma unroll
    for (int k = 0; k < K; ++k) v[k] = ld(p + (size_t)k * apart);
#pragma unroll
    for (int k = 0; k < K; ++k) x += v[k];
    p += (size_t)K * apart + (x == 123456789);
  }
  took[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = clock64() - t0;
  if (x == 77) sink = x;
}
// B: groups of `share` warps read the same lines, 16 under way at a time; with ONE, every other load is of one word for all lanes.
template <bool ONE> __global__ void mix(const char* p, const char* q, int iters, int share) {
  int warp = threadIdx.x / 32, groups = blockDim.x / 32 / share;
  p += threadIdx.x % 32 * 4 + warp / share * 128; q += warp * 4096;
  u32 x = 0; long long t0 = clock64();
#pragma unroll 1
  for (int r = 0; r < iters; r += 16) {
#pragma unroll
    for (int k = 0; k < 16; ++k) { x ^= ld(p + (size_t)k * groups * 128); if (ONE) x ^= ld(q + k * 4); }
    p += 16 * groups * 128; q += 64;
  }
  took[blockIdx.x * (blockDim.x / 32) + warp] = clock64() - t0;
  if (x == 77) sink = x;
}
static std::vector<u32> got(int n) { std::vector<u32> h(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpyFromSymbol(h.data(), took, n * 4)); std::sort(h.begin(), h.end()); return h; }
static void cold() { flush<<<1056, 256>>>((char*)B, BUF); flush<<<1056, 256>>>((char*)B, BUF); }
template <int K> void a(int blocks, int warps, int apart, bool warm) {
  const int rounds = 16;
  for (int i = 0; i < 2; ++i) { if (!warm) cold(); step<K><<<blocks, warps * 32>>>((char*)A, rounds, apart); }
  auto t = got(blocks * warps);
  printf("step k=%d blocks=%d warps=%d apart=%d %s min=%.0f median=%.0f max=%.0f cycles_a_round\n", K, blocks, warps, apart, warm ? "warm" : "cold", t[0] / 16.0, t[t.size() / 2] / 16.0, t.back() / 16.0);
}
template <bool ONE> void b(int blocks, int warps, int share) {
  const int iters = 256;
  for (int i = 0; i < 2; ++i) mix<ONE><<<blocks, warps * 32>>>((char*)A, (char*)C, iters, share);
  auto t = got(blocks * warps);
  printf("mix one=%d blocks=%d warps=%d share=%d median=%.3f max=%.3f cycles_a_load\n", ONE, blocks, warps, share, t[t.size() / 2] / (iters * (1.0 + ONE) * warps), t.back() / (iters * (1.0 + ONE) * warps));
}
int main() {
  alloc_buffers();
  for (bool warm : {false, true}) for (int apart : {1024, 128, 4096}) for (int blocks : {1, 2, 8, 32, 132}) for (int warps : {1, 8}) {
    a<1>(blocks, warps, apart, warm); a<2>(blocks, warps, apart, warm); a<4>(blocks, warps, apart, warm); a<9>(blocks, warps, apart, warm); a<16>(blocks, warps, apart, warm); }
  for (int blocks : {1, 132}) for (int warps : {16, 32}) for (int share : {1, 2, 4, 8, 16, 32}) if (share <= warps) { b<false>(blocks, warps, share); b<true>(blocks, warps, share); }
}
