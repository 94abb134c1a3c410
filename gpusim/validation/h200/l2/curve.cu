// What a load of one to four lines takes that L2 answers, by how many are under way: of one SM, of a GPC, of all SMs.
// Every warp goes along lines in random order, as each says which is next, and so has exactly one load under way.
#include "../include/gpcs.cuh"
typedef unsigned u32;
static const int LINES = 1 << 16, WORDS = 32, N = 200;
__device__ u32 sink, took[SMS * 64];
// A load reads whole lines of W words a lane: W lines.
template <class T> __device__ u32 first(T v) { return v.x; }
template <> __device__ u32 first(u32 v) { return v; }
template <class T> __global__ void __launch_bounds__(1024, 2) chain(const T* p, const unsigned char* on) {
  u32 s, w = threadIdx.x / 32, l = threadIdx.x % 32;
  asm("mov.u32 %0,%%smid;" : "=r"(s));
  const int lanes = WORDS * 4 / sizeof(T);
  u32 a = ((blockIdx.x * 32 + w) * 4 + l / lanes) * 2654435761u % LINES * lanes + l % lanes;
  if (!on[s]) return;
  __syncthreads();
  long long t0 = clock64();
#pragma unroll 1
  for (int i = 0; i < N; ++i) a = first(__ldcg(p + a)) * lanes + l % lanes;
  u32 t = u32(clock64() - t0);
  if (l == 0) took[blockIdx.x * 32 + w] = t + 1;
  if (a == 12345) sink = a;
}
static unsigned char* on;
template <class T> static void run(const char* what, const std::vector<int>& sms) {
  for (int warps : {4, 8, 16, 32, 64}) {
    std::vector<unsigned char> who(SMS, 0); for (int s : sms) who[s] = 1;
    CK(cudaMemcpy(on, who.data(), SMS, cudaMemcpyHostToDevice));
    int blocks = warps > 32 ? 2 : 1, shared = blocks == 2 ? 0 : 120000;
    CK(cudaFuncSetAttribute(chain<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000));
    std::vector<u32> h(SMS * 64), zero(SMS * 64);
    for (int r = 0; r < 3; ++r) {
      CK(cudaMemcpyToSymbol(took, zero.data(), h.size() * 4));
      chain<T><<<SMS * blocks, warps / blocks * 32, shared>>>((T*)A, on);
      CK(cudaDeviceSynchronize());
    }
    CK(cudaMemcpyFromSymbol(h.data(), took, h.size() * 4));
    double sum = 0, n = 0, most = 0;
    for (u32 x : h) if (x) sum += x, ++n, most = std::max(most, double(x));
    printf("curve sms=%zu lines=%zu warps=%d mean=%.1f slowest=%.1f set=%s\n", sms.size(), sizeof(T) / 4, warps, sum / n / N, most / N, what);
  }
}
int main() {
  alloc_buffers(); CK(cudaMalloc(&on, SMS));
  std::vector<u32> order(LINES), next(LINES * WORDS);
  std::iota(order.begin(), order.end(), 0);
  u32 r = 7;
  for (int i = LINES - 1; i > 0; --i) { r = r * 1664525u + 1013904223u; std::swap(order[i], order[(r >> 8) % (i + 1)]); }
  for (int i = 0; i < LINES; ++i) for (int k = 0; k < WORDS; ++k) next[order[i] * WORDS + k] = order[(i + 1) % LINES];
  CK(cudaMemcpy(A, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
  auto g = gpcs();
  std::vector<int> all(SMS); std::iota(all.begin(), all.end(), 0);
  for (auto& x : g) { printf("gpc"); for (int s : x) printf(" %d", s); printf("\n"); }
  std::vector<std::pair<const char*, std::vector<int>>> sets = {{"sm", {g[2][0]}}, {"half", {g[2].begin(), g[2].begin() + 8}}, {"gpc", g[2]}, {"gpc", g[0]}, {"all", all}};
  for (auto& s : sets) { run<u32>(s.first, s.second); run<uint2>(s.first, s.second); run<uint4>(s.first, s.second); }
}
