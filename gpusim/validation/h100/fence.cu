// Cycles of a fence behind other accesses of the warp, in a loop of 256 (behind: 0 alone, 1 a store,
// 2 four stores, 3 an atomic, 4 an atomic with a result, 5 a load, 6 a store and a load), with multiply-adds (work).
#include <cstdio>
template <int F> __device__ void fence() { if (F == 1) __threadfence(); if (F == 2) __threadfence_system(); if (F == 3) __threadfence_block(); }
template <int F, int W, int C> __global__ void cost(long long* cycles, volatile int* x, float a, float b) {
  int v = 0; float f = a;
  long long t = clock64();
  for (int k = 0; k < 256; ++k) {
    if (W == 1) x[threadIdx.x] = k;
    if (W == 2) for (int j = 0; j < 4; ++j) x[threadIdx.x + j * 1024] = k;
    if (W == 3) atomicAdd((int*)x + threadIdx.x, k);
    if (W == 4) v += atomicAdd((int*)x + threadIdx.x, k);
    if (W == 5) v += x[threadIdx.x];
    if (W == 6) { x[threadIdx.x] = k; v += x[threadIdx.x + 1024]; }
#pragma unroll
    for (int j = 0; j < C; ++j) f = f * b + a;
    fence<F>();
  }
  t = clock64() - t;
  if (threadIdx.x == 0) *cycles = t;
  if (v == 12345 || f == 1.25f) x[0] = v;
}
template <int F, int W, int C> void measure(const char* name) {
  long long *c, h, best; int* x;
  cudaMalloc(&c, 8); cudaMalloc(&x, 1 << 20); cudaMemset(x, 0, 1 << 20);
  for (int threads : {32, 128, 1024}) for (int blocks : {1, 132}) {
    best = 1LL << 60;
    for (int k = 0; k < 5; ++k) { cost<F, W, C><<<blocks, threads>>>(c, x, 1.f, .5f); cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost); best = h < best ? h : best; }
    printf("%s behind=%d work=%d threads=%d blocks=%d cycles=%.1f\n", name, W, C, threads, blocks, best / 256.0);
  }
}
int main() {
  measure<0,0,0>("none"); measure<0,1,0>("none"); measure<0,1,128>("none"); measure<0,5,0>("none"); measure<0,4,0>("none");measure<0,6,0>("none");
  measure<1,0,0>("device"); measure<1,1,0>("device"); measure<1,2,0>("device"); measure<1,3,0>("device"); measure<1,4,0>("device"); measure<1,5,0>("device"); measure<1,6,0>("device"); measure<1,1,32>("device"); measure<1,1,128>("device"); measure<1,0,128>("device");
  measure<2,0,0>("system"); measure<2,1,0>("system"); measure<2,1,128>("system"); measure<2,5,0>("system");
  measure<3,1,0>("block"); measure<3,5,0>("block");
}
