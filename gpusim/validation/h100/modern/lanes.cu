// Cycles of one bulk copy per lane, by lanes and by which operands differ between lanes; of arrivals at barriers in shared memory by
// warps; of copies that find their lines in L1; of stores from shared to global memory in a loop.
#include "modern.cuh"
extern __shared__ __align__(1024) unsigned char sm[];
template <int W> __global__ void lanes(const char* g, int active, long long* c) {  // W: 0 all operands differ, 1 addresses of shared memory alone, 2 none, 3 barrier, too
  __shared__ uint64_t bar[32]; unsigned l = threadIdx.x; if (!l) { for (int i = 0; i < 32; ++i) mb_init(sp(bar + i), 1); mb_fence(); } __syncwarp();
  unsigned d = sp(sm) + (W == 2 ? 0 : l * 256), b = sp(bar) + (W == 3 ? l * 8 : 0); const char* p = g + (W == 0 || W == 3 ? l * 4096 : 0);
  if (!l && W != 3) mb_expect(b, 16 * active * 128); if (W == 3) mb_expect(b, 16 * 128); __syncwarp();
  long long t0 = clk();
  if (l < active) {
#pragma unroll
    for (int k = 0; k < 16; ++k) bulk_g2s(d, p + k * 128, 128, b); }
  __syncwarp(); long long t1 = clk(); if (l < active) while (!mb_try(b, 0)) {} if (!l) *c = t1 - t0; }
template <int W> __global__ void arrive(int op, long long* c) {  // all warps: 0 one lane arrives, 1 all lanes arrive, 2 one lane looks at a phase that is over
  __shared__ uint64_t bar; unsigned b = sp(&bar), x = 0; if (!threadIdx.x) { mb_init(b, 1 << 19); mb_fence(); } __syncthreads(); bool one = threadIdx.x % 32 == 0; long long t0 = clk();
  if (W == 0) { if (one) for (int k = 0; k < 64; ++k) mb_arrive(b); }
  if (W == 1) { for (int k = 0; k < 64; ++k) mb_arrive(b); }
  if (W == 2) { if (one) for (int k = 0; k < 64; ++k) x += mb_try(b, 1 ^ (x >> 20)); }
  if (W == 3) { for (int k = 0; k < 64; ++k) x += mb_try(b, 1 ^ (x >> 20)); }
  __syncthreads(); long long t1 = clk(); if (!threadIdx.x) *c = t1 - t0 + (x == 12345678); }
__global__ void l1(const char* g, int n, int touch, long long* c, unsigned* out) { unsigned a = sp(sm) + threadIdx.x * 16, x = 0; const char* p = g + threadIdx.x * 16; for (int k = 0; k < n; ++k) { unsigned v; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + k * 1024) : "memory"); x ^= v; } if (x == 77) *out = x; __syncthreads();
  long long t0 = clk();
#pragma unroll 1
  for (int k = 0; k < n; k += 8) {
#pragma unroll
    for (int u = 0; u < 8; ++u) cpa_ca<16>(a + u * 512, p + (k + u) * 1024); cpa_commit(); cpa_wait<0>(); } long long t1 = clk(); if (!threadIdx.x) *c = t1 - t0; }
long long *cyc; char* G; unsigned* out;
template <class F> double lat(F f) { f(); f(); CK(cudaDeviceSynchronize()); long long best = 1ll << 60; for (int i = 0; i < 5; ++i) { f(); CK(cudaDeviceSynchronize()); long long h; CK(cudaMemcpy(&h, cyc, 8, cudaMemcpyDeviceToHost)); best = std::min(best, h); } return best; }
int main() { CK(cudaMalloc(&cyc, 64)); CK(cudaMalloc(&G, 1 << 24)); CK(cudaMalloc(&out, 64)); CK(cudaMemset(G, 1, 1 << 24));
  const char* names[] = {"all", "shared", "none", "all_and_barrier"};
  for (int n : {1, 2, 4, 8, 16, 32}) {
    printf("bulk_lanes_%s_%d %g cycles/copy\n", names[0], n, lat([&] { lanes<0><<<1, 32, 32768>>>(G, n, cyc); }) / 16 / n);
    printf("bulk_lanes_%s_%d %g cycles/copy\n", names[1], n, lat([&] { lanes<1><<<1, 32, 32768>>>(G, n, cyc); }) / 16 / n);
    printf("bulk_lanes_%s_%d %g cycles/copy\n", names[2], n, lat([&] { lanes<2><<<1, 32, 32768>>>(G, n, cyc); }) / 16 / n);
    printf("bulk_lanes_%s_%d %g cycles/copy\n", names[3], n, lat([&] { lanes<3><<<1, 32, 32768>>>(G, n, cyc); }) / 16 / n); }
  for (int w : {1, 2, 4, 8, 16, 32}) { printf("mbarrier_arrive_one_lane_w%d %g cycles\n", w, lat([&] { arrive<0><<<1, w * 32>>>(0, cyc); }) / 64); printf("mbarrier_arrive_all_lanes_w%d %g cycles\n", w, lat([&] { arrive<1><<<1, w * 32>>>(0, cyc); }) / 64);
    printf("mbarrier_try_one_lane_w%d %g cycles\n", w, lat([&] { arrive<2><<<1, w * 32>>>(0, cyc); }) / 64); printf("mbarrier_try_all_lanes_w%d %g cycles\n", w, lat([&] { arrive<3><<<1, w * 32>>>(0, cyc); }) / 64); }
  for (int t : {1, 32, 128}) printf("cpasync_ca16_L1_eight_thr%d %g cycles\n", t, lat([&] { l1<<<1, t, 32768>>>(G, 32, 1, cyc, out); }) / 4);
  return 0; }
