// What atomics on shared memory take in throughput.cu, whose warps end with an atomic on global memory each while others are still in
// the loop, and by the same kernel that ends with a store: cycles of the slowest warp for each atomic of a warp, of 32 warps.
#include "../include/common.cuh"
__device__ unsigned long long most;
__device__ unsigned took[1024], sink;
template <bool ATOMIC> __global__ void adds(int n, int spread) {
  __shared__ int s[1024];
  s[threadIdx.x] = 0;
  int* q = s + threadIdx.x % spread;
  int z = 0;
  __syncthreads();
  long long t0 = clock64();
  for (int i = 0; i < n; ++i) z += atomicAdd(q, 1);
  long long t1 = clock64();
  if (ATOMIC) atomicMax(&most, (unsigned long long)(t1 - t0)); else took[threadIdx.x] = t1 - t0;
  if (z == -5) sink = z;
}
template <bool ATOMIC> static double cycles(int n, int spread) {
  std::vector<double> v;
  for (int i = 0; i < 9; ++i) {
    unsigned long long m = 0;
    CK(cudaMemcpyToSymbol(most, &m, 8));
    adds<ATOMIC><<<1, 1024>>>(n, spread);
    std::vector<unsigned> t(1024);
    CK(cudaMemcpyFromSymbol(&m, most, 8)); CK(cudaMemcpyFromSymbol(t.data(), took, 4096));
    v.push_back(ATOMIC ? m : *std::max_element(t.begin(), t.end()));
  }
  std::sort(v.begin(), v.end());
  return v[4];
}
int main() {
  const int n = 100;
  for (int s : {1, 2, 4, 8, 16, 32, 1024}) printf("atomic_shared spread=%d store=%.3f atomic=%.3f\n", s, cycles<false>(n, s) / (n * 32), cycles<true>(n, s) / (n * 32));
}
