// Which warps of an SM come first. Loops that issue.py wrote, as for issue.cu: of the warps of a scheduler, when each began its loop
// and when it ended, in thousandths of what all took; of one block, and of blocks of which two are resident at a time.
// block: the same of products of matrices, of all blocks of one SM, in cycles.
#include <algorithm>
#include "issue.cuh"
extern "C" __global__ void issue(const float* p, int n, unsigned mask, unsigned stride, unsigned long long* out, volatile float* sink) {
  long long t0, t1;
  timed(p, n, mask, stride, sink, t0, t1);
  unsigned s, w;
  asm("mov.u32 %0,%%smid;" : "=r"(s)); asm("mov.u32 %0,%%warpid;" : "=r"(w));
  unsigned long long* o = out + (blockIdx.x * 32 + threadIdx.x / 32) * 4;
  o[0] = t0; o[1] = t1; o[2] = s; o[3] = w;
}
__device__ unsigned long long marks[1024][3];
DEV void mark(long long t0) {
  __syncthreads();
  unsigned b = blockIdx.x + gridDim.x * blockIdx.y, s;
  asm("mov.u32 %0,%%smid;" : "=r"(s));
  if (threadIdx.x + threadIdx.y == 0) { marks[b][0] = t0; marks[b][1] = clock64(); marks[b][2] = s; }
}
template <int BS> __global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float s[BS][BS], t[BS][BS];
  long long t0 = clock64();
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * BS + y, col = blockIdx.x * BS + x;
  float v = 0;
  for (int m = 0; m < n / BS; ++m) {
    s[y][x] = a[row * n + m * BS + x]; t[y][x] = b[(m * BS + y) * n + col];
    __syncthreads();
    for (int k = 0; k < BS; ++k) v += s[y][k] * t[k][x];
    __syncthreads();
  }
  c[row * n + col] = v;
  mark(t0);
}
__global__ void naive(const float* a, const float* b, float* c, int n) {
  long long t0 = clock64();
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int k = 0; k < n; ++k) v += a[row * n + k] * b[k * n + col];
  c[row * n + col] = v;
  mark(t0);
}
template <class K> static void blocks(const char* name, K kernel, int side) {
  const int n = 512, count = n / side * (n / side);
  static float *a, *b, *c;
  if (!a) { cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4); cudaMemset(a, 0, n * n * 4); cudaMemset(b, 0, n * n * 4); }
  for (int i = 0; i < 2; ++i) kernel<<<dim3(n / side, n / side), dim3(side, side)>>>(a, b, c, n);
  static unsigned long long m[1024][3];
  cudaMemcpyFromSymbol(m, marks, sizeof m);
  unsigned long long from = ~0ull;
  for (int i = 0; i < count; ++i) if (m[i][2] == m[0][2]) from = std::min(from, m[i][0]);
  printf("block %s", name);
  for (int i = 0; i < count; ++i) if (m[i][2] == m[0][2]) printf(" %d=%llu-%llu", i, m[i][0] - from, m[i][1] - from);
  printf("\n");
}
int main(int, char** argv) {
  const int most = 528;
  each(argv[1], most * 32 * 32, [&](CUfunction k, const char* name, int) {
    static unsigned long long v[most][32][4];
    CK(cuFuncSetAttribute(k, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    for (int grid : {1, most}) {
      unsigned mask = 1023, stride = 1, warps = grid == 1 ? 32 : 16; int n = 300;
      void* args[] = {&A, &n, &mask, &stride, &O, &S};
      for (int i = 0; i < 2; ++i) CK(cuLaunchKernel(k, grid, 1, 1, warps * 32, 1, 1, grid == 1 ? 1024 : 100000, 0, args, 0));
      CK(cuMemcpyDtoH(v, O, sizeof v));
      unsigned long long from = ~0ull, to = 0, sm = v[0][0][2];
      for (int b = 0; b < grid; ++b) for (unsigned w = 0; w < warps; ++w) if (v[b][w][2] == sm) { from = std::min(from, v[b][w][0]); to = std::max(to, v[b][w][1]); }
      printf("order %s grid=%d cycles=%llu", name, grid, to - from);
      auto part = [&](unsigned long long t) { return int(1000.0 * (t - from) / (to - from)); };
      for (int b = 0; b < grid; ++b) for (unsigned w = 0; w < warps; ++w) { auto& x = v[b][w]; if (x[2] == sm && x[3] % 4 == 0) printf(" b%dw%u=%d-%d", b, w, part(x[0]), part(x[1])); }
      printf("\n");
    }
  });
  blocks("tiled16", tiled<16>, 16); blocks("tiled32", tiled<32>, 32); blocks("naive16", naive, 16); blocks("naive32", naive, 32);
}
