// What a warp barrier and the three fences cost, each alone and behind a store.
#include <cstdio>
enum { None, Warp, Block, Device, System };
template <int F> __device__ void fence() {
  if (F == Warp) __syncwarp();
  if (F == Block) __threadfence_block();
  if (F == Device) __threadfence();
  if (F == System) __threadfence_system();
}
template <int F, bool S> __global__ void cost(long long* cycles, volatile int* x) {
  long long t = clock64();
  for (int k = 0; k < 256; ++k) {
    if (S) x[threadIdx.x] = k;
    fence<F>();
  }
  t = clock64() - t;
  if (threadIdx.x == 0) *cycles = t;
}
template <int F, bool S> void measure(const char* name) {
  long long *c, h, best;
  int* x;
  cudaMalloc(&c, 8);
  cudaMalloc(&x, 4096);
  for (int threads = 32; threads <= 1024; threads *= 32) {
    best = 1LL << 60;
    for (int k = 0; k < 9; ++k) {
      cost<F, S><<<1, threads>>>(c, x);
      cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
      best = h < best ? h : best;
    }
    printf("%s store=%d threads=%d cycles=%.1f\n", name, S, threads, best / 256.0);
  }
}
int main() {
  measure<None, true>("none");
  measure<Warp, false>("syncwarp");
  measure<Warp, true>("syncwarp");
  measure<Block, false>("threadfence_block");
  measure<Block, true>("threadfence_block");
  measure<Device, false>("threadfence");
  measure<Device, true>("threadfence");
  measure<System, false>("threadfence_system");
  measure<System, true>("threadfence_system");
  return cudaDeviceSynchronize();
}
