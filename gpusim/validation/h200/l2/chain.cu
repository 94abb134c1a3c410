// What a load of four lines takes that L2 answers, where each warp has one under way, when warps read lines of their own, lines
// that the warps of their block read too, or lines that all SMs read: of an SM, a GPC, all SMs; of one sector or all four of a line.
#include "../include/gpcs.cuh"
typedef unsigned u32;
static const u32 LINES = 1 << 17, FOUR = LINES / 4, TURNS = 192;  // 16 MB
__device__ u32 sink, took[SMS * 32];
// A warp of the block of an SM reads four lines in each turn, so many times four on from those of the turn, warp and SM before.
struct Steps { u32 turn, warp, sm, all; };
template <int SECTORS> __global__ void __launch_bounds__(1024, 1) chain(const char* p, Steps by, const unsigned char* place) {
  u32 s, w = threadIdx.x / 32, l = threadIdx.x % 32;
  asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (place[s] == 255) return;
  u32 x = 0, at = (place[s] * by.sm + w * by.warp) * by.all, lane = SECTORS == 4 ? l * 16 : l / 8 * 128 + l % 8 * 4;
  __syncthreads();
  long long t0 = clock64();
#pragma unroll 1
  for (int i = 0; i < TURNS; ++i) {
    const char* q = p + at % FOUR * 512 + lane + x;
    if (SECTORS == 4) x = __ldcg((const uint4*)q).x; else x = __ldcg((const u32*)q);
    at += by.turn * by.all;
  }
  u32 t = u32(clock64() - t0);
  if (l == 0) took[s * 32 + w] = t + 1;
  if (x == 12345) sink = x;
}
static unsigned char* place_of;
template <int SECTORS> static void run(const char* set, const std::vector<int>& sms, int warps) {
  std::vector<unsigned char> h(SMS, 255);
  for (size_t i = 0; i < sms.size(); ++i) h[sms[i]] = i;
  CK(cudaMemcpy(place_of, h.data(), SMS, cudaMemcpyHostToDevice));
  CK(cudaFuncSetAttribute(chain<SECTORS>, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000));  // a block to an SM
  const u32 far = 7919;
  std::pair<const char*, Steps> ways[] = {
    {"own", {far, 977, 32 * 977, 1}}, {"apart", {1, 8, 512, far}}, {"shared", {1, 1, 512, far}}, {"shared_near", {1, 1, 64, 1}},
    {"same", {1, 0, 512, far}}, {"same_all", {1, 0, 0, far}}};
  for (auto& way : ways) {
    std::vector<u32> t(SMS * 32), zero(SMS * 32);
    for (int i = 0; i < 3; ++i) {
      CK(cudaMemcpyToSymbol(took, zero.data(), zero.size() * 4));
      chain<SECTORS><<<SMS, warps * 32, 120000>>>((const char*)A, way.second, place_of);
      CK(cudaDeviceSynchronize());
    }
    CK(cudaMemcpyFromSymbol(t.data(), took, t.size() * 4));
    double sum = 0, n = 0, most = 0;
    for (u32 x : t) if (x) sum += x, ++n, most = std::max(most, double(x));
    printf("chain set=%s sms=%zu sectors=%d warps=%d lines=%s mean=%.1f slowest=%.1f\n", set, sms.size(), SECTORS, warps, way.first, sum / n / TURNS, most / TURNS);
  }
}
int main() {
  alloc_buffers();
  CK(cudaMemset(A, 0, LINES * 128));
  CK(cudaMalloc(&place_of, SMS));
  auto g = gpcs();
  std::vector<int> all(SMS), half;
  std::iota(all.begin(), all.end(), 0);
  for (auto& x : g) half.insert(half.end(), x.begin(), x.begin() + (x.size() + 1) / 2);
  for (int warps : {16, 32}) {
    run<4>("sm", {g[2][0]}, warps); run<4>("gpc", g[2], warps); run<4>("gpc", g[0], warps); run<4>("half_of_gpcs", half, warps); run<4>("all", all, warps);
    run<1>("sm", {g[2][0]}, warps); run<1>("gpc", g[2], warps); run<1>("all", all, warps);
  }
}
