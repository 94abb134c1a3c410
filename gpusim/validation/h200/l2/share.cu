// What loads take that L2 answers when the warps of a block read the same lines in turn, or lines of their own: cycles of a
// load of a warp for each SM's 32 warps, of the slowest warp and the mean, by where blocks begin and how far apart warps do.
#include "../include/hits.cuh"
__global__ void turns(const float* p, int n, int stride, u32 mask, const u32* base, int warpstep) {
  float z = 0;
  u32 a = threadIdx.x % 32 * stride + base[blockIdx.x] + threadIdx.x / 32 * warpstep;
  T0 for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) z += __ldcg(p + ((a + k * 32 * stride) & mask));
    a += 256 * stride;
  }
  T1 if (z == 3.21f) sink = z;
}
int main() {
  alloc_buffers();
  u32* base;
  CK(cudaMalloc(&base, 4096));
  std::vector<u32> h(1056 * 32);
  for (int b : {132, 264}) for (int st : {1, 2}) for (int how = 0; how < 3; ++how) for (int ws : {32 * st, 8192 * 4 + 32 * st, 1000 * 32}) for (int n : {24, 100, 400}) {
    std::vector<u32> first(264);
    u32 r = 5;
    for (int i = 0; i < 264; ++i) { r = r * 1664525u + 1013904223u; first[i] = how == 0 ? i * 8192 : how == 1 ? (r >> 8) % 131072 * 32 : i * (8192 + 32 * 37); }
    CK(cudaMemcpy(base, first.data(), 264 * 4, cudaMemcpyHostToDevice));
    double best = 1e9, mean = 0;
    for (int i = 0; i < 4; ++i) {
      turns<<<b, 1024>>>(A, n, st, (1 << 22) - 1, base, ws);
      CK(cudaDeviceSynchronize()); CK(cudaMemcpyFromSymbol(h.data(), took, b * 128));
      double m = 0, s = 0;
      for (int k = 0; k < b * 32; ++k) m = std::max(m, double(h[k])), s += h[k];
      if (m < best) best = m, mean = s / b / 32;
    }
    printf("share blocks=%d stride=%d bases=%s warpstep=%d n=%d slowest=%.2f mean=%.2f\n", b, st, how == 0 ? "32k" : how == 1 ? "random" : "odd", ws, n, best / (n * 256), mean / (n * 256));
  }
}
