// How far each SM is from L2: cycles of a load of one thread that L2 answers, each at an address that the one before
// loaded, over 8192 lines in random order, by SM; and the parts of the lines, from the nearest to the farthest, that one
// SM loads in so many cycles.
#include <numeric>
#include "../include/common.cuh"
typedef unsigned u32;
static const int LINES = 8192, WORDS = 32;
__device__ u32 took[1024], each[LINES], sink;
__global__ void chase(const u32* p, u32 want) {
  u32 s; asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (threadIdx.x || s != want) return;
  u32 a = 0;
  for (int i = 0; i < LINES; ++i) a = __ldcg(p + a);  // now its part of L2 has all
  long long t0 = clock64();
  for (int i = 0; i < LINES; ++i) a = __ldcg(p + a);
  took[s] = u32(clock64() - t0);
  if (a == 12345) sink = a;
}
__global__ void apart(const u32* p, u32 want) {
  u32 s; asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (threadIdx.x || s != want) return;
  u32 a = 0;
  for (int i = 0; i < LINES; ++i) a = __ldcg(p + a);
  for (int i = 0; i < LINES; ++i) {
    long long t0 = clock64();
    a = __ldcg(p + a);
    if (a == 12345) sink = a;
    each[i] = u32(clock64() - t0);
  }
}
int main() {
  alloc_buffers();
  std::vector<u32> order(LINES), next(LINES * WORDS);
  std::iota(order.begin(), order.end(), 0);
  u32 r = 7;
  for (int i = LINES - 1; i > 0; --i) { r = r * 1664525u + 1013904223u; std::swap(order[i], order[(r >> 8) % (i + 1)]); }
  for (int i = 0; i < LINES; ++i) next[order[i] * WORDS] = order[(i + 1) % LINES] * WORDS;
  CK(cudaMemcpy(A, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
  cudaDeviceProp d; CK(cudaGetDeviceProperties(&d, 0));
  for (int s = 0; s < d.multiProcessorCount; ++s) chase<<<2 * d.multiProcessorCount, 32>>>((u32*)A, s);
  std::vector<u32> h(d.multiProcessorCount);
  CK(cudaDeviceSynchronize()); CK(cudaMemcpyFromSymbol(h.data(), took, h.size() * 4));
  printf("distance"); for (u32 x : h) printf(" %.1f", double(x) / LINES); printf("\n");
  for (u32 s : {0u, 50u, 100u}) {
    apart<<<2 * d.multiProcessorCount, 32>>>((u32*)A, s);
    h.resize(LINES); CK(cudaDeviceSynchronize()); CK(cudaMemcpyFromSymbol(h.data(), each, h.size() * 4));
    std::sort(h.begin(), h.end());
    printf("lines sm=%u", s); for (int q : {1, 10, 25, 50, 75, 90, 99}) printf(" part%d=%u", q, h[LINES * q / 100]); printf("\n");
  }
}
