// What throughput.cu measures of L2, by kernels that end without atomics: global_l2hit and same_line, cycles of the slowest
// warp for each load of a warp; atomics, microseconds of launches of 16 and 48 a thread; and the SMs that the blocks of the last launch ran on.
#include "../include/hits.cuh"
__global__ void line(const volatile float* p, int n) { float z = 0; T0 for (int i = 0; i < n; ++i) z += p[i & 7]; T1 if (z == 3.2f) sink = z; }
__global__ void add(int* p, int n, int spread) { int* q = p + (threadIdx.x + blockIdx.x * blockDim.x) % spread; for (int i = 0; i < n; ++i) atomicAdd(q, 1); }
__global__ void ret(int* p, int n, int spread) { int* q = p + (threadIdx.x + blockIdx.x * blockDim.x) % spread; int z = 0; for (int i = 0; i < n; ++i) z += atomicAdd(q, 1); if (z == -77) sink = z; }
static std::vector<u32> h(1056 * 32);
static double cycles(int warps, std::function<void()> f) { for (int i = 0; i < 3; ++i) f(); CK(cudaMemcpyFromSymbol(h.data(), took, warps * 4)); return *std::max_element(h.begin(), h.begin() + warps); }
static double us(std::function<void()> f) { cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); float best = 1e9, ms; for (int i = 0; i < 9; ++i) { cudaEventRecord(a); f(); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms, a, b); best = std::min(best, ms * 1000); } return best; }
int main() {
  alloc_buffers();
  for (int b : {1, 4, 8, 16, 33, 50, 66, 100, 132, 264}) { printf("hits blocks=%d", b); for (int s : {1, 2, 4, 8, 32}) printf(" stride%d=%.2f", s, cycles(b * 32, [=] { hits<<<b, 1024>>>(A, 100, s, (1 << 22) - 1, 8192); }) / 25600); printf("\n"); }
  for (int b : {1, 2, 8, 32, 132, 264, 1056}) printf("line blocks=%d cycles=%.2f\n", b, cycles(b * 8, [=] { line<<<b, 256>>>(A, 64); }) / 512);
  for (int s : {32, 1024, 4096, 16384, 65536, 262144}) { printf("atomic spread=%d", s); for (int n : {16, 48}) printf(" add%d_us=%.2f return%d_us=%.2f", n, us([=] { add<<<1024, 256>>>((int*)C, n, s); }), n, us([=] { ret<<<1024, 256>>>((int*)C, n, s); })); printf("\n"); }
  hits<<<264, 1024>>>(A, 100, 1, 4095, 0);
  CK(cudaMemcpyFromSymbol(h.data(), sm, 264 * 4));
  printf("place"); for (int i = 0; i < 264; ++i) printf(" %u", h[i]); printf("\n");
}
