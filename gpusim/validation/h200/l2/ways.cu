// How the SMs share what L2 gives: bytes a cycle of each SM that reads lines of its own, by the SMs of its GPC and how many
// read at the same time; and cycles an iteration of l2.cu's hits, by the SMs of a GPC, and of the slowest warp.
#include "../include/gpcs.cuh"
#include "../include/hits.cuh"
static const int LINES = 256; // lines of each SM: 32 KB
// Each warp has LOADS loads of 128 bytes under way, at places in its SM's lines that no other warp reads then.
template <int LOADS> __global__ void __launch_bounds__(1024, 1) draw(const u32* p, int n, const unsigned char* on, u32* out) {
  u32 s; asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (!on[s]) return;
  u32 w = threadIdx.x / 32, l = threadIdx.x % 32, at = w * 7, z = 0;
  const u32* q = p + s * (LINES * 32) + l;
  __syncthreads(); long long t0 = clock64();
  for (int i = 0; i < n; ++i) { u32 v[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) { v[k] = __ldcg(q + at % LINES * 32); at += 37; }
#pragma unroll
    for (int k = 0; k < LOADS; ++k) z += v[k]; }
  __syncthreads(); long long t1 = clock64();
  if (z == 12345) sink = z;
  if (threadIdx.x == 0) out[s] = u32(t1 - t0);
}
static unsigned char* on; static u32* out;
template <int LOADS> static std::vector<double> bytes(const std::vector<int>& sms, int warps, int n) {
  std::vector<unsigned char> who(SMS, 0); for (int s : sms) who[s] = 1;
  CK(cudaMemcpy(on, who.data(), SMS, cudaMemcpyHostToDevice));
  CK(cudaFuncSetAttribute(draw<LOADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000));
  for (int r = 0; r < 3; ++r) draw<LOADS><<<SMS, warps * 32, 120000>>>((u32*)A, n, on, out);
  std::vector<u32> took(SMS); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(took.data(), out, SMS * 4, cudaMemcpyDeviceToHost));
  std::vector<double> v; for (int s : sms) v.push_back(double(warps) * n * LOADS * 128 / took[s]); return v;
}
static double mean(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0) / v.size(); }
int main() {
  alloc_buffers(); CK(cudaMalloc(&on, SMS)); CK(cudaMalloc(&out, SMS * 4));
  auto g = gpcs();
  std::vector<size_t> of(SMS); // how many SMs the SM's GPC has
  for (auto& x : g) for (int s : x) of[s] = x.size();
  for (auto& x : g) { printf("gpc"); for (int s : x) printf(" %d", s); printf("\n"); }
  auto run = [&](const char* what, const std::vector<std::vector<int>>& of, int warps, int loads) {
    std::vector<int> all; for (auto& x : of) all.insert(all.end(), x.begin(), x.end());
    auto v = loads == 1 ? bytes<1>(all, warps, 4000) : loads == 2 ? bytes<2>(all, warps, 2000) : bytes<8>(all, warps, 1000);
    printf("%s warps=%d loads=%d total=%.0f", what, warps, loads, mean(v) * all.size());
    size_t at = 0; for (auto& x : of) { std::vector<double> part(v.begin() + at, v.begin() + at + x.size()); at += x.size(); printf(" %zu:%.1f", x.size(), mean(part)); } printf("\n"); };
  for (auto& x : g) run("alone", {x}, 32, 8);
  for (size_t n = 2; n <= g.size(); ++n) run("largest", {g.begin(), g.begin() + n}, 32, 8);
  for (int loads : {1, 2, 8}) for (int warps : {4, 8, 16, 24, 32}) run("all", g, warps, loads);
  for (int blocks : {132, 264}) for (int stride : {1, 2, 4}) {
    const int n = 100;
    for (int i = 0; i < 3; ++i) hits<<<blocks, 1024>>>(A, n, stride, (1 << 22) - 1, 8192);
    std::vector<u32> warps(blocks * 32), at(blocks); CK(cudaDeviceSynchronize());
    CK(cudaMemcpyFromSymbol(warps.data(), took, blocks * 128)); CK(cudaMemcpyFromSymbol(at.data(), sm, blocks * 4));
    printf("hits blocks=%d stride=%d slowest=%.0f", blocks, stride, *std::max_element(warps.begin(), warps.end()) / double(n));
    for (size_t size : {size_t(18), size_t(16)}) { double sum = 0; int count = 0;
      for (int b = 0; b < blocks; ++b) if (size == of[at[b]]) for (int w = 0; w < 32; ++w) sum += warps[b * 32 + w], ++count;
      printf(" sms%zu=%.0f", size, sum / count / n); }
    printf("\n"); }
}
