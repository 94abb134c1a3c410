// Random one-warp memory accesses, one launch each, for a profiler to count.
//
//   probe SPACE FIRST COUNT     SPACE: global, shared, globalatom, sharedatom
//   probe list FIRST COUNT      prints the cases without a device
//
// Case i is a pure function of i: the Go tests regenerate it from its number
// (gpusim/internal/coalesce, probe_test.go), so only the counters are kept.
// An access is the only one of its launch: addresses and mask come through
// kernel parameters, which global and shared counters do not see.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)

// ---- the cases --------------------------------------------------------------------------------

struct Rand {  // splitmix64
  uint64_t s;
  uint64_t next() { uint64_t z = (s += 0x9e3779b97f4a7c15ull); z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull; z = (z ^ (z >> 27)) * 0x94d049bb133111ebull; return z ^ (z >> 31); }
  uint32_t below(uint32_t n) { return uint32_t((next() >> 32) % n); }
};

struct Vec { int32_t off[32]; };
struct Case { int bytes, store, kind; uint32_t mask; Vec v; };

static const int Window = 16384;  // bytes all offsets lie in

static uint32_t randomMask(Rand& r) {
  switch (r.below(8)) {
    case 0: { uint32_t m = uint32_t(r.next()); return m ? m : 1; }                       // any
    case 1: { int lo = r.below(32), n = 1 + r.below(32 - lo); return (n == 32 ? ~0u : (1u << n) - 1) << lo; }  // a run
    case 2: return 0xffffu << 16 * r.below(2);                                           // a half
    case 3: return 0xffu << 8 * r.below(4);                                              // a quarter
    case 4: { uint32_t m = uint32_t(r.next() & r.next() & r.next()); return m ? m : 0x80000000u; }  // sparse
    default: return ~0u;
  }
}

// Offsets in words of c.bytes; words is how many fit the window.
static void offsets(Rand& r, Case& c) {
  int words = Window / c.bytes, span = 1 << r.below(11), w[32];
  if (span > words) span = words;
  int base = r.below(words - span + 1);
  switch (c.kind) {
    case 0: for (int i = 0; i < 32; ++i) w[i] = base + r.below(span); break;             // scattered in a span
    case 1: { int d = int(r.below(67)) - 33; for (int i = 0; i < 32; ++i) w[i] = base + i * d; break; }  // a stride
    case 2: { int wd = 1 << (1 + r.below(4)), dx = r.below(9), dy = int(r.below(300)) - 150;  // two strides
      for (int i = 0; i < 32; ++i) w[i] = base + i % wd * dx + i / wd * dy; break; }
    case 3: { for (int i = 0; i < 32; ++i) w[i] = base + i;                              // a permutation
      for (int i = 31; i > 0; --i) { int j = r.below(i + 1), t = w[i]; w[i] = w[j]; w[j] = t; } break; }
    case 4: { int d = 1 + r.below(6), a[6]; for (int i = 0; i < d; ++i) a[i] = base + r.below(span);  // few addresses
      for (int i = 0; i < 32; ++i) w[i] = a[r.below(d)]; break; }
    case 5: { int row = 128 / c.bytes, cols = 1 + r.below(4), rows = 1 + r.below(16), a[4];  // few bank columns
      for (int i = 0; i < cols; ++i) a[i] = r.below(row);
      for (int i = 0; i < 32; ++i) { int col = a[r.below(cols)]; w[i] = int(r.below(rows)) * row + col; } break; }
    case 6: { for (int i = 0; i < 32; ++i) w[i] = base + i;                              // consecutive but for a few lanes
      for (int k = 1 + r.below(4); k > 0; --k) { int i = r.below(32); w[i] = r.below(words); } break; }
    case 7: { int how = r.below(6), f[32];                                               // lanes in groups share an address
      bool line = r.below(2); for (int i = 0; i < 32; ++i) f[i] = line ? base + i : base + int(r.below(span));
      for (int i = 0; i < 32; ++i) { int g[6] = {i & ~1, i & ~2, i & ~3, i & ~4, i & 15, i & 7}; w[i] = f[g[how]]; } break; }
    case 8: { int q = 1 << (2 + r.below(3)), f[32];                                      // groups of lanes permuted as wholes
      for (int i = 0; i < 32; ++i) f[i] = base + i;
      int s = r.below(32 / q); for (int i = 0; i < 32; ++i) w[i] = f[(i + s * q) & 31] + (i / q) * int(r.below(2)) * 32; break; }
    default: { int n = 1 + r.below(32); for (int i = 0; i < 32; ++i) w[i] = base + i % n; break; }  // a modulus
  }
  for (int i = 0; i < 32; ++i) c.v.off[i] = ((w[i] % words + words) % words) * c.bytes;
}

static Case makeCase(int id, bool atomic) {
  Rand r{uint64_t(id) * 0x2545f4914f6cdd1dull + 99};
  Case c;
  c.bytes = atomic ? 4 << r.below(2) : 1 << r.below(5);
  c.store = r.below(2);
  c.kind = r.below(10);
  c.mask = randomMask(r);
  offsets(r, c);
  return c;
}

static uint32_t checksum(const Case& c) {  // FNV-1a over what the case is
  uint32_t h = 2166136261u;
  auto put = [&](uint32_t x) { h = (h ^ x) * 16777619u; };
  put(c.bytes); put(c.store); put(c.mask);
  for (int i = 0; i < 32; ++i) put(c.v.off[i]);
  return h;
}

// ---- the accesses -----------------------------------------------------------------------------

struct alignas(16) W16 { uint32_t a, b, c, d; };

#define LOADS(SPACE, CONSTRAINT, ADDR) \
  template <int B> __device__ uint32_t load_##SPACE(ADDR p); \
  template <> __device__ uint32_t load_##SPACE<1>(ADDR p) { uint32_t v; asm volatile("ld." #SPACE ".u8 %0, [%1];" : "=r"(v) : CONSTRAINT(p)); return v; } \
  template <> __device__ uint32_t load_##SPACE<2>(ADDR p) { uint32_t v; asm volatile("{.reg .u16 h; ld." #SPACE ".u16 h, [%1]; cvt.u32.u16 %0, h;}" : "=r"(v) : CONSTRAINT(p)); return v; } \
  template <> __device__ uint32_t load_##SPACE<4>(ADDR p) { uint32_t v; asm volatile("ld." #SPACE ".u32 %0, [%1];" : "=r"(v) : CONSTRAINT(p)); return v; } \
  template <> __device__ uint32_t load_##SPACE<8>(ADDR p) { uint32_t v, w; asm volatile("ld." #SPACE ".v2.u32 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : CONSTRAINT(p)); return v ^ w; } \
  template <> __device__ uint32_t load_##SPACE<16>(ADDR p) { uint32_t a, b, c, d; asm volatile("ld." #SPACE ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : CONSTRAINT(p)); return a ^ b ^ c ^ d; } \
  template <int B> __device__ void store_##SPACE(ADDR p, uint32_t v); \
  template <> __device__ void store_##SPACE<1>(ADDR p, uint32_t v) { asm volatile("st." #SPACE ".u8 [%0], %1;" :: CONSTRAINT(p), "r"(v)); } \
  template <> __device__ void store_##SPACE<2>(ADDR p, uint32_t v) { asm volatile("{.reg .u16 h; cvt.u16.u32 h, %1; st." #SPACE ".u16 [%0], h;}" :: CONSTRAINT(p), "r"(v)); } \
  template <> __device__ void store_##SPACE<4>(ADDR p, uint32_t v) { asm volatile("st." #SPACE ".u32 [%0], %1;" :: CONSTRAINT(p), "r"(v)); } \
  template <> __device__ void store_##SPACE<8>(ADDR p, uint32_t v) { asm volatile("st." #SPACE ".v2.u32 [%0], {%1, %1};" :: CONSTRAINT(p), "r"(v)); } \
  template <> __device__ void store_##SPACE<16>(ADDR p, uint32_t v) { asm volatile("st." #SPACE ".v4.u32 [%0], {%1, %1, %1, %1};" :: CONSTRAINT(p), "r"(v)); }
LOADS(global, "l", char*)
LOADS(shared, "r", uint32_t)

// keep makes a value look used; magic is never what memory holds.
__device__ void keep(uint32_t v, uint32_t magic, char* buf) { if (v == magic) *(volatile int*)(buf + Window) = 1; }

template <int B, int ST> __global__ void global_access(const __grid_constant__ Vec v, uint32_t mask, char* buf, uint32_t magic) {
  char* p = buf + v.off[threadIdx.x];
  if (mask >> threadIdx.x & 1) { if (ST) store_global<B>(p, 0); else keep(load_global<B>(p), magic, buf); }
}
template <int B, int ST> __global__ void shared_access(const __grid_constant__ Vec v, uint32_t mask, char* buf, uint32_t magic) {
  extern __shared__ char s[];
  uint32_t p = uint32_t(__cvta_generic_to_shared(s)) + v.off[threadIdx.x];
  if (mask >> threadIdx.x & 1) { if (ST) store_shared<B>(p, 0); else keep(load_shared<B>(p), magic, buf); }
}
template <class T, int ST> __global__ void global_atomic(const __grid_constant__ Vec v, uint32_t mask, char* buf, uint32_t magic) {
  T* p = (T*)(buf + v.off[threadIdx.x]);
  if (mask >> threadIdx.x & 1) { if (ST) atomicAdd(p, T(threadIdx.x)); else keep(uint32_t(atomicAdd(p, T(threadIdx.x))), magic, buf); }
}
template <class T, int ST> __global__ void shared_atomic(const __grid_constant__ Vec v, uint32_t mask, char* buf, uint32_t magic) {
  extern __shared__ char s[];
  T* p = (T*)(s + v.off[threadIdx.x]);
  if (mask >> threadIdx.x & 1) { if (ST) atomicAdd(p, T(threadIdx.x)); else keep(uint32_t(atomicAdd(p, T(threadIdx.x))), magic, buf); }
}

typedef void (*Kernel)(Vec, uint32_t, char*, uint32_t);
typedef unsigned long long u64;
#define WIDTHS(K) {{K<1, 0>, K<1, 1>}, {K<2, 0>, K<2, 1>}, {K<4, 0>, K<4, 1>}, {K<8, 0>, K<8, 1>}, {K<16, 0>, K<16, 1>}}
static Kernel globals[5][2] = WIDTHS(global_access), shareds[5][2] = WIDTHS(shared_access);
static Kernel gatoms[2][2] = {{global_atomic<unsigned, 0>, global_atomic<unsigned, 1>}, {global_atomic<u64, 0>, global_atomic<u64, 1>}};
static Kernel satoms[2][2] = {{shared_atomic<unsigned, 0>, shared_atomic<unsigned, 1>}, {shared_atomic<u64, 0>, shared_atomic<u64, 1>}};

int main(int argc, char** argv) {
  if (argc != 4) { fprintf(stderr, "usage: probe global|shared|globalatom|sharedatom|list|listatom FIRST COUNT\n"); return 2; }
  std::string space = argv[1]; int first = atoi(argv[2]), count = atoi(argv[3]);
  bool atomic = space.find("atom") != std::string::npos, shared = space.find("shared") == 0, list = space.find("list") == 0;
  char* buf = nullptr;
  if (!list) { CK(cudaMalloc(&buf, Window + 256)); CK(cudaMemset(buf, 0, Window + 256)); }
  for (int id = first; id < first + count; ++id) {
    Case c = makeCase(id, atomic);
    int w = 0; while (1 << w < c.bytes) ++w;
    printf("%d,%08x,%d,%d,%d,%08x\n", id, checksum(c), c.bytes, c.store, c.kind, c.mask);
    if (list) continue;
    Kernel k = atomic ? (shared ? satoms : gatoms)[w - 2][c.store] : (shared ? shareds : globals)[w][c.store];
    k<<<1, 32, shared ? Window : 0>>>(c.v, c.mask, buf, 0x9e3779b9u);
    CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
  }
  return 0;
}
