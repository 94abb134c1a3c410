// Sums numbers with cooperative groups, on as many blocks as the device holds.
#include <cooperative_groups.h>
#include <iostream>
#include <numeric>
#include <vector>
namespace cg = cooperative_groups;
__global__ void sumAll(const float *in, float *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  float v = 0;
  for (int i = block.group_index().x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) v += in[i];
  for (int d = warp.size() / 2; d > 0; d /= 2) v += warp.shfl_down(v, d);
  if (warp.thread_rank() == 0) atomicAdd(out, v);
}
auto ok = [](cudaError_t e) { if (e != cudaSuccess) { std::cerr << cudaGetErrorString(e) << std::endl; std::exit(1); } };
int main() {
  std::vector<float> v(12345);
  std::iota(std::begin(v), std::end(v), 0.f);
  float *in{}, *out{};
  ok(cudaMalloc(&in, v.size() * sizeof(float)));
  ok(cudaMalloc(&out, sizeof(float)));
  ok(cudaMemcpy(in, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
  ok(cudaMemset(out, 0, sizeof(float)));
  int perSM = 0, threads = 256, device;
  ok(cudaGetDevice(&device));
  ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, sumAll, threads, 0));
  int sms;
  ok(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  sumAll<<<std::min(perSM * sms, int(v.size() / threads) + 1), threads>>>(in, out, static_cast<int>(v.size()));
  float r;
  ok(cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost));
  std::cout << r << " " << std::accumulate(v.begin(), v.end(), 0.) << "\n";
}
