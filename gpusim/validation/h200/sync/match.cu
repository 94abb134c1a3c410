// What __match_any_sync and __match_all_sync take, by the number of values in a warp: a chain
// in one warp, and in all warps of an SM. The masks of match_any have as many values again.
#include <cstdio>
template <int M, typename T> __global__ void chain(long long* c, T* o, int n) {
  int lane = threadIdx.x % 32;
  T v = lane % n;
  long long t = clock64();
#pragma unroll 16
  for (int k = 0; k < 256; ++k) {
    int all;
    if (M == 0) v = __match_any_sync(~0u, v);
    else if (M == 1) v = __match_all_sync(~0u, v, &all) ^ lane % n;
    else v = __shfl_xor_sync(~0u, v, 1);
  }
  t = clock64() - t;
  if (threadIdx.x == 0) *c = t;
  o[threadIdx.x] = v;
}
template <int M, typename T> void measure(const char* name) {
  long long *c, h, best;
  T* o;
  cudaMalloc(&c, 8);
  cudaMalloc(&o, 8192);
  for (int threads = 32; threads <= 1024; threads *= 2)
    for (int n = 1; n <= 32; n = n < 4 ? n + 1 : n + 4) {
      best = 1LL << 60;
      for (int k = 0; k < 9; ++k) {
        chain<M, T><<<1, threads>>>(c, o, n);
        cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
        best = h < best ? h : best;
      }
      printf("%s bits=%d threads=%d values=%d cycles=%.1f\n", name, int(8 * sizeof(T)), threads, n, best / 256.0);
    }
}
int main() {
  measure<0, unsigned>("any");
  measure<0, unsigned long long>("any");
  measure<1, unsigned>("all");
  measure<1, unsigned long long>("all");
  measure<2, unsigned>("shfl");
  return cudaDeviceSynchronize();
}
