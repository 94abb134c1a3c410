// What one small launch costs: fetching instructions, parameters and data that no cache holds,
// the start of blocks, and what one SM, one GPC and the chip draw from L2 and memory.
//
//   cold [GROUP …]       one line a launch; data in L2 (prep=warm) or flushed (prep=flush)
//   cold profile [GROUP …]   the same launches once each, for a profiler that flushes the caches
//
// Stamps are the clock of the SM, taken by lane 0. Every measured kernel is called m_….
#include <cmath>
#include <cstdarg>
#include <map>
#include <set>
#define BUF_BYTES (size_t(1) << 22)
#include "../include/common.cuh"
#define DEV __device__ __forceinline__
typedef unsigned u32;
static const u32 LOG = 1u << 20;
static const size_t MEM = size_t(1) << 31;
static u32 *log_, host[LOG];
static char* mem;
static int SMs;
static bool profiled;

DEV u32 now() { unsigned long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return u32(t) + u32(t >> 32); }  // both halves, or ptxas takes a slower way to read one
DEV u32 smid() { u32 s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
// Waits until v is there: all memory is zero, so nothing traps.
DEV void wait_for(u32 v) { asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; @p trap;}" ::"r"(v) : "memory"); }
DEV u32 load4(const void* p) { u32 v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
DEV u32 load4ca(const void* p) { u32 v; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
DEV u32 load16(const void* p) { uint4 v; asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory"); return v.x | v.y | v.z | v.w; }
DEV void store4(void* p, u32 v) { asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
DEV void store16(void* p, u32 v) { asm volatile("st.global.v4.u32 [%0], {%1,%1,%1,%1};" ::"l"(p), "r"(v) : "memory"); }
DEV void red(void* p) { asm volatile("red.global.add.u32 [%0], 0;" ::"l"(p) : "memory"); }

// ---- empty launches --------------------------------------------------------------------------
template <int BYTES> struct Words { u32 v[BYTES / 4]; };
template <int BYTES> __global__ void m_empty(Words<BYTES> p) {}
template <int BYTES> __global__ void m_static() { __shared__ u32 s[BYTES / 4]; if (threadIdx.x > 2000) s[threadIdx.x] = 1, wait_for(s[threadIdx.x ^ 1]); }
__global__ void __launch_bounds__(256) m_registers(u32 n, u32* out) {
  if (n == 0) return;
  u32 r[200];
  for (int k = 0; k < 200; ++k) r[k] = out[k * n];
  for (int k = 0; k < 200; ++k) out[k + n] = r[199 - k];
}

__global__ void m_store1(u32* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void m_load1(const u32* in) { wait_for(in[blockIdx.x * blockDim.x + threadIdx.x]); }
__global__ void m_copy1(const u32* in, u32* out) { u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }

// Stamps of a kernel as short as one copy: its start, the address, the load, the store.
enum Via { Cached, Bypassed, None };
template <Via V> __global__ void m_stages(const u32* in, u32* out, u32* log) {
  u32 t0 = now(), i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
  wait_for((u32)(size_t)(in + i) & 3);
  u32 t1 = now();
  if (V == Cached) v = in[i]; else if (V == Bypassed) v = load4(in + i);
  wait_for(v);
  u32 t2 = now();
  out[i] = v;
  u32 t3 = now();
  if (threadIdx.x == 0) reinterpret_cast<uint4*>(log)[blockIdx.x] = make_uint4(t1 - t0, t2 - t1, t3 - t2, smid());
}

// ---- instructions -------------------------------------------------------------------------------
template <int N> DEV void code(float (&a)[4]) {
  if constexpr (N > 4) { code<N / 2>(a); code<N - N / 2>(a); }
  else {
#pragma unroll
    for (int k = 0; k < N; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(a[k]));
  }
}
template <int N> __global__ void m_code(u32* log) {
  float a[4];
  for (int k = 0; k < 4; ++k) a[k] = __uint_as_float(blockIdx.x >> (24 + k));  // zeros that the compiler cannot see
  u32 t[4];
#pragma unroll 1
  for (int k = 0; k < 3; ++k) { t[k] = now(); code<N>(a); t[3] = now(); if (threadIdx.x == 0) log[blockIdx.x * 3 + k] = t[3] - t[k]; }
  wait_for(__float_as_uint(a[0] + a[1] + a[2] + a[3]));
}
// Stamps after every 8 instructions of straight code: 7 and the stamp.
template <int N> __global__ void m_fetch(u32* log) {
  float a[4];
  for (int k = 0; k < 4; ++k) a[k] = __uint_as_float(blockIdx.x >> (24 + k));  // zeros that the compiler cannot see
  u32 t[N + 1];
  t[0] = now();
#pragma unroll
  for (int k = 1; k <= N; ++k) { code<4>(a); code<3>(a); t[k] = now(); }
  wait_for(__float_as_uint(a[0] + a[1] + a[2] + a[3]));
#pragma unroll
  for (int k = 0; k < N; ++k) if (threadIdx.x == 0) log[blockIdx.x * N + k] = t[k + 1] - t[k];
}

// ---- parameters ---------------------------------------------------------------------------------
template <int STEP> __global__ void m_params(Words<3840> p, u32* log) {
  u32 i = 0;
  __shared__ u32 t[17];
#pragma unroll 1
  for (int k = 0; k < 17; ++k) { u32 at = k * (STEP / 4) % 960, t0 = now(); i = p.v[i + at]; wait_for(i); t[k] = now() - t0; }
  for (int k = 0; k < 17; ++k) if (threadIdx.x == 0) log[blockIdx.x * 17 + k] = t[k];
}
__constant__ u32 table[16384];
template <int STEP> __global__ void m_constants(u32* log) {
  u32 i = 0;
  __shared__ u32 t[17];
#pragma unroll 1
  for (int k = 0; k < 17; ++k) { u32 at = k * (STEP / 4), t0 = now(); i = table[i + at]; wait_for(i); t[k] = now() - t0; }
  for (int k = 0; k < 17; ++k) if (threadIdx.x == 0) log[blockIdx.x * 17 + k] = t[k];
}
// The first use of a parameter, as an ordinary kernel makes it, and of a second, and the block's index.
__global__ void m_prologue(u32* log, u32 a, u32 b) {
  u32 t0 = now(); wait_for(a); u32 t1 = now(); wait_for(b); u32 t2 = now(); wait_for(blockIdx.x >> 20); u32 t3 = now();
  u32* l = log + blockIdx.x * 4; wait_for((u32)(size_t)l & 3); u32 t4 = now();
  if (threadIdx.x == 0) { l[0] = t1 - t0; l[1] = t2 - t1; l[2] = t3 - t2; l[3] = t4 - t3; }
}

// ---- loads --------------------------------------------------------------------------------------
// One warp, dependent loads of a line each, `step` bytes apart; the first turn also fetches the code.
template <bool CA> __global__ void m_chain(u32* log, const char* mem, size_t step) {
  __shared__ u32 t[17];
  const char* p = mem + threadIdx.x * 4 + blockIdx.x * (17 * step);
#pragma unroll 1
  for (int k = 0; k < 17; ++k) { u32 t0 = now(); wait_for(CA ? load4ca(p) : load4(p)); t[k] = now() - t0; p += step; }
  for (int k = 0; k < 17; ++k) if (threadIdx.x == 0) log[blockIdx.x * 17 + k] = t[k];
}
struct Set { u32 m[5]; };
// An address is a sum of steps: of the lane, the warp, the SM's rank in the set, the batch (which starts again every `wrap`, a power of two), the load in it.
struct Draw { const char* mem; u32 batches, wrap; Set set; u32 lane, mask; size_t warp, sm, batch, load; };
DEV bool member(const Set& set, u32 s, u32& rank) {
  rank = 0;
  for (u32 k = 0; k < 5; ++k) rank += __popc(set.m[k] & (k < s / 32 ? ~0u : k > s / 32 ? 0 : (1u << s % 32) - 1));
  return set.m[s / 32] >> s % 32 & 1;
}
// Batches of K loads in flight by the warps of a set of SMs.
// Logs per block: SM, start, end of the whole, cycles of the second batch of warp 0.
template <int K, bool WIDE> __global__ void m_draw(u32* log, Draw d) {
  __shared__ u32 first, last;
  u32 s = smid(), w = threadIdx.x / 32, rank;
  if (!member(d.set, s, rank)) return;
  if (threadIdx.x == 0) first = ~0u, last = 0;
  const char* p = d.mem + (threadIdx.x & d.mask) * d.lane + w * d.warp + rank * d.sm;
  __syncthreads();
  u32 t0 = now(), base = t0, second = 0;
#pragma unroll 1
  for (u32 i = 0; i < d.batches; ++i) {
    u32 v[K], any = 0, b0 = now();
#pragma unroll
    for (int k = 0; k < K; ++k) v[k] = WIDE ? load16(p + k * d.load) : load4(p + k * d.load);
#pragma unroll
    for (int k = 0; k < K; ++k) any |= v[k];
    wait_for(any);
    if (i == 1) second = now() - b0;
    p += d.batch;
    if (((i + 1) & (d.wrap - 1)) == 0) p -= d.batch * d.wrap;
  }
  u32 t1 = now() - base;
  __syncthreads();
  if (threadIdx.x % 32 == 0) { atomicMin(&first, t0); atomicMax(&last, t0 + t1); }
  __syncthreads();
  if (threadIdx.x == 0) { u32* l = log + s * 4; l[0] = 1; l[1] = t0; l[2] = last - first; l[3] = second; }
}
__global__ void m_read16(const uint4* a, uint4* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; uint4 v = a[i]; if (v.x) b[i] = v; }
__global__ void m_read4(const u32* a, u32* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; u32 v = a[i]; if (v) b[i] = v; }
__global__ void m_copy4(const u32* a, u32* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; b[i] = a[i]; }
__global__ void m_copy16(const uint4* a, uint4* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; b[i] = a[i]; }
__global__ void m_write4(const u32* a, u32* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; b[i] = 0; }
// Blocks in turn read and write.
__global__ void m_mix16(const uint4* a, uint4* b, size_t n) { size_t i = blockIdx.x / 2 * (size_t)blockDim.x + threadIdx.x; if (blockIdx.x % 2) b[i] = make_uint4(0, 0, 0, 0); else if (a[i].x) b[i] = a[i]; }
__global__ void m_write16(const uint4* a, uint4* b, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; b[i] = make_uint4(0, 0, 0, 0); }
__global__ void flush(const char* p, size_t bytes) { for (size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 16; i < bytes; i += gridDim.x * (size_t)blockDim.x * 16) wait_for(load16(p + i)); }
// Which SM finds which line near: cycles of a hit of the SM `target`, 64 lines.
__global__ void m_near(u32* log, const char* mem, u32 target) {
  if (smid() != target) return;
#pragma unroll 1
  for (int k = 0; k < 128; ++k) { u32 t0 = now(); wait_for(load4(mem + (k & 63) * 4736)); log[target * 64 + (k & 63)] = now() - t0; }
}

// ---- blocks -------------------------------------------------------------------------------------
__global__ void m_blocks(u32* log, u32 cycles) {
  u32 t0 = now(), g;
  asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(g));
  while (now() - t0 < cycles) {}
  if (threadIdx.x == 0) reinterpret_cast<uint4*>(log)[blockIdx.x] = make_uint4(smid(), t0, now(), g);
}
__global__ void m_warps(u32* log) { u32 t0 = now(); if (threadIdx.x % 32 == 0) log[blockIdx.x * 32 + threadIdx.x / 32] = t0; }
extern __shared__ u32 dynamic[];
__global__ void m_blocks_shared(u32* log, u32 cycles) {
  u32 t0 = now();
  while (now() - t0 < cycles) {}
  if (threadIdx.x == 0) reinterpret_cast<uint4*>(log)[blockIdx.x] = make_uint4(smid(), t0, now(), 0);
}

// ---- stores and atomics ----------------------------------------------------------------------------
enum What { Store4, Store16, Red };
// `turns` stores a warp; logs per SM the cycles to issue them and until a fence has seen them.
template <What W> __global__ void m_store(u32* log, Draw d) {
  __shared__ u32 issued, done;
  u32 s = smid(), w = threadIdx.x / 32, rank;
  if (!member(d.set, s, rank)) return;
  if (threadIdx.x == 0) issued = done = 0;
  char* p = const_cast<char*>(d.mem) + (threadIdx.x & d.mask) * d.lane + w * d.warp + rank * d.sm;
  __syncthreads();
  u32 t0 = now();
#pragma unroll 4
  for (u32 i = 0; i < d.batches; ++i) { if (W == Store4) store4(p, 0); else if (W == Store16) store16(p, 0); else red(p); p += d.batch; }
  u32 t1 = now() - t0;
  __threadfence();
  u32 t2 = now() - t0;
  if (threadIdx.x % 32 == 0) { atomicMax(&issued, t1); atomicMax(&done, t2); }
  __syncthreads();
  if (threadIdx.x == 0) { u32* l = log + s * 4; l[0] = 1; l[1] = t0; l[2] = done; l[3] = issued; }
}

// ---- the host ---------------------------------------------------------------------------------------
enum Prep { Warm, Flush };
typedef std::function<void()> Do;
static std::string text(const char* f, ...) { char b[4000]; va_list a; va_start(a, f); vsnprintf(b, sizeof b, f, a); va_end(a); return b; }
static int repeats;

// One line a launch: under the profiler one launch a repetition, otherwise one to prepare and one measured.
static void measure(const std::string& name, Prep prep, Do launch, std::function<std::string()> report) {
  for (int r = 0; r < repeats; ++r) {
    CK(cudaMemset(log_, 0, LOG * 4)); CK(cudaDeviceSynchronize());
    if (!profiled) { launch(); if (prep == Flush) flush<<<SMs * 2, 1024>>>(mem + MEM - (256u << 20), 256u << 20); CK(cudaDeviceSynchronize()); CK(cudaMemset(log_, 0, LOG * 4)); CK(cudaDeviceSynchronize()); }
    launch(); CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(host, log_, LOG * 4, cudaMemcpyDeviceToHost));
    printf("%s prep=%s%s\n", name.c_str(), profiled ? "profiler" : prep == Flush ? "flush" : "warm", report().c_str());
  }
}
static std::string values(const char* key, std::vector<double> v) { std::string s = text(" %s=", key); for (size_t i = 0; i < v.size(); ++i) s += text(i ? ",%g" : "%g", v[i]); return s; }
static double at(std::vector<double> v, double q) { if (v.empty()) return -1; std::sort(v.begin(), v.end()); return v[size_t(q * (v.size() - 1))]; }
static std::string spread(const char* key, std::vector<double> v) { double mean = 0; for (double x : v) mean += x / v.size(); return text(" %s_min=%g %s_median=%g %s_mean=%.1f %s_max=%g", key, at(v, 0), key, at(v, .5), key, mean, key, at(v, 1)); }
static std::string nothing() { return ""; }
// The stamps of block 0, and of many blocks the mean of each.
static std::function<std::string()> stamps(int n, int blocks) {
  return [=] {
    std::vector<double> mean(n);
    for (int b = 0; b < blocks; ++b) for (int k = 0; k < n; ++k) mean[k] += host[b * n + k] / double(blocks);
    for (double& m : mean) m = std::round(m);
    return values("cycles", mean);
  };
}

// ---- which SMs form a GPC: their clocks started together ----------------------------------------------
__global__ void edge(u32* log) {
  u32 g, h, t;
  asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(g));
  do { asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(h)::"memory"); t = now(); } while (h == g);
  log[smid() * 2] = h; log[smid() * 2 + 1] = t;
}
static std::vector<std::vector<int>> gpcs;
static void find_gpcs() {
  edge<<<SMs, 1>>>(log_); edge<<<SMs, 1>>>(log_);
  CK(cudaDeviceSynchronize()); CK(cudaMemcpy(host, log_, SMs * 8, cudaMemcpyDeviceToHost));
  std::vector<std::pair<double, int>> offset;
  for (int s = 0; s < SMs; ++s) offset.push_back({int(host[s * 2 + 1] - host[1]) - 1.98 * int(host[s * 2] - host[0]), s});
  std::sort(offset.begin(), offset.end());
  for (size_t k = 0; k < offset.size(); ++k) { if (k == 0 || offset[k].first - offset[k - 1].first > 3000) gpcs.push_back({}); gpcs.back().push_back(offset[k].second); }
  for (auto& g : gpcs) std::sort(g.begin(), g.end());
}
static Set set_of(const std::vector<int>& sms) { Set s{}; for (int k : sms) s.m[k / 32] |= 1u << k % 32; return s; }
static std::vector<int> first(int n) { std::vector<int> v; for (int k = 0; k < n; ++k) v.push_back(k); return v; }

static void launches() {
  repeats = profiled ? 7 : 5;
  for (int block : {128, 256}) for (int grid : {2, 8, 16, 17, 32, 48, 64, 96, 264, 528, 1056}) {
    measure(text("one empty grid=%d block=%d", grid, block), Warm, [=] { m_empty<8><<<grid, block>>>({}); }, nothing);
    measure(text("one store grid=%d block=%d", grid, block), Warm, [=] { m_store1<<<grid, block>>>(log_); }, nothing);
    measure(text("one load grid=%d block=%d", grid, block), Flush, [=] { m_load1<<<grid, block>>>((u32*)mem); }, nothing);
    measure(text("stages via=none grid=%d block=%d", grid, block), Flush, [=] { m_stages<None><<<grid, block>>>((u32*)mem, (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
    measure(text("stages via=l2 grid=%d block=%d", grid, block), Flush, [=] { m_stages<Bypassed><<<grid, block>>>((u32*)mem, (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
  }
  for (int grid : {1, 132}) {
    measure(text("one store grid=%d block=128", grid), Warm, [=] { m_store1<<<grid, 128>>>(log_); }, nothing);
    measure(text("one load grid=%d block=128", grid), Flush, [=] { m_load1<<<grid, 128>>>((u32*)mem); }, nothing);
    for (int block : {32, 128, 1024}) {
      measure(text("stages via=l1 grid=%d block=%d", grid, block), Flush, [=] { m_stages<Cached><<<grid, block>>>((u32*)mem, (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
      measure(text("stages via=l2 grid=%d block=%d", grid, block), Flush, [=] { m_stages<Bypassed><<<grid, block>>>((u32*)mem, (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
      measure(text("stages via=l2 at=1MB grid=%d block=%d", grid, block), Flush, [=] { m_stages<Bypassed><<<grid, block>>>((u32*)mem + (1 << 18), (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
      measure(text("stages via=none grid=%d block=%d", grid, block), Flush, [=] { m_stages<None><<<grid, block>>>((u32*)mem, (u32*)mem + (64 << 20), log_); }, stamps(4, grid));
    }
    measure(text("one load at=1MB grid=%d block=128", grid), Flush, [=] { m_load1<<<grid, 128>>>((u32*)mem + (1 << 18)); }, nothing);
    measure(text("one load grid=%d block=32", grid), Flush, [=] { m_load1<<<grid, 32>>>((u32*)mem); }, nothing);
    measure(text("one copy grid=%d block=128", grid), Flush, [=] { m_copy1<<<grid, 128>>>((u32*)mem, (u32*)mem + (64 << 20)); }, nothing);
  }
  for (int grid : {1, 8, 132, 264, 1056, 4224, 16896}) for (int block : {32, 256, 1024}) measure(text("empty grid=%d block=%d", grid, block), Warm, [=] { m_empty<8><<<grid, block>>>({}); }, nothing);
  measure("empty_parameters bytes=256 grid=132 block=128", Warm, [=] { m_empty<256><<<132, 128>>>({}); }, nothing);
  measure("empty_parameters bytes=4000 grid=132 block=128", Warm, [=] { m_empty<4000><<<132, 128>>>({}); }, nothing);
  measure("empty_static bytes=4096 grid=132 block=128", Warm, [=] { m_static<4096><<<132, 128>>>(); }, nothing);
  measure("empty_static bytes=49152 grid=132 block=128", Warm, [=] { m_static<49152><<<132, 128>>>(); }, nothing);
  CK(cudaFuncSetAttribute(m_blocks_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10));
  for (int kb : {0, 100, 227}) measure(text("empty_dynamic kb=%d grid=132 block=128", kb), Warm, [=] { m_blocks_shared<<<132, 128, kb << 10>>>(log_, 0); }, nothing);
  measure("empty_registers grid=132 block=256", Warm, [=] { m_registers<<<132, 256>>>(0, log_); }, nothing);
}

template <int N> static void straight() {
  for (auto [grid, block] : {std::pair<int, int>{1, 32}, {1, 128}, {1, 512}, {132, 32}, {132, 512}})
    measure(text("code instructions=%d grid=%d block=%d", N, grid, block), Warm, [=] { m_code<N><<<grid, block>>>(log_); }, stamps(3, grid));
}
static void instructions() {
  repeats = profiled ? 3 : 5;
  straight<64>(); straight<128>(); straight<256>(); straight<512>(); straight<1024>(); straight<2048>(); straight<4096>(); straight<8192>(); straight<16384>();
  for (auto [grid, block] : {std::pair<int, int>{1, 32}, {1, 128}, {132, 128}, {132, 256}}) measure(text("fetch groups=120 grid=%d block=%d", grid, block), Warm, [=] { m_fetch<120><<<grid, block>>>(log_); }, stamps(120, grid));
}

static void parameters() {
  repeats = profiled ? 9 : 5;
  for (auto [grid, block] : {std::pair<int, int>{1, 32}, {132, 32}, {132, 512}}) {
    measure(text("parameters step=16 grid=%d block=%d", grid, block), Warm, [=] { m_params<16><<<grid, block>>>({}, log_); }, stamps(17, grid));
    measure(text("parameters step=64 grid=%d block=%d", grid, block), Warm, [=] { m_params<64><<<grid, block>>>({}, log_); }, stamps(17, grid));
    measure(text("parameters step=224 grid=%d block=%d", grid, block), Warm, [=] { m_params<224><<<grid, block>>>({}, log_); }, stamps(17, grid));
    measure(text("constants step=16 grid=%d block=%d", grid, block), Warm, [=] { m_constants<16><<<grid, block>>>(log_); }, stamps(17, grid));
    measure(text("constants step=64 grid=%d block=%d", grid, block), Warm, [=] { m_constants<64><<<grid, block>>>(log_); }, stamps(17, grid));
    measure(text("constants step=1024 grid=%d block=%d", grid, block), Warm, [=] { m_constants<1024><<<grid, block>>>(log_); }, stamps(17, grid));
    measure(text("prologue grid=%d block=%d", grid, block), Warm, [=] { m_prologue<<<grid, block>>>(log_, 0, 0); }, stamps(4, grid));
  }
}

static std::string drawn(double bytes_sm) {
  std::vector<double> all, second;
  for (int s = 0; s < SMs; ++s) if (host[s * 4]) all.push_back(host[s * 4 + 2]), second.push_back(host[s * 4 + 3]);
  return text(" sms=%zu", all.size()) + spread("cycles", all) + spread("batch", second) + text(" bytes_cycle_sm=%.2f", bytes_sm / at(all, .5));
}
template <int K, bool WIDE> static void draw(const std::string& name, Prep prep, const std::vector<int>& sms, int warps, u32 batches, u32 wrap, int sectors) {
  size_t line = WIDE ? 512 : 128;
  Draw d{mem, batches, wrap, set_of(sms), WIDE ? 16u : 4u, u32(WIDE ? 31 : sectors * 8 - 1), line, 0, line * warps * K, line * warps};
  d.sm = d.batch * wrap;
  double bytes = double(warps) * batches * K * (WIDE ? 512 : sectors * 32);
  measure(text("%s bytes_load=%d in_flight=%d sms=%zu warps=%d batches=%u turns=%u", name.c_str(), WIDE ? 512 : sectors * 32, K, sms.size(), warps, wrap, batches / wrap), prep,
          [=] { m_draw<K, WIDE><<<SMs, warps * 32>>>(log_, d); }, [=] { return drawn(bytes); });
}
static void memory() {
  repeats = profiled ? 3 : 5;
  for (size_t step : {size_t(128), size_t(256), size_t(4096), size_t(65536), size_t(2) << 20, size_t(32) << 20})
    measure(text("chain step=%zu", step), Flush, [=] { m_chain<false><<<1, 32>>>(log_, mem, step); }, stamps(17, 1));
  measure("chain_ca step=256", Flush, [=] { m_chain<true><<<1, 32>>>(log_, mem, 256); }, stamps(17, 1));
  measure("chain_all step=4096", Flush, [=] { m_chain<false><<<132, 32>>>(log_, mem, 4096); }, stamps(17, 132));
  for (int sms : {1, SMs}) { draw<1, true>("dram", Flush, first(sms), 1, 16, 16, 4); draw<2, true>("dram", Flush, first(sms), 1, 16, 16, 4); draw<4, true>("dram", Flush, first(sms), 1, 16, 16, 4); }
  for (int sms : {1, 2, 16, 66, SMs}) for (int warps : {4, 8, 16, 32}) draw<4, true>("dram", Flush, first(sms), warps, 8, 8, 4);
  for (int sms : {1, SMs}) for (int warps : {1, 8, 32}) { draw<4, false>("dram", Flush, first(sms), warps, 8, 8, 4); draw<8, false>("dram", Flush, first(sms), warps, 8, 8, 4); }
  for (int sectors : {1, 2}) draw<4, false>("dram", Flush, first(SMs), 32, 8, 8, sectors);
}
static void copies() {
  repeats = profiled ? 3 : 5;
  for (size_t mb : {0, 1, 4, 16, 64, 256}) {
    size_t bytes = mb ? mb << 20 : 256 << 10; char *a = mem, *b = mem + (MEM >> 1);
    measure(text("read4 kb=%zu", bytes >> 10), Flush, [=] { m_read4<<<bytes / 1024, 256>>>((u32*)a, (u32*)b, 0); }, nothing);
    measure(text("read16 kb=%zu", bytes >> 10), Flush, [=] { m_read16<<<bytes / 4096, 256>>>((uint4*)a, (uint4*)b, 0); }, nothing);
    measure(text("copy4 kb=%zu", bytes >> 10), Flush, [=] { m_copy4<<<bytes / 1024, 256>>>((u32*)a, (u32*)b, 0); }, nothing);
    measure(text("copy16 kb=%zu", bytes >> 10), Flush, [=] { m_copy16<<<bytes / 4096, 256>>>((uint4*)a, (uint4*)b, 0); }, nothing);
    measure(text("write4 kb=%zu", bytes >> 10), Flush, [=] { m_write4<<<bytes / 1024, 256>>>((u32*)a, (u32*)b, 0); }, nothing);
    measure(text("mix16 kb=%zu", bytes >> 10), Flush, [=] { m_mix16<<<bytes / 2048, 256>>>((uint4*)a, (uint4*)b, 0); }, nothing);
    measure(text("write16 kb=%zu", bytes >> 10), Flush, [=] { m_write16<<<bytes / 4096, 256>>>((uint4*)a, (uint4*)b, 0); }, nothing);
  }
}
static void near() {
  std::vector<double> all, mean;
  for (int s = 0; s < SMs; ++s) { m_near<<<SMs, 1>>>(log_, mem, s); CK(cudaDeviceSynchronize()); }
  CK(cudaMemcpy(host, log_, LOG * 4, cudaMemcpyDeviceToHost));
  for (int s = 0; s < SMs; ++s) for (int k = 0; k < 64; ++k) all.push_back(host[s * 64 + k]);
  printf("near q05=%g q25=%g q50=%g q75=%g q95=%g\n", at(all, .05), at(all, .25), at(all, .5), at(all, .75), at(all, .95));
  for (int s = 0; s < SMs; s += 6) printf("near sm=%d%s\n", s, values("cycles", {all.begin() + s * 64, all.begin() + s * 64 + 64}).c_str());
}
static void second_level() {
  repeats = profiled ? 3 : 5;
  if (!profiled) near();
  for (int warps : {1, 2, 4, 8, 16, 32}) { draw<1, false>("l2", Warm, first(1), warps, 32, 32, 4); draw<4, false>("l2", Warm, first(1), warps, 32, 32, 4); draw<8, false>("l2", Warm, first(1), warps, 32, 32, 4); draw<4, true>("l2", Warm, first(1), warps, 32, 32, 4); }
  std::vector<std::pair<std::string, std::vector<int>>> sets = {{"l2_tpc", {gpcs[0][0], gpcs[0][1]}}, {"l2_pair_apart", {gpcs[0][0], gpcs[1][0]}}, {"l2_gpc", gpcs[0]}, {"l2_gpc", gpcs.back()}, {"l2_first", first(16)}, {"l2_first", first(66)}, {"l2_first", first(SMs)}};
  for (auto& [name, sms] : sets) for (int warps : {8, 32}) { draw<4, true>(name, Warm, sms, warps, 32, warps == 8 ? 8 : 2, 4); draw<8, false>(name, Warm, sms, warps, 32, warps == 8 ? 16 : 4, 4); }
  for (int sms : {1, SMs}) for (int sectors : {1, 2, 3}) draw<8, false>("l2", Warm, first(sms), 32, 32, 4, sectors);
  for (int sms : {1, SMs}) {  // a line a lane
    Draw d{mem, 32, 4, set_of(first(sms)), 128, 31, 4096, 4096 * 8 * 4, 4096 * 8, 0};
    measure(text("l2_scattered bytes_load=1024 in_flight=1 sms=%d warps=8", sms), Warm, [=] { m_draw<1, false><<<SMs, 256>>>(log_, d); }, [] { return drawn(32 * 8 * 1024.); });
  }
}
static void hot() {
  repeats = profiled ? 3 : 5;
  for (int sms : {1, 2, 8, 32, 66, 132}) for (int warps : {1, 8}) {
    Draw one{mem, 32, 32, set_of(first(sms)), 4, 31, 0, 0, 0, 0}, many{mem, 32, 32, set_of(first(sms)), 4, 31, 0, 0, 128 * 4, 128};
    measure(text("hot_line in_flight=1 sms=%d warps=%d", sms, warps), Warm, [=] { m_draw<1, false><<<SMs, warps * 32>>>(log_, one); }, [=] { return drawn(32 * 128. * warps); });
    measure(text("hot_line in_flight=4 sms=%d warps=%d", sms, warps), Warm, [=] { m_draw<4, false><<<SMs, warps * 32>>>(log_, one); }, [=] { return drawn(4 * 32 * 128. * warps); });
    measure(text("hot_lines=128 in_flight=4 sms=%d warps=%d", sms, warps), Warm, [=] { m_draw<4, false><<<SMs, warps * 32>>>(log_, many); }, [=] { return drawn(4 * 32 * 128. * warps); });
  }
}

struct Span { u32 start, end; };
// First wave: starts within an SM and over the chip; later blocks: from the end of one to the start of the next.
static std::string dispatched(int blocks) {
  std::map<u32, std::vector<Span>> of;
  std::vector<double> gaps, within, starts, slots;
  u32 origin = host[1];
  for (int b = 0; b < blocks; ++b) of[host[b * 4]].push_back({host[b * 4 + 1] - origin, host[b * 4 + 2] - origin});
  for (auto& [sm, spans] : of) {
    std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return int(a.start - b.start) < 0; });
    std::vector<int> ends; for (Span s : spans) ends.push_back(int(s.end));
    std::sort(ends.begin(), ends.end());
    size_t first = 0; while (first < spans.size() && int(spans[first].start) < ends[0]) ++first;
    slots.push_back(first); starts.push_back(int(spans[0].start));
    for (size_t k = 1; k < first; ++k) within.push_back(int(spans[k].start) - int(spans[k - 1].start));
    for (size_t k = first; k < spans.size(); ++k) gaps.push_back(int(spans[k].start) - ends[k - first]);
  }
  return text(" sms=%zu slots=%g", of.size(), at(slots, .5)) + spread("gap", gaps) + spread("next", within) + spread("sm_start", starts);
}
// In the order of blocks: the SMs of the first, and when some of them started (the chip's timer has steps of 32 ns).
static std::string order(int blocks) {
  std::vector<double> sm, ns;
  u32 origin = host[3];
  for (int b = 0; b < blocks; ++b) if (int(host[b * 4 + 3] - origin) < 0) origin = host[b * 4 + 3];
  for (int b = 0; b < 24; ++b) sm.push_back(host[b * 4]);
  for (int b : {0, 65, 131, 132, 263, 395, 527, 791, 1055}) ns.push_back(int(host[b * 4 + 3] - origin));
  return values("sm", sm) + values("ns_of_0_65_131_132_263_395_527_791_1055", ns);
}
static void blocks() {
  repeats = profiled ? 3 : 5;
  for (int block : {32, 128, 256, 1024}) for (int grid : {132, 1056, 8448}) for (u32 cycles : {0u, 4000u})
    measure(text("blocks grid=%d block=%d cycles=%u", grid, block, cycles), Warm, [=] { m_blocks<<<grid, block>>>(log_, cycles); }, [=] { return dispatched(grid) + (grid == 1056 ? order(grid) : ""); });
  for (int kb : {0, 16, 100, 200}) { CK(cudaFuncSetAttribute(m_blocks_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10));
    measure(text("blocks_shared kb=%d grid=1056 block=128 cycles=4000", kb), Warm, [=] { m_blocks_shared<<<1056, 128, kb << 10>>>(log_, 4000); }, [=] { return dispatched(1056); }); }
  for (int block : {256, 1024}) measure(text("warps block=%d", block), Warm, [=] { m_warps<<<1, block>>>(log_); }, [=] { std::vector<double> v; for (int k = 0; k < block / 32; ++k) v.push_back(int(host[k] - host[0])); return values("start", v); });
}

template <What W> static void store(const char* name, int sms, int warps, u32 lane, size_t warp, size_t sm, size_t batch, double bytes_turn) {
  Draw d{mem, 32, 32, set_of(first(sms)), lane, 31, warp, sm, batch, 0};
  measure(text("%s sms=%d warps=%d turns=32 lane=%u warp=%zu sm=%zu batch=%zu", name, sms, warps, lane, warp, sm, batch), Warm, [=] { m_store<W><<<SMs, warps * 32>>>(log_, d); }, [=] { return drawn(32 * warps * bytes_turn); });
}
static void stores() {
  repeats = profiled ? 3 : 5;
  for (int sms : {1, 132}) for (int warps : {1, 8, 32}) {
    size_t all = size_t(1) << 17;
    for (u32 lane : {4u, 8u, 16u, 32u, 128u}) store<Store4>("store4", sms, warps, lane, 32 * lane, all * lane / 4, size_t(32) * lane * warps, 128);
    store<Store16>("store16", sms, warps, 16, 512, all * 4, 512 * warps, 512);
    store<Store4>("store_same_line", sms, warps, 4, 0, 0, 0, 128);
    store<Red>("red_same_address", sms, warps, 0, 0, 0, 0, 4);
    store<Red>("red_line_warp", sms, warps, 4, 128, 128 * warps, 0, 128);
    store<Red>("red_spread", sms, warps, 4, 128, all, 128 * warps, 128);
  }
}

int main(int argc, char** argv) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  CK(cudaDeviceGetAttribute(&SMs, cudaDevAttrMultiProcessorCount, 0));
  CK(cudaMalloc(&mem, MEM)); CK(cudaMemset(mem, 0, MEM)); CK(cudaMalloc(&log_, LOG * 4));
  std::vector<std::pair<std::string, void (*)()>> groups = {{"launches", launches}, {"instructions", instructions}, {"parameters", parameters}, {"memory", memory}, {"copies", copies}, {"second_level", second_level}, {"hot", hot}, {"blocks", blocks}, {"stores", stores}};
  std::set<std::string> wanted(argv + 1, argv + argc);
  profiled = wanted.erase("profile");
  find_gpcs();
  for (auto& g : gpcs) printf("gpc%s\n", values("sms", {g.begin(), g.end()}).c_str());
  for (auto& [name, run] : groups) if (wanted.empty() || wanted.count(name)) run();
  return 0;
}
