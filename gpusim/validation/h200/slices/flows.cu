// What crosses L2: lines a cycle of additions whose results are not used (red) and are (atom), of reads
// and of stores, by the SMs that ask and by the slices that own the lines.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -o flows flows.cu && ./flows > flows.txt
//
// The parts and slices of lines are those that slices shows, for a first block that begins at
// 528 MB; where it does not, part 0 alone (home0) gives more than half of what both do. side: cycles of an addition by each SM to a line of part 0; side0 and side1 are the SMs
// next to the parts. lines: seq, in order; random; of one part only (home0, home1, seq0). slices:
// A is one of part 0, B the slice of part 1 that keeps copies of A's lines; m the one of the two
// that A is not; A4 is A and the slice whose number differs by 4, eight those that differ in the
// last three bits, half all of part 0, even every second of those.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned u32; typedef unsigned long long u64;
static const u64 Part = 0x1cbd6ab000, Low[6] = {0x1ae4f92800, 0x13ca4f4000, 0x1d1fbda400, 0xa45551100, 0x5fdef2400, 0x1b12264800};
static int partOf(u64 a) { return __builtin_parityll(a & Part); }
static int sliceOf(u64 a) { u64 n = a >> 17 << 6; for (int i = 0; i < 6; ++i) n |= u64(__builtin_parityll(a & Low[i])) << i; return n % 47; }
enum Op { Red, Atom, Read, Store };
template <Op W> __global__ void use(char* base, const u32* list, u32 n, u32 batches, const u32* on, u32* most) {
  u32 sm; asm volatile("mov.u32 %0, %%smid;" : "=r"(sm)); if (!on[sm]) return;
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32 + (on[sm] - 1) * 32, any = 0, next = list[(warp * batches * 32 + lane) % n];
  __syncthreads(); u32 t0 = clock64();
  for (u32 b = 0; b < batches; ++b) {
    u32 off = next; next = list[((warp * batches + b + 1) * 32 + lane) % n];
#pragma unroll 8
    for (u32 k = 0; k < 32; ++k) {
      char* p = base + (u64)__shfl_sync(~0u, off, k) * 128 + lane * 4; u32 v = 0;
      if (W == Red) asm volatile("red.global.add.u32 [%0],1;" ::"l"(p) : "memory");
      if (W == Atom) asm volatile("atom.global.add.u32 %0,[%1],1;" : "=r"(v) : "l"(p) : "memory");
      if (W == Read) asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory");
      if (W == Store) asm volatile("st.global.u32 [%0],%1;" ::"l"(p), "r"(k) : "memory");
      any ^= v;
    }
  }
  if (W == Red || W == Store) __threadfence();
  if (any == 0x12345) *most = 1;
  __syncthreads(); u32 took = clock64() - t0; if (threadIdx.x == 0) atomicMax(most, took);
}
__global__ void latency(const u32* on, char* p, u32 zero, u32* out) {
  u32 sm; asm volatile("mov.u32 %0, %%smid;" : "=r"(sm)); if (!on[sm]) return;
  u32 v = 0; u64 q = (u64)p; long long t0;
  for (int i = 0; i < 10; ++i) { if (i == 2) t0 = clock64(); asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(v) : "l"(q), "r"(zero) : "memory"); q += v & zero; }
  if (q != 1) out[sm] = (clock64() - t0) / 8;
}
static char* mem; static u32 *out, *dl, *don;
template <Op W> static double rate(const std::vector<u32>& l, const std::vector<u32>& on, u32 batches) {
  u32 best = ~0u, t; int sms = 0; for (u32 x : on) sms += x > 0;
  CK(cudaMemcpy(dl, l.data(), l.size() * 4, cudaMemcpyHostToDevice)); CK(cudaMemcpy(don, on.data(), 132 * 4, cudaMemcpyHostToDevice));
  for (int i = 0; i < 4; ++i) { CK(cudaMemset(out, 0, 4)); use<W><<<132, 1024, 150000>>>(mem, dl, l.size(), batches, don, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); if (i) best = std::min(best, t); }
  return double(sms) * 32 * 32 * batches / best;
}
static void all(const char* name, const std::vector<u32>& l, const std::vector<u32>& on) {
  printf("flow %s red=%.3f atom=%.3f read=%.3f store=%.3f\n", name, rate<Red>(l, on, 4), rate<Atom>(l, on, 4), rate<Read>(l, on, 4), rate<Store>(l, on, 4));
}
int main() {
  CK(cudaMalloc(&mem, size_t(1) << 30)); CK(cudaMemset(mem, 0, size_t(1) << 30)); CK(cudaMalloc(&out, 4096)); CK(cudaMalloc(&dl, 1 << 22)); CK(cudaMalloc(&don, 4096));
  cudaFuncSetAttribute(use<Red>, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000); cudaFuncSetAttribute(use<Atom>, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000); cudaFuncSetAttribute(use<Read>, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000); cudaFuncSetAttribute(use<Store>, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000);
  const u64 at = 528ull << 20;
  std::vector<std::vector<u32>> where(94); std::vector<u32> lines, half[2];
  for (u32 i = 0; i < 1 << 17; ++i) { int p = partOf(at + i * 128ull), s = sliceOf(at + i * 128ull); where[p * 47 + s].push_back(i); }
  std::mt19937 g(3); for (u32 i = 0; i < 1 << 17; ++i) lines.push_back(i);
  for (int p = 0; p < 2; ++p) for (u32 i : lines) if (partOf(at + i * 128ull) == p) half[p].push_back(i);
  std::vector<u32> mixed = lines, h0 = half[0], h1 = half[1]; std::shuffle(mixed.begin(), mixed.end(), g); std::shuffle(h0.begin(), h0.end(), g); std::shuffle(h1.begin(), h1.end(), g);
  std::vector<u32> lat(1024), side(132), one(132);
  for (int s = 0; s < 132; ++s) { std::fill(one.begin(), one.end(), 0); one[s] = 1; CK(cudaMemcpy(don, one.data(), 132 * 4, cudaMemcpyHostToDevice)); latency<<<132, 32, 100>>>(don, mem + half[0][0] * 128ull, 0, out); }
  CK(cudaMemcpy(lat.data(), out, 132 * 4, cudaMemcpyDeviceToHost)); printf("side"); for (int s = 0; s < 132; ++s) { side[s] = lat[s] > 470; printf(" %u", lat[s]); } printf("\n");
  std::map<std::string, std::vector<u32>> sets; auto make = [&](const char* n, auto f) { std::vector<u32> v(132); u32 k = 0; for (int s = 0; s < 132; ++s) if (f(s)) v[s] = ++k; sets[n] = v; };
  make("all", [](int) { return true; }); make("side0", [&](int s) { return side[s] == 0; }); make("side1", [&](int s) { return side[s] == 1; });
  make("gpc", [](int s) { static const int v[] = {0, 1, 16, 17, 32, 33, 48, 49, 124, 125, 130, 131}; return std::find(v, v + 12, s) != v + 12; });
  make("spread16", [](int s) { return s < 16; }); make("spread66", [](int s) { return s % 2 == 0; }); make("one", [](int s) { return s == 40; }); make("tpc", [](int s) { return s == 40 || s == 41; }); make("tpcs2", [](int s) { return s == 40 || s == 42; });
  char name[99];
  for (auto& x : sets) { for (auto& y : {std::make_pair("seq", &lines), std::make_pair("random", &mixed), std::make_pair("home0", &h0), std::make_pair("home1", &h1), std::make_pair("seq0", &half[0])}) { snprintf(name, 99, "sms=%s lines=%s", x.first.c_str(), y.first); all(name, *y.second, x.second); } }
  // lines of few slices, by side
  auto some = [&](std::vector<int> w, int each) { std::vector<u32> l; for (int i = 0; i < each; ++i) for (int k : w) l.push_back(where[k][i]); return l; };
  for (auto n : {"all", "side0", "side1"}) for (int q : {10, 26, 37}) {
    int m = 47 + (q ^ 1);
    std::vector<std::pair<std::string, std::vector<int>>> c = {{"A", {q}}, {"A4", {q, q ^ 4}}, {"Am", {q, m}}, {"A4m", {q, 47 + (q ^ 5)}}, {"B", {m}}, {"quad", {q, q ^ 4, m, 47 + (q ^ 5)}}, {"far", {q, (q + 16) % 47}}, {"farm", {q, 47 + (q + 16) % 47}}, {"eight", {q, q ^ 1, q ^ 2, q ^ 3, q ^ 4, q ^ 5, q ^ 6, q ^ 7}}, {"half", {}}, {"even", {}}};
    for (int i = 0; i < 47; ++i) { c[9].second.push_back(i); if (i % 2 == 0) c[10].second.push_back(i); }
    for (auto& x : c) { snprintf(name, 99, "sms=%s slices=%s q=%d", n, x.first.c_str(), q); all(name, some(x.second, 256), sets[n]); }
  }
}
