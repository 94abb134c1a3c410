// What the caches of a device do: launches for a profiler to count, and what a
// program can see by itself.
//
//   caches place            block,SM of launches with 1, 2, 4 and 8 blocks an SM, and the SMs that clusters bring together
//   caches near             cycles of an L2 hit, for 64 lines (rows) from every SM (columns)
//   caches run GROUP        launches the cases of a group and prints their names: l1, local, l2, join
//
// A case is a few phases with a barrier between them; see phase().
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)

__device__ __forceinline__ unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ __forceinline__ unsigned ldca(const char* p) { unsigned v; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p)); return v; }
__device__ __forceinline__ unsigned ldcg(const char* p) { unsigned v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p)); return v; }
__device__ __forceinline__ unsigned ldnc(const char* p) { unsigned v; asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(v) : "l"(p)); return v; }
__device__ __forceinline__ unsigned ldvol(const char* p) { unsigned v; asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(p)); return v; }
__device__ __forceinline__ void st4(char* p, unsigned v) { asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(v)); }
__device__ __forceinline__ void st1(char* p, unsigned v) { asm volatile("st.global.u8 [%0], %1;" ::"l"(p), "r"(v)); }

// ---- phases -------------------------------------------------------------------------------------

enum { CA, CG, NC, VOL, ST, ST1, RED };
struct Phase {
  int what;       // how memory is used
  long base, n;   // first byte; accesses of all threads together
  long stride;    // bytes from thread to thread
  int turn;       // block b does the work of block (b + turn) mod blocks
  int blocks;     // that take part; 0: all
};
struct Program { Phase p[6]; int n; };

__device__ void phase(const Phase& p, char* mem, unsigned* sink) {
  long blocks = p.blocks ? p.blocks : gridDim.x, b = (blockIdx.x + p.turn) % gridDim.x;
  if (b >= blocks) return;
  unsigned sum = 0;
  for (long i = b * blockDim.x + threadIdx.x; i < p.n; i += blocks * blockDim.x) {
    char* a = mem + p.base + i * p.stride;
    switch (p.what) {
      case CA: sum += ldca(a); break;
      case CG: sum += ldcg(a); break;
      case NC: sum += ldnc(a); break;
      case VOL: sum += ldvol(a); break;
      case ST: st4(a, i); break;
      case ST1: st1(a, i); break;
      case RED: atomicAdd((unsigned*)a, 1); break;
    }
  }
  if (sum == 0x12345678) *sink = sum;
}

__global__ void probe_phases(Program q, char* mem, unsigned* count, unsigned* sink) {
  for (int k = 0; k < q.n; ++k) {
    phase(q.p[k], mem, sink);
    __syncthreads();
    if (gridDim.x > 1 && k + 1 < q.n) {
      if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(count, 1);
        while (ldvol((char*)count) < (k + 1) * gridDim.x) __nanosleep(1000);
      }
      __syncthreads();
    }
  }
}

// A hot piece read again and again between pieces that are read once.
__global__ void probe_hot(char* mem, long hot, long piece, int rounds, unsigned* sink) {
  unsigned sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (long i = threadIdx.x * 4; i < hot; i += blockDim.x * 4) sum += ldca(mem + i);
    for (long i = threadIdx.x * 4; i < piece; i += blockDim.x * 4) sum += ldca(mem + (1 << 24) + r * piece + i);
  }
  if (sum == 0x12345678) *sink = sum;
}

// Every thread stores words of its own and loads them again.
template <int WORDS> __global__ void probe_local(unsigned* out, int words, int passes) {
  unsigned a[WORDS], sum = 0;
  for (int i = 0; i < words; ++i) a[(i * 5 + out[0]) % WORDS] = i;
  for (int p = 0; p < passes; ++p)
    for (int i = 0; i < words; ++i) sum += a[(i * 5 + out[0]) % WORDS] + p;
  if (sum == 0x12345678) out[1] = sum;
}

// The SMs in the set read the same lines, one every period cycles, SM number r
// of the set r·delay cycles late; period 0: as fast as each answer comes. With
// warm 1 the lines are in L2, with 2 every other SM reads one sector of each.
struct Set { unsigned m[5]; };
__global__ void probe_join(Set s, char* mem, int n, long stride, int delay, int period, int warm, unsigned* count, unsigned* sink) {
  unsigned me = smid(), rank = 0, all = 0;
  if (!(s.m[me / 32] >> me % 32 & 1)) return;
  for (int i = 0; i < 5; ++i) {
    all += __popc(s.m[i]);
    unsigned below = i < me / 32 ? ~0u : i == me / 32 ? (1u << me % 32) - 1 : 0;
    rank += __popc(s.m[i] & below);
  }
  unsigned sum = 0;
  if (warm == 1 && rank == 0 && threadIdx.x < 32) for (int i = 0; i < n; ++i) sum += ldcg(mem + i * stride + threadIdx.x * 4);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (ldvol((char*)count) < all) __nanosleep(4000);
  }
  __syncthreads();
  if (threadIdx.x == 0) {  // once more, without naps: all go on within a few hundred cycles
    atomicAdd(count + 1, 1);
    while (ldvol((char*)(count + 1)) < all) {}
  }
  __syncthreads();
  long t = clock64() + (period ? long(rank) * delay : 0) + 2000;
  if (period == 0) while (clock64() < t) {}
  if (period == 0) __syncthreads();
  if (warm == 2 && rank & 1 && threadIdx.x % 32 >= 8) return;
  for (int i = threadIdx.x / 32; i < n; i += blockDim.x / 32) {
    if (period) { while (clock64() < t) {} t += period; }
    unsigned v = ldca(mem + i * stride + threadIdx.x % 32 * 4);
    sum += v;
    if (period == 0 && v == 0x12345678) ++i;  // waits for the answer
  }
  if (sum == 0x12345678) *sink = sum;
}

// ---- what a program sees by itself --------------------------------------------------------------

__global__ void probe_place(unsigned* at, long wait) {
  extern __shared__ char room[];
  if (threadIdx.x == 0) at[blockIdx.x] = smid();
  for (long t = clock64(); clock64() < t + wait;) {}
}

// The cycles of one load. The branch needs the answer, and the second clock comes after the branch.
__device__ unsigned never;
template <bool L1> __device__ __noinline__ unsigned timed(const char* a) {
  long t = clock64();
  unsigned v = L1 ? ldca(a) : ldcg(a);
  if (v == 0x12345678) { never = v; __threadfence(); }
  return clock64() - t;
}

// Plays a list of lines and says which were hits in L1.
__global__ void probe_trace(char* mem, const unsigned* lines, int n, unsigned char* hit) {
  for (int i = 0; i < n; ++i) hit[i] = timed<true>(mem + ldcg((const char*)(lines + i)) * 128L) < 120;
}

// Whether line 0 leaves L1 when the lines in list come after it. All start absent: a load past L1 drops a line.
__device__ bool evicts(char* mem, const unsigned* list, int n, int skip, int skipn, unsigned extra) {
  ldcg(mem);
  for (int i = 0; i < n; ++i) ldcg(mem + list[i] * 128L);
  if (extra) ldcg(mem + extra * 128L);
  timed<true>(mem);
  for (int i = 0; i < n; ++i) if (i < skip || i >= skip + skipn) timed<true>(mem + list[i] * 128L);
  if (extra) timed<true>(mem + extra * 128L);
  return timed<true>(mem) > 120;
}
// Finds lines that together drive line 0 out, as few as can be, and then all lines that can stand for one of them.
__global__ void probe_sets(char* mem, unsigned* out, int first, int n, int step, int look) {
  extern __shared__ unsigned list[];
  for (int i = 0; i < n; ++i) list[i] = first + i * step;
  for (int chunk = n / 8; chunk > 0; chunk = chunk > 1 ? chunk / 2 : 0)
    for (int at = 0; at + chunk <= n;)
      if (evicts(mem, list, n, at, chunk, 0)) {
        for (int i = at; i + chunk < n; ++i) list[i] = list[i + chunk];
        n -= chunk;
      } else at += chunk;
  out[0] = n;
  for (int i = 0; i < n; ++i) out[1 + i] = list[i];
  int found = 0;
  for (int x = 1; x <= look; ++x) {
    bool in = false;
    for (int i = 0; i < n - 1; ++i) in |= list[i] == x;
    if (in || evicts(mem, list, n - 1, n, 0, x)) out[4096 + ++found] = x;
  }
  out[4096] = found;
}

__global__ void probe_near(const char* mem, unsigned target, unsigned* cycles) {
  if (smid() != target) return;
  for (int i = 0; i < 64; ++i) {
    const char* a = mem + i * 128;
    unsigned best = ~0u;
    for (int k = 0; k < 8; ++k) best = min(best, timed<false>(a));
    cycles[target * 64 + i] = best;
  }
}

static char* mem;
static unsigned *count, *sink;
static int SMs;

static void place() {
  std::vector<unsigned> h(132 * 64);
  unsigned* at;
  CK(cudaMalloc(&at, 4 * h.size()));
  CK(cudaFuncSetAttribute(probe_place, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (int per : {1, 2, 4, 8})
    for (int threads : {64, 256}) {
      int grid = SMs * per + 40, smem = per == 1 ? 150 << 10 : (220 << 10) / per - 1024;
      probe_place<<<grid, threads, smem>>>(at, 200000);
      CK(cudaDeviceSynchronize());
      CK(cudaMemcpy(h.data(), at, 4 * grid, cudaMemcpyDeviceToHost));
      printf("place per=%d threads=%d:", per, threads);
      for (int i = 0; i < grid; ++i) printf(" %u", h[i]);
      printf("\n");
    }
  CK(cudaFuncSetAttribute(probe_place, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (int size : {2, 4, 8, 16})
    for (int again = 0; again < 2; ++again) {
      cudaLaunchConfig_t c = {};
      cudaLaunchAttribute a = {};
      int grid = size == 16 ? 112 : 128;
      c.gridDim = grid; c.blockDim = 64; c.dynamicSmemBytes = 150 << 10; c.attrs = &a; c.numAttrs = 1;
      a.id = cudaLaunchAttributeClusterDimension; a.val.clusterDim.x = size; a.val.clusterDim.y = a.val.clusterDim.z = 1;
      CK(cudaLaunchKernelEx(&c, probe_place, at, 200000L));
      CK(cudaDeviceSynchronize());
      CK(cudaMemcpy(h.data(), at, 4 * grid, cudaMemcpyDeviceToHost));
      printf("cluster %d:", size);
      for (int i = 0; i < grid; ++i) printf("%s%u", i % size ? " " : " | ", h[i]);
      printf("\n");
    }
}

static void nearness() {
  std::vector<unsigned> h(SMs * 64);
  unsigned* c;
  CK(cudaMalloc(&c, 4 * h.size()));
  for (int s = 0; s < SMs; ++s) probe_near<<<SMs, 1, 0>>>(mem, s, c);
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(h.data(), c, 4 * h.size(), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) {
    for (int s = 0; s < SMs; ++s) printf("%s%u", s ? "," : "", h[s * 64 + i]);
    printf("\n");
  }
}

struct Rand {  // splitmix64
  uint64_t s;
  uint64_t next() { uint64_t z = (s += 0x9e3779b97f4a7c15ull); z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull; z = (z ^ (z >> 27)) * 0x94d049bb133111ebull; return z ^ (z >> 31); }
  uint32_t below(uint32_t n) { return uint32_t((next() >> 32) % n); }
};

// Lists of lines for an L1 of c lines.
static std::vector<unsigned> sequence(int kind, int c) {
  std::vector<unsigned> v;
  Rand r{uint64_t(kind * 1000 + c)};
  switch (kind) {
    case 0: for (int k = 0; k < 6; ++k) for (int i = 0; i < c * 15 / 14; ++i) v.push_back(i); break;           // round and round
    case 1: for (int k = 0; k < 12; ++k) { for (int i = 0; i < c * 4 / 7; ++i) v.push_back(i);               // a hot part, a stream
      for (int i = 0; i < c * 4 / 7; ++i) v.push_back(131072 + k * (c * 4 / 7) + i); } break;
    case 2: for (int i = 0; i < 12 * c; ++i) v.push_back(r.below(c * 3 / 2)); break;                         // anywhere
    case 3: for (int i = 0; i < 12 * c; ++i) v.push_back(r.below(2) ? r.below(c / 4) : r.below(4 * c)); break; // often in a part
    case 4: for (int i = 0; i < 12 * c; ++i) v.push_back(r.below(1 << 20)); break;                           // nothing twice
    case 5: for (int k = 0; k < 6; ++k) for (int i = 0; i < c * 6 / 7; ++i) v.push_back(i * 3); break;       // every third line
    case 6: for (int k = 0; k < 6; ++k) for (int i = 0; i < c / 2; ++i) v.push_back(i * 64 % 65536 + i / 1024); break;
  }
  return v;
}

static void sets() {
  CK(cudaFuncSetAttribute(probe_sets, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
  unsigned* out;
  CK(cudaMalloc(&out, 32768));
  std::vector<unsigned> h(8192);
  for (int carve : {100, 75, 50, 0}) {
    CK(cudaFuncSetAttribute(probe_sets, cudaFuncAttributePreferredSharedMemoryCarveout, carve));
    for (int step : {1, 37}) {
      int n = carve == 100 ? 1024 : carve == 75 ? 2048 : carve == 50 ? 4096 : 8192;
      probe_sets<<<1, 1, n * 4>>>(mem, out, 1000, n, step, 4096);
      CK(cudaDeviceSynchronize());
      CK(cudaMemcpy(h.data(), out, 32768, cudaMemcpyDeviceToHost));
      printf("sets carve=%d step=%d: %u lines", carve, step, h[0]);
      for (unsigned i = 0; i < h[0] && i < 4000; ++i) printf(" %u", h[1 + i]);
      printf("; %u alike", h[4096]);
      for (unsigned i = 0; i < h[4096]; ++i) printf(" %u", h[4097 + i]);
      printf("\n");
      fflush(stdout);
    }
  }
}
static void traces() {
  unsigned* lines;
  unsigned char* hit;
  CK(cudaMalloc(&lines, 1 << 20));
  CK(cudaMalloc(&hit, 1 << 20));
  for (int carve : {100, 0}) {
    CK(cudaFuncSetAttribute(probe_trace, cudaFuncAttributePreferredSharedMemoryCarveout, carve));
    for (int kind = 0; kind < 7; ++kind) {
      auto v = sequence(kind, carve == 100 ? 224 : 1792);
      CK(cudaMemcpy(lines, v.data(), 4 * v.size(), cudaMemcpyHostToDevice));
      probe_trace<<<1, 1>>>(mem, lines, v.size(), hit);
      std::vector<unsigned char> h(v.size());
      CK(cudaMemcpy(h.data(), hit, v.size(), cudaMemcpyDeviceToHost));
      printf("trace carve=%d kind=%d: ", carve, kind);
      for (size_t i = 0; i < h.size(); i += 4) printf("%x", h[i] | (i + 1 < h.size() ? h[i + 1] << 1 : 0) | (i + 2 < h.size() ? h[i + 2] << 2 : 0) | (i + 3 < h.size() ? h[i + 3] << 3 : 0));
      printf("\n");
    }
  }
}

// ---- cases ----------------------------------------------------------------------------------------

static void phases(const std::string& name, std::vector<Phase> ps, int grid, int threads, int carve = -1) {
  Program q;
  q.n = ps.size();
  for (int i = 0; i < q.n; ++i) q.p[i] = ps[i];
  CK(cudaFuncSetAttribute(probe_phases, cudaFuncAttributePreferredSharedMemoryCarveout, carve));
  CK(cudaMemset(count, 0, 64));
  probe_phases<<<grid, threads>>>(q, mem, count, sink);
  CK(cudaDeviceSynchronize());
  printf("%s\n", name.c_str());
}
static std::string N(const char* name, std::vector<long> v) {
  std::string s = name;
  for (long x : v) s += "_" + std::to_string(x);
  return s;
}
static Phase all(int what, long base, long bytes, long stride = 4, int turn = 0, int blocks = 0) { return {what, base, bytes / stride, stride, turn, blocks}; }
static const long K = 1 << 10, M = 1 << 20, far = 512 * M;

static void l1() {
  for (long kb : {64, 128, 192, 208, 216, 220, 224, 228, 232, 236, 240, 248, 256, 264, 288})  // cyclic
    phases(N("cyclic", {kb}), {all(CA, 0, kb * K), all(CA, 0, kb * K), all(CA, 0, kb * K), all(CA, 0, kb * K)}, 1, 32);
  for (long stride : {128, 512, 4096})  // one sector of each line, lines far apart
    for (long lines : {1024, 1536, 1792, 1920, 2048})
      phases(N("strided", {stride, lines}), {all(CA, 0, lines * stride, stride), all(CA, 0, lines * stride, stride)}, 1, 32);
  for (int carve : {25, 50, 75, 100})  // per cent of the SM's memory wanted as shared
    for (long kb : {16, 24, 32, 48, 56, 64, 112, 128, 160, 192, 224, 248})
      if (kb <= 256 - carve * 228 / 100 + 24) phases(N("carve", {carve, kb}), {all(CA, 0, kb * K), all(CA, 0, kb * K)}, 1, 32, carve);
  struct { const char* name; std::vector<Phase> p; } small[] = {
      {"st_ld", {all(ST, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"st_ld_ld", {all(ST, 0, 4 * K), all(CA, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"ld_st_ld", {all(CA, 0, 4 * K), all(ST, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"ld_stsome_ld", {all(CA, 0, 4 * K), all(ST, 0, 4 * K, 32), all(CA, 0, 4 * K)}},
      {"ldsome_st_ld", {all(CA, 0, 4 * K, 128), all(ST, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"ldsome_stsome_ld", {all(CA, 0, 4 * K, 128), all(ST, 32, 4 * K, 128), all(CA, 0, 4 * K)}},
      {"stsome_ld", {all(ST, 0, 4 * K, 32), all(CA, 0, 4 * K)}},
      {"st1_ld", {all(ST1, 0, 4 * K, 1), all(CA, 0, 4 * K)}},
      {"ld_red_ld", {all(CA, 0, 4 * K), all(RED, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"ld_vol_ld", {all(CA, 0, 4 * K), all(VOL, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"vol_ld", {all(VOL, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"cg_cg_ld", {all(CG, 0, 4 * K), all(CG, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"nc_nc_ld", {all(NC, 0, 4 * K), all(NC, 0, 4 * K), all(CA, 0, 4 * K)}},
      {"st_st", {all(ST, 0, 4 * K), all(ST, 0, 4 * K)}},
      {"stsome1_ld0", {all(CA, 0, 4 * K, 128), all(ST, 32, 4 * K, 128), all(CA, 0, 4 * K, 128)}},
      {"stsome1_ld0_ld1", {all(CA, 0, 4 * K, 128), all(ST, 32, 4 * K, 128), all(CA, 0, 4 * K, 128), all(CA, 32, 4 * K, 128), all(CA, 0, 4 * K, 128)}},
      {"stsome1_ld1_ld0", {all(CA, 0, 4 * K, 128), all(ST, 32, 4 * K, 128), all(CA, 32, 4 * K, 128), all(CA, 0, 4 * K, 128)}},
      {"ld_red1_ld0", {all(CA, 0, 4 * K), all(RED, 32, 4 * K, 128), all(CA, 0, 4 * K, 128), all(CA, 32, 4 * K, 128)}},
      {"ld_vol1_ld0", {all(CA, 0, 4 * K), all(VOL, 32, 4 * K, 128), all(CA, 0, 4 * K, 128)}},
      {"st_red", {all(RED, 0, 4 * K), all(RED, 0, 4 * K)}},
      {"sector_steps", {all(CA, 0, 4 * K, 128), all(CA, 32, 4 * K, 128), all(CA, 0, 4 * K, 128), all(CA, 0, 4 * K)}}};
  for (auto& s : small) phases(s.name, s.p, 1, 32);
  for (long kb : {128, 192, 224, 248}) phases(N("st_evicts", {kb}), {all(CA, 0, 128 * K), all(ST, far, kb * K), all(CA, 0, 128 * K)}, 1, 32);
  for (long hot : {32, 64, 128})
    for (long piece : {32, 64, 128}) {
      probe_hot<<<1, 32>>>(mem, hot * K, piece * K, 12, sink);
      CK(cudaDeviceSynchronize());
      printf("%s\n", N("hot", {hot, piece}).c_str());
    }
}

static void local() {
  unsigned* out;
  CK(cudaMalloc(&out, 1024));
  CK(cudaMemset(out, 0, 1024));
  for (int threads : {32, 256, 1024})
    for (int words : {8, 16, 32, 40, 48, 52, 56, 60, 64}) {
      probe_local<64><<<1, threads>>>(out, words, 2);
      CK(cudaDeviceSynchronize());
      printf("%s\n", N("local", {threads, words, 2}).c_str());
    }
}

static void l2() {
  int B = SMs;
  for (long mb : {8, 16, 20, 24, 26, 28, 30, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80})  // read twice, by the same SM, by another
    for (int turn : {0, 1, 61}) phases(N("read", {mb, turn}), {all(CG, 0, mb * M), all(CG, 0, mb * M, 4, turn)}, B, 1024);
  for (long mb : {8, 16, 24, 28, 32, 40, 48, 56}) phases(N("readone", {mb}), {all(CG, 0, mb * M, 4, 0, 1), all(CG, 0, mb * M, 4, 0, 1)}, B, 1024);
  for (long mb : {8, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 96, 128}) phases(N("write", {mb}), {all(ST, 0, mb * M)}, B, 1024);
  for (long mb : {16, 24, 28, 32, 40, 48, 64}) phases(N("writeone", {mb}), {all(ST, 0, mb * M, 4, 0, 1)}, B, 1024);
  for (long mb : {16, 24, 28, 32, 40, 48, 64}) phases(N("writeread", {mb}), {all(ST, 0, mb * M), all(CG, 0, mb * M, 4, 61)}, B, 1024);
  for (long mb : {16, 24, 28, 32, 40, 48, 64}) phases(N("readwrite", {mb}), {all(CG, 0, mb * M), all(ST, 0, mb * M, 4, 61)}, B, 1024);
  for (long mb : {16, 24, 28, 32, 40, 48}) phases(N("writetwice", {mb}), {all(ST, 0, mb * M), all(ST, 0, mb * M)}, B, 1024);
  for (long stride : {32, 64, 128, 256})  // one word of a sector, the sectors apart
    for (long k : {64, 128, 192, 256, 320, 384, 512})
      phases(N("sparse", {stride, k}), {all(ST, 0, k * K * stride, stride)}, B, 1024);
  for (long stride : {64, 128, 256})
    for (long k : {128, 192, 256, 320, 384, 512})
      phases(N("readsparse", {stride, k}), {all(CG, 0, k * K * stride, stride), all(CG, 0, k * K * stride, stride)}, B, 1024);
  for (long mb : {8, 16, 24, 32, 48})  // dirty data, then reads of others
    for (long rd : {8, 16, 24, 32, 48, 64}) phases(N("dirtythen", {mb, rd}), {all(ST, 0, mb * M), all(CG, far, rd * M)}, B, 1024);
  for (long mb : {8, 16, 24})  // clean data, others, the first again
    for (long rd : {8, 16, 24, 32, 48}) phases(N("readthen", {mb, rd}), {all(CG, 0, mb * M), all(CG, far, rd * M), all(CG, 0, mb * M)}, B, 1024);
  for (long mb : {8, 16, 24})  // clean data, then stores, the first again
    for (long wr : {8, 16, 24, 32, 48}) phases(N("readwritethen", {mb, wr}), {all(CG, 0, mb * M), all(ST, far, wr * M), all(CG, 0, mb * M)}, B, 1024);
}

// Every number of warps, cold and warm.
static std::vector<int> warms_and(std::vector<int> warps) {
  std::vector<int> v;
  for (int w : warps) for (int warm : {0, 1, 2}) v.push_back(4 * w + warm);
  return v;
}

static void join(const char* sets, std::vector<int> warps) {  // sets: lists of SMs, "0,1;0,2"
  std::string s = sets;
  for (size_t at = 0; at < s.size();) {
    size_t end = s.find(';', at);
    if (end == std::string::npos) end = s.size();
    std::string list = s.substr(at, end - at);
    at = end + 1;
    Set set = {};
    for (size_t i = 0; i < list.size();) {
      char* e;
      long a = strtol(list.c_str() + i, &e, 10), b = a;
      if (*e == '-') b = strtol(e + 1, &e, 10);
      for (long k = a; k <= b; ++k) set.m[k / 32] |= 1u << k % 32;
      i = e - list.c_str() + 1;
    }
    for (int w : warms_and(warps)) {
      int warm = w & 3, n = w >> 2;
      CK(cudaMemset(count, 0, 64));
      probe_join<<<SMs, 32 * n>>>(set, mem, 512, 4096 + 128, 0, 0, warm, count, sink);
      CK(cudaDeviceSynchronize());
      printf("join %s warm=%d warps=%d\n", list.c_str(), warm, n);
    }
  }
}

static void window(unsigned a, unsigned b) {
  Set set = {};
  set.m[a / 32] |= 1u << a % 32; set.m[b / 32] |= 1u << b % 32;
  for (int warm : {0, 1})
    for (int delay : {-400, -300, -200, -150, -100, -50, 0, 50, 100, 150, 200, 300, 400, 500, 600, 800, 1000}) {
      CK(cudaMemset(count, 0, 64));
      probe_join<<<SMs, 32>>>(set, mem, 512, 4096 + 128, delay, 4000, warm, count, sink);
      CK(cudaDeviceSynchronize());
      printf("window %u %u warm=%d delay=%d\n", a, b, warm, delay);
    }
}

int main(int argc, char** argv) {
  CK(cudaDeviceGetAttribute(&SMs, cudaDevAttrMultiProcessorCount, 0));
  CK(cudaMalloc(&mem, 1024 * M));
  CK(cudaMemset(mem, 0, 1024 * M));
  CK(cudaMalloc(&count, 512));
  CK(cudaMalloc(&sink, 512));
  CK(cudaMemset(count, 0, 512));
  std::string how = argc > 1 ? argv[1] : "", group = argc > 2 ? argv[2] : "";
  if (how == "place") place();
  else if (how == "near") nearness();
  else if (how == "sets") sets();
  else if (how == "trace") traces();
  else if (group == "l1") l1();
  else if (group == "local") local();
  else if (group == "l2") l2();
  else if (group == "join") join(argv[3], {1, 2, 4, 8, 16, 32});
  else if (group == "window") window(atoi(argv[3]), atoi(argv[4]));
  else { fprintf(stderr, "caches place | near | run GROUP\n"); return 2; }
  return 0;
}
