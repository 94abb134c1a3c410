// Loops of copies to shared memory, of bulk copies, and of barriers in shared memory and named ones, as the measurements have
// them but without clocks: the simulator's cycles of n steps are those of two launches apart. copies.ptx is made of it by
// nvcc -ptx -arch=sm_90a.
#include "modern.cuh"
extern __shared__ __align__(1024) unsigned char sm[];
const unsigned region = 131072;  // bytes of global memory that a block copies again and again
// The memory that a kernel copies is in L2 when its loop begins, if warmed is its bytes.
DI unsigned warm(const char* g, unsigned warmed) { unsigned x = 0; for (unsigned i = threadIdx.x * 16; i < warmed; i += blockDim.x * 16) { uint4 v; asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(g + i) : "memory"); x ^= v.x; } return x; }
// One copy after the other. A touched line is in L1 as well.
template <int MODE> DI void latency(unsigned* out, int n, const char* g, unsigned warmed, unsigned touched) {
  const int W = MODE == 0 ? 4 : MODE == 17 ? 16 : MODE; unsigned a = sp(sm) + threadIdx.x * W, x = warm(g, warmed); const char* p = g + threadIdx.x * W;
  for (unsigned k = 0; k < touched; ++k) { unsigned v; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + k * 1024) : "memory"); x ^= v; }
#pragma unroll 1
  for (int k = 0; k < n; ++k, p += 8192) {
#pragma unroll
   for (int j = 0; j < 8; ++j) {
    if (MODE == 0) { unsigned v; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + j * 1024) : "memory"); asm volatile("st.shared.u32 [%0], %1;" :: "r"(a), "r"(v) : "memory"); asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); x ^= v; if (v == 0x7654321) out[1] = v; }
    else { if (MODE == 17) cpa_cg(a, p + j * 1024); else cpa_ca<MODE == 17 || MODE == 0 ? 4 : MODE>(a, p + j * 1024); cpa_commit(); cpa_wait<0>(); } } }
  if (x == 77) *out = x; }
#define LATENCY(NAME, MODE) extern "C" __global__ void NAME(unsigned* out, int n, const char* g, unsigned warmed, unsigned touched) { latency<MODE>(out, n, g, warmed, touched); }
LATENCY(cpasync_lat_ld4_st_ld, 0)
LATENCY(cpasync_lat_ca4, 4)
LATENCY(cpasync_lat_ca8, 8)
LATENCY(cpasync_lat_ca16, 16)
LATENCY(cpasync_lat_cg16, 17)
// S stages of U copies of 16 bytes per thread, n times.
template <int S, int U> DI void rate(unsigned* out, int n, const char* g, unsigned warmed) {
  unsigned t = threadIdx.x, b = blockDim.x, x = warm(g, warmed), a = sp(sm) + t * 16, step = b * 16 * U, at = 0; g += t * 16;
  __syncthreads();
#pragma unroll
  for (int s = 0; s < S - 1; ++s) { for (int u = 0; u < U; ++u) cpa_cg(a + (s * U + u) * b * 16, g + at + u * b * 16); cpa_commit(); at = at + step & region - 1; }
  unsigned slot = S - 1;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int u = 0; u < U; ++u) cpa_cg(a + (slot * U + u) * b * 16, g + at + u * b * 16);
    cpa_commit(); at = at + step & region - 1; cpa_wait<S - 1>(); slot = slot + 1 == S ? 0 : slot + 1; }
  cpa_wait<0>(); if (x == 77) *out = x; }
#define RATE(S, U) extern "C" __global__ void cpasync_rate_##S##_##U(unsigned* out, int n, const char* g, unsigned warmed) { rate<S, U>(out, n, g, warmed); }
RATE(1, 1)
RATE(2, 1)
RATE(4, 1)
RATE(8, 1)
RATE(2, 4)
RATE(4, 4)
RATE(8, 4)
// Bulk copies of one thread.
extern "C" __global__ void bulk_g2s_lat(unsigned* out, int n, const char* g, unsigned warmed, unsigned bytes, unsigned parts) { __shared__ uint64_t bar; unsigned b = sp(&bar); mb_init(b, 1); mb_fence(); unsigned ph = 0, x = warm(g, warmed);
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
#pragma unroll
   for (int j = 0; j < 8; ++j) { mb_expect(b, bytes); bulk_g2s(sp(sm), g + (k * 8 + j & parts - 1) * 65536, bytes, b); mb_wait(b, ph); ph ^= 1; } } if (x == 77) *out = x; }
extern "C" __global__ void bulk_g2s_issue(unsigned* out, int n, const char* g, unsigned warmed, unsigned bytes) { __shared__ uint64_t bar; unsigned b = sp(&bar), x = warm(g, warmed); mb_init(b, 1); mb_fence(); mb_expect(b, bytes * 8 * n);
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) bulk_g2s(sp(sm) + k * bytes, g + k * bytes, bytes, b); }
  if (x == 77) *out = x; while (!mb_try(b, 0)) {} }
extern "C" __global__ void bulk_g2s_rate(unsigned* out, int n, const char* g, unsigned warmed, unsigned bytes, int d) { __shared__ uint64_t bar[16]; for (int i = 0; i < d; ++i) mb_init(sp(bar + i), 1); mb_fence(); unsigned s = 0, ph = 1, at = 0, x = warm(g, warmed);
#pragma unroll 1
  for (int k = 0; k < n + d; ++k) { unsigned b = sp(bar) + 8 * s; if (k >= d) mb_wait(b, ph); if (k < n) { mb_expect(b, bytes); bulk_g2s(sp(sm) + s * bytes, g + at, bytes, b); at = at + bytes & region - 1; } if (++s == (unsigned)d) { s = 0; ph ^= 1; } }
  if (x == 77) *out = x; }
extern "C" __global__ void bulk_s2g_lat_complete(unsigned* out, int n, char* g, unsigned warmed, unsigned bytes) {
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
#pragma unroll
   for (int j = 0; j < 8; ++j) { bulk_s2g(g + j % 2 * 65536, sp(sm), bytes); bulk_commit(); bulk_wait<0>(); } } if (bytes == 7) *out = n; }
extern "C" __global__ void bulk_s2g_lat_read(unsigned* out, int n, char* g, unsigned warmed, unsigned bytes) {
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
#pragma unroll
   for (int j = 0; j < 8; ++j) { bulk_s2g(g + j % 2 * 65536, sp(sm), bytes); bulk_commit(); bulk_wait_read<0>(); } } bulk_wait<0>(); if (bytes == 7) *out = n; }
template <int D, int RED> DI void stores(unsigned* out, int n, char* g, unsigned bytes) {
#pragma unroll 1
  for (size_t k = 0; k < n; ++k) { if (RED) bulk_red(g + k * bytes, sp(sm) + (k % D) * bytes, bytes); else bulk_s2g(g + k * bytes, sp(sm) + (k % D) * bytes, bytes); bulk_commit(); bulk_wait_read<D - 1>(); } bulk_wait<0>(); if (bytes == 7) *out = n; }
extern "C" __global__ void bulk_s2g_rate_1(unsigned* out, int n, char* g, unsigned warmed, unsigned bytes) { stores<1, 0>(out, n, g, bytes); }
extern "C" __global__ void bulk_s2g_rate_4(unsigned* out, int n, char* g, unsigned warmed, unsigned bytes) { stores<4, 0>(out, n, g, bytes); }
extern "C" __global__ void bulk_red_rate_4(unsigned* out, int n, char* g, unsigned warmed, unsigned bytes) { stores<4, 1>(out, n, g, bytes); }
// Barriers. count is the threads that one in shared memory waits for, and thr those of the block.
#define BAR(NAME, COUNT, STEP) extern "C" __global__ void NAME(unsigned* out, int n, int thr) { __shared__ uint64_t bar[2]; unsigned b = sp(bar), x = 0; if (!threadIdx.x) { mb_init(b, COUNT); mb_init(b + 8, thr > 1 ? thr / 2 : 1); mb_fence(); } __syncthreads(); \
  for (int i = 0; i < n; ++i) { _Pragma("unroll") for (int k = 0; k < 8; ++k) { STEP; } } if (n + x == 77) *out = x; }
BAR(mbarrier_init, 1 << 19, mb_init(b + 8, 5))
BAR(mbarrier_arrive, 1 << 19, mb_arrive(b))
BAR(mbarrier_arrive_expect_tx, 1, mb_expect(b, 0))
BAR(mbarrier_test_wait_done, 1 << 19, x += mb_test(b, 1 ^ (x >> 20)))
BAR(mbarrier_try_wait_done, 1 << 19, x += mb_try(b, 1 ^ (x >> 20)))
BAR(mbarrier_arrive_wait, thr, mb_arrive(b); mb_wait(b, k & 1))
BAR(bar_sync_0, 1, asm volatile("bar.sync 0;" ::: "memory"))
BAR(named_bar_half_block, 1, asm volatile("bar.sync %0, %1;" :: "r"(1 + threadIdx.x / (thr / 2)), "r"(thr / 2) : "memory"))
extern "C" __global__ void named_bar_pingpong_roundtrip(unsigned* out, int n, int thr) { if (threadIdx.x < thr / 2) for (int k = 0; k < n * 8; ++k) { asm volatile("bar.arrive 1, %0;" :: "r"(thr) : "memory"); asm volatile("bar.sync 2, %0;" :: "r"(thr) : "memory"); } else for (int k = 0; k < n * 8; ++k) { asm volatile("bar.sync 1, %0;" :: "r"(thr) : "memory"); asm volatile("bar.arrive 2, %0;" :: "r"(thr) : "memory"); } if (n == 77) *out = n; }
