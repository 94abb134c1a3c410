// The SMs of each GPC, found by the blocks of clusters, which never leave one: SMs that no cluster has are by themselves.
#pragma once
#include <map>
#include <numeric>
#include "common.cuh"
static const int SMS = 132;
__device__ unsigned places[4096];
__global__ void place() {
  unsigned s; asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (threadIdx.x == 0) places[blockIdx.x] = s;
  for (long long t = clock64(); clock64() - t < 20000;) {}
}
// The largest first.
static std::vector<std::vector<int>> gpcs() {
  std::vector<int> of(SMS);
  std::iota(of.begin(), of.end(), 0);
  std::function<int(int)> root = [&](int i) { return of[i] == i ? i : of[i] = root(of[i]); };
  for (int rep = 0; rep < 60; ++rep) {
    int size = rep % 3 ? rep % 3 == 1 ? 8 : 6 : 2;
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeClusterDimension; a.val.clusterDim = {unsigned(size), 1, 1};
    c.gridDim = 264 / size * size; c.blockDim = rep % 2 ? 1024 : 512; c.attrs = &a; c.numAttrs = 1;
    CK(cudaLaunchKernelEx(&c, place));
    std::vector<unsigned> h(264);
    CK(cudaMemcpyFromSymbol(h.data(), places, 264 * 4));
    for (unsigned i = 0; i < c.gridDim.x; ++i) of[root(h[i])] = root(h[i / size * size]);
  }
  std::map<int, std::vector<int>> sms;
  for (int i = 0; i < SMS; ++i) sms[root(i)].push_back(i);
  std::vector<std::vector<int>> g;
  for (auto& x : sms) g.push_back(x.second);
  std::sort(g.begin(), g.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
  return g;
}
