// Stores that an SM makes to the same places again.
//
//   nvcc -O3 -arch=sm_90 -o merge merge.cu && ./merge > merge.txt
//   ncu --clock-control none --cache-control none --metrics lts__t_requests_srcunit_tex_op_write.sum ./merge count
//
// Blocks of 32 warps, one an SM; each warp stores 64 times, in turn to one of `places`: a line,
// 512 bytes of which each lane writes a word of 16 bytes or of 4, or a word in each of 32 lines.
// cycles: until a fence has seen the stores, the least of 5 launches. sent: the part of the
// lines stored that L2 was asked to write, by the profiler. With few places the loop itself
// takes the time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32;
template <int How> __global__ void stores(char* out, u32 places, long long* log) {
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, at = warp % places;
  long long t = clock64();
#pragma unroll 4
  for (u32 i = 0; i < 64; ++i) {
    if (How == 0) asm volatile("st.global.u32 [%0],%1;" ::"l"(out + at * 128 + lane * 4), "r"(i) : "memory");
    if (How == 1) asm volatile("st.global.v4.u32 [%0],{%1,%1,%1,%1};" ::"l"(out + at * 512 + lane * 16), "r"(i) : "memory");
    if (How == 2) asm volatile("st.global.u32 [%0],%1;" ::"l"(out + at * 512 + lane * 16), "r"(i) : "memory");
    if (How == 3) asm volatile("st.global.u32 [%0],%1;" ::"l"(out + at * 4096 + lane * 128), "r"(i) : "memory");
    at += 32; while (at >= places) at -= places;
  }
  __threadfence(); __syncthreads();
  if (threadIdx.x == 0) log[blockIdx.x] = clock64() - t;
}
static char* out; static long long* logs; static bool count;
template <int How> static void one(const char* name, u32 lines) {
  for (u32 places : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 20u, 24u, 28u, 32u, 40u, 48u, 64u, 96u, 128u, 256u, 1024u}) for (int blocks : {1, 132}) {
    if (places > 1024 / lines * 4 && places > 4) continue;
    long long best = 1ll << 60;
    for (int i = 0; i < (count ? 1 : 5); ++i) {
      stores<How><<<blocks, 1024>>>(out, places, logs); CK(cudaDeviceSynchronize());
      long long most = 0; for (int b = 0; b < blocks; ++b) most = std::max(most, logs[b]);
      best = std::min(best, most); }
    printf("merge %s places=%u blocks=%d cycles=%lld\n", name, places, blocks, best);
  }
}
int main(int argc, char**) {
  count = argc > 1; CK(cudaMalloc(&out, 1 << 26)); CK(cudaMemset(out, 0, 1 << 26)); CK(cudaMallocManaged(&logs, 8 * 132));
  one<0>("line", 1); one<1>("quads", 4); one<2>("words", 4); one<3>("lines", 32);
}
