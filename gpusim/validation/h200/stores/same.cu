// Stores of all blocks to the same words.
//
//   nvcc -O3 -arch=sm_90 -o same same.cu && ./same > same.txt
//
// Blocks of 32 warps, one an SM; each lane stores a word, `lane` bytes from the lane
// before it, 64 times, each time in the next place of `bytes` bytes, which every block goes
// round by itself. cycles: the most that a block took until a fence had seen its stores,
// the least of 5 launches. sectors: those stored in a cycle, by all SMs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void same(unsigned* out, unsigned lane, unsigned mask, long long* log) {
  unsigned warp = threadIdx.x / 32;
  long long t = clock64();
  for (unsigned i = 0; i < 64; ++i) {
    unsigned at = (((i * 32 + warp) * 32 + threadIdx.x % 32) * lane) & mask;
    asm volatile("st.global.u32 [%0], %1;" ::"l"((char*)out + at), "r"(i) : "memory");
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) log[blockIdx.x] = clock64() - t;
}
int main() {
  unsigned* out; long long* log; const int sms = 132;
  CK(cudaMalloc(&out, 1 << 26)); CK(cudaMemset(out, 0, 1 << 26)); CK(cudaMallocManaged(&log, 8 * sms));
  for (int blocks : {1, 8, 32, 132}) for (unsigned bytes : {128u, 512u, 2048u, 4096u, 16384u, 65536u, 1u << 20}) for (unsigned lane : {4u, 16u, 128u}) {
    if (lane * 32 > bytes) continue;
    long long best = 1ll << 60;
    for (int i = 0; i < 5; ++i) {
      same<<<blocks, 1024>>>(out, lane, bytes - 1, log); CK(cudaDeviceSynchronize());
      long long most = 0; for (int b = 0; b < blocks; ++b) most = std::max(most, log[b]);
      best = std::min(best, most);
    }
    double sectors = double(blocks) * 32 * 64 * (lane >= 32 ? 32 : lane);
    printf("same blocks=%d bytes=%u lane=%u cycles=%lld sectors=%.2f\n", blocks, bytes, lane, best, sectors / best);
  }
}
