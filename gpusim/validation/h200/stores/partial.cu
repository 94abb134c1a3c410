// Stores that write sectors in part, where L2 has room for all of them.
//
//   nvcc -O3 -arch=sm_90 -o partial partial.cu && ./partial > partial.txt
//
// 132 blocks of 32 warps; each lane stores a word, `lane` bytes from the lane before it,
// 64 times, each time in the next place of `mb` megabytes, which all blocks go round
// together. cycles: the most that a block took until a fence had seen its stores, the least of
// 5 launches. sectors: those stored in a cycle, by all SMs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void part(unsigned* out, unsigned lane, unsigned mask, long long* log) {
  unsigned warp = blockIdx.x * 32 + threadIdx.x / 32, warps = gridDim.x * 32;
  long long t = clock64();
  for (unsigned i = 0; i < 64; ++i) {
    unsigned at = (((i * warps + warp) * 32 + threadIdx.x % 32) * lane) & mask;
    asm volatile("st.global.u32 [%0], %1;" ::"l"((char*)out + at), "r"(i) : "memory");
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) log[blockIdx.x] = clock64() - t;
}
int main() {
  unsigned* out; long long* log; const int sms = 132;
  CK(cudaMalloc(&out, 1 << 26)); CK(cudaMemset(out, 0, 1 << 26)); CK(cudaMallocManaged(&log, 8 * sms));
  for (unsigned mb : {1u, 4u, 16u, 32u}) for (unsigned lane : {4u, 8u, 16u, 32u, 128u}) {
    long long best = 1ll << 60;
    for (int i = 0; i < 5; ++i) {
      part<<<sms, 1024>>>(out, lane, (mb << 20) - 1, log); CK(cudaDeviceSynchronize());
      long long most = 0; for (int b = 0; b < sms; ++b) most = std::max(most, log[b]);
      best = std::min(best, most);
    }
    double sectors = double(sms) * 32 * 64 * (lane >= 32 ? 32 : lane);
    printf("partial mb=%u lane=%u cycles=%lld sectors=%.1f\n", mb, lane, best, sectors / best);
  }
}
