// Rates of distributed shared memory by the distance of lanes, latencies by their number, products of other shapes.
#include "modern.cuh"
static long long* cyc; static unsigned* sink;
static double med(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
static double lat(std::function<void()> f, double steps) { std::vector<double> v; for (int k = 0; k < 5; ++k) { f(); CK(cudaGetLastError()); CK(cudaDeviceSynchronize()); long long h; CK(cudaMemcpy(&h, cyc, 8, cudaMemcpyDeviceToHost)); v.push_back(h / steps); } return med(v); }
extern __shared__ __align__(1024) unsigned char sm[];
// OP 0 load4, 1 store4, 2 red4, 3 atom4, 4 load16, 5 store16; lanes `stride` bytes apart
template <int OP> __global__ void rate(int dist, unsigned stride, int lanes, long long* c, unsigned* sk) {
  unsigned s = sp(sm), r = cl_rank(), n = cl_size(), a = mapa(s, (r + dist) % n), l = threadIdx.x & 31, w = threadIdx.x / 32, x = 0; uint4 q = {1, 2, 3, 4}; cl_sync(); long long t0 = clk();
  if (l < lanes)
#pragma unroll 1
  for (int k = 0; k < 64; ++k) { unsigned v[4]; uint4 z[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { unsigned o = (l * stride + (w * 4 + u) * 4096 + (k & 7) * 512) & 65535u; if (OP == 0) v[u] = ldc(a + o); if (OP == 1) stc(a + o, k); if (OP == 2) redc(a + o, 1); if (OP == 3) v[u] = atomc(a + o, 1); if (OP == 4) z[u] = ldc4(a + (o & ~15u)); if (OP == 5) stc4(a + (o & ~15u), q); }
    if (OP == 0 || OP == 3) for (int u = 0; u < 4; ++u) x += v[u]; if (OP == 4) for (int u = 0; u < 4; ++u) x += z[u].x ^ z[u].y ^ z[u].z ^ z[u].w; }
  cl_sync(); long long t1 = clk(); if (!threadIdx.x && !blockIdx.x) *c = t1 - t0; if (x == 0x1234567) *sk = x; }
// random words: a hash of thread and step, ranks at random too where dist < 0
template <int OP> __global__ void scattered(int any, long long* c, unsigned* sk) {
  unsigned s = sp(sm), r = cl_rank(), n = cl_size(), h = threadIdx.x * 2654435761u + blockIdx.x * 40503u, x = 0; cl_sync(); long long t0 = clk();
#pragma unroll 1
  for (int k = 0; k < 64; ++k) { unsigned v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { h = h * 1664525u + 1013904223u; unsigned o = (h >> 8 & 2047) * 4, to = any ? (h >> 24) % n : (r + 1) % n, a = mapa(s + o, to); if (OP == 0) v[u] = ldc(a); if (OP == 1) stc(a, k); if (OP == 2) redc(a, 1); if (OP == 3) v[u] = atomc(a, 1); }
    if (OP == 0 || OP == 3) for (int u = 0; u < 4; ++u) x += v[u]; }
  cl_sync(); long long t1 = clk(); if (!threadIdx.x && !blockIdx.x) *c = t1 - t0; if (x == 0x1234567) *sk = x; }
// latency of one warp's load by the number of lanes and their distance: a chain through lane 0
__global__ void warp_lat(unsigned stride, int lanes, long long* c, unsigned* sk) { unsigned s = sp(sm), r = cl_rank(); for (int k = threadIdx.x; k < 16384; k += 32) ((unsigned*)sm)[k] = 0; cl_sync(); unsigned a = mapa(s, (r + 1) % cl_size()) + threadIdx.x * stride; if (!r && threadIdx.x < lanes) { long long t0 = clk(); for (int k = 0; k < 128; ++k) a += ldc(a); if (!threadIdx.x) { *c = clk() - t0; *sk = a; } } cl_sync(); }
// the two halves of a barrier of the cluster
__global__ void bar_parts(int what, long long* c) { cl_sync(); long long t = 0; for (int k = 0; k < 64; ++k) { long long t0 = clk(); if (what == 0) { cl_arrive(); t += clk() - t0; cl_wait(); } if (what == 1) { cl_arrive(); t0 = clk(); cl_wait(); t += clk() - t0; } if (what == 2) { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); t0 = clk(); asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); t += clk() - t0; } if (what == 3) { asm volatile("fence.acq_rel.cluster;" ::: "memory"); t += clk() - t0; } } if (!threadIdx.x && !blockIdx.x) *c = t; }
#define MMA(NAME, F, ASM, SUMS, ...) struct NAME { static constexpr int FMA = F; SUMS; unsigned a[4], b[2]; double da[4], db[2]; DI void z(int i) { for (auto& x : d) x = i; for (auto& x : a) x = threadIdx.x + i; b[0] = b[1] = i; for (auto& x : da) x = i; db[0] = db[1] = i; } DI void op() { asm volatile(ASM __VA_ARGS__); } DI float out() { float t = 0; for (auto& x : d) t += x; return t; } };
MMA(F16k8, 1024, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};", float d[4], : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]))
MMA(T32k4, 512, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};", float d[4], : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]))
MMA(S8k16, 2048, "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};", int d[4], : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]))
MMA(E4k32, 4096, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};", float d[4], : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
MMA(D884, 256, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};", double d[2], : "+d"(d[0]), "+d"(d[1]) : "d"(da[0]), "d"(db[0]))
MMA(D1684, 512, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};", double d[4], : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(da[0]), "d"(da[1]), "d"(db[0]))
template <class M, int I> __global__ void mma_time(long long* c, unsigned* sk) { M m[I]; for (int i = 0; i < I; ++i) m[i].z(i + 1); __syncthreads(); long long t0 = clk(); for (int k = 0; k < 64; ++k) {
#pragma unroll
    for (int u = 0; u < 4; ++u)
#pragma unroll
      for (int i = 0; i < I; ++i) m[i].op(); }
  float x = 0; for (int i = 0; i < I; ++i) x += m[i].out(); if (x == 12345.f) *sk = 1; __syncthreads(); long long t1 = clk(); if (!threadIdx.x) *c = t1 - t0; }
template <class M> static void products(const char* n) { printf("mma_%s_latency %.4g cycles\n", n, lat([&] { mma_time<M, 1><<<1, 32>>>(cyc, sink); }, 256)); printf("mma_%s_rate_w16 %.5g FMA/clk/SM\n", n, 256. * 16 * M::FMA / lat([&] { mma_time<M, 1><<<1, 512>>>(cyc, sink); }, 1)); printf("mma_%s_rate_w8_chains4 %.5g FMA/clk/SM\n", n, 1024. * 8 * M::FMA / lat([&] { mma_time<M, 4><<<1, 256>>>(cyc, sink); }, 1)); }
template <int N> __global__ void ldm_lat(long long* c, unsigned* sk) { unsigned a = sp(sm) + threadIdx.x * 16, x = 0; for (int k = threadIdx.x; k < 1024; k += 32) ((unsigned*)sm)[k] = 0; __syncwarp(); long long t0 = clk(); for (int k = 0; k < 128; ++k) { if (N == 1) { asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(a) : "memory"); a += x; } else { unsigned r[2]; ldm2(r, a); a += r[0]; } } long long t1 = clk(); if (!threadIdx.x) { *c = t1 - t0; *sk = a; } }
int main() { CK(cudaMalloc(&cyc, 64)); CK(cudaMalloc(&sink, 64)); const char* op[] = {"load4", "store4", "red4", "atom4", "load16", "store16"};
  void (*k[])(int, unsigned, int, long long*, unsigned*) = {rate<0>, rate<1>, rate<2>, rate<3>, rate<4>, rate<5>};
  for (int o = 0; o < 6; ++o) { big_smem(k[o], 70000); for (int n : {2, 4}) for (unsigned st : {4u, 8u, 16u, 32u, 64u, 132u, 260u}) printf("dsm_%s_cluster%d_stride%u %.5g cycles/warp-op\n", op[o], n, st, lat([&] { How h; h.cluster = n; go(k[o], n, 1024, 70000, h, 1, st, 32, cyc, sink); }, 256. * 32));
    for (int l : {1, 4, 8, 16}) printf("dsm_%s_cluster4_stride32_lanes%d %.5g cycles/warp-op\n", op[o], l, lat([&] { How h; h.cluster = 4; go(k[o], 4, 1024, 70000, h, 1, 32u, l, cyc, sink); }, 256. * 32));
    for (int w : {1, 4, 16}) printf("dsm_%s_cluster4_stride260_warps%d %.5g cycles/warp-op\n", op[o], w, lat([&] { How h; h.cluster = 4; go(k[o], 4, 32 * w, 70000, h, 1, 260u, 32, cyc, sink); }, 256. * w)); }
  void (*q[])(int, long long*, unsigned*) = {scattered<0>, scattered<1>, scattered<2>, scattered<3>};
  for (int o = 0; o < 4; ++o) for (int n : {1, 2, 4, 8}) for (int any : {0, 1}) printf("dsm_%s_scattered_cluster%d_%s %.5g cycles/warp-op\n", op[o], n, any ? "any_rank" : "next_rank", lat([&] { How h; h.cluster = n; go(q[o], n, 512, 8192, h, any, cyc, sink); }, 256. * 16));
  big_smem(warp_lat, 70000); for (int l : {1, 8, 32}) for (unsigned st : {4u, 32u, 260u}) printf("dsm_load_latency_lanes%d_stride%u %.5g cycles\n", l, st, lat([&] { How h; h.cluster = 2; go(warp_lat, 2, 32, 70000, h, st, l, cyc, sink); }, 128));
  const char* part[] = {"arrive_release", "wait_after_release", "wait_after_relaxed", "fence_cluster"}; for (int p = 0; p < 4; ++p) for (int n : {2, 8}) for (int t : {32, 256}) printf("cluster%d_%s_thr%d %.5g cycles\n", n, part[p], t, lat([&] { How h; h.cluster = n; go(bar_parts, n, t, 0, h, p, cyc); }, 64));
  products<F16k8>("f16_m16n8k8"); products<T32k4>("tf32_m16n8k4"); products<S8k16>("s8_m16n8k16"); products<E4k32>("e4m3_m16n8k32"); products<D884>("f64_m8n8k4"); products<D1684>("f64_m16n8k4");
  printf("ldmatrix_x1_latency %.4g cycles\nldmatrix_x2_latency %.4g cycles\n", lat([&] { ldm_lat<1><<<1, 32, 8192>>>(cyc, sink); }, 128), lat([&] { ldm_lat<2><<<1, 32, 8192>>>(cyc, sink); }, 128)); }
