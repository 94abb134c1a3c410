// Blocks that wait for other blocks: chains of flags, tickets, locks, barriers of the grid and look-back scans.
// Each kernel is launched once; a profiler counts its cycles and instructions.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void pass_flag(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { if (b > 0) while (f[b - 1] == 0); f[b] = 1; } }
__global__ void pass_fence(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { if (b > 0) while (f[b - 1] == 0); __threadfence(); f[b] = 1; } }
__global__ void pass_sync(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0 && b > 0) while (f[b - 1] == 0); __syncthreads(); if (threadIdx.x == 0) { __threadfence(); f[b] = 1; } }
__global__ void pass_sum(volatile int* f, int* d, int n) {
  __shared__ int s; int b = blockIdx.x;
  if (threadIdx.x == 0) { s = 0; if (b > 0) { while (f[b - 1] == 0); __threadfence(); s = ((volatile int*)d)[b - 1]; } }
  __syncthreads();
  int v = s + n; d[4096 + b * blockDim.x + threadIdx.x] = v;
  if (threadIdx.x == 0) { d[b] = v; __threadfence(); f[b] = 1; } }
__global__ void pass_atomic(int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { if (b > 0) while (atomicAdd(&f[b - 1], 0) == 0); atomicExch(&f[b], 1); } }
__global__ void pass_work(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { if (b > 0) while (f[b - 1] == 0); int x = n; for (int i = 0; i < n; ++i) x = x * 3 + i; d[b] = x; __threadfence(); f[b] = 1; } }
__global__ void ticket(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { while (f[0] != b); __threadfence(); f[0] = b + 1; } }
__global__ void lock_block(int* f, int* d, int n) { if (threadIdx.x == 0) { while (atomicCAS(&f[0], 0, 1) != 0); d[0] = ((volatile int*)d)[0] + 1; __threadfence(); atomicExch(&f[0], 0); } }
__global__ void lock_thread(int* f, int* d, int n) { bool done = false; while (!done) { if (atomicCAS(&f[0], 0, 1) == 0) { ((volatile int*)d)[0] = ((volatile int*)d)[0] + 1; __threadfence(); atomicExch(&f[0], 0); done = true; } } }
__global__ void grid_bar(int* f, int* d, int n) { for (int k = 1; k <= n; ++k) { __syncthreads(); if (threadIdx.x == 0) { __threadfence(); atomicAdd(&f[0], 1); while (((volatile int*)f)[0] < k * (int)gridDim.x); } __syncthreads(); d[blockIdx.x * blockDim.x + threadIdx.x] += k; } }
__global__ void lookback(volatile int* f, int* d, int n) { // aggregates and prefixes behind flags
  __shared__ int s; int b = blockIdx.x; volatile int* agg = d, *pre = d + 4096;
  int v = d[8192 + b * blockDim.x + threadIdx.x] + 1;
  int t = __syncthreads_count(v > 0);
  if (threadIdx.x == 0) {
    agg[b] = t; __threadfence(); f[b] = b == 0 ? 2 : 1; int sum = 0;
    if (b == 0) pre[0] = t;
    for (int p = b - 1; p >= 0; --p) { int q; while ((q = f[p]) == 0); __threadfence(); if (q == 2) { sum += pre[p]; break; } sum += agg[p]; }
    pre[b] = sum + t; __threadfence(); f[b] = 2; s = sum; }
  __syncthreads();
  d[8192 + b * blockDim.x + threadIdx.x] = v + s; }
__global__ void next_block(volatile int* f, int* d, int n) { int b = blockIdx.x; if (threadIdx.x == 0) { if (b + 1 < gridDim.x) while (f[b + 1] == 0); f[b] = 1; } }
__global__ void warp_flag(volatile int* f, int* d, int n) { if (threadIdx.x == 0) { for (int k = 1; k <= n; ++k) { while (f[0] != 2 * k - 1); f[0] = 2 * k; } } if (threadIdx.x == 32) { for (int k = 1; k <= n; ++k) { f[0] = 2 * k - 1; while (f[0] != 2 * k); } } }
template <class T> void go(const char* name, void (*k)(T*, int*, int), int blocks, int threads, int n) {
  static int *f, *d; if (!f) { cudaMalloc(&f, 1 << 16); cudaMalloc(&d, 1 << 24); }
  cudaMemset(f, 0, 1 << 16); cudaMemset(d, 0, 1 << 24);
  k<<<blocks, threads>>>((T*)f, d, n); int e = cudaDeviceSynchronize(); int h[2]; cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  printf("%s blocks=%d threads=%d n=%d error=%d d0=%d\n", name, blocks, threads, n, e, h[0]); }
#define GO(k, b, t, n) go(#k, k, b, t, n)
int main() {
  for (int b : {1, 8, 64, 132, 264}) { GO(pass_flag, b, 32, 1); GO(pass_fence, b, 32, 1); GO(pass_sync, b, 256, 1); GO(pass_sum, b, 256, 1); GO(pass_atomic, b, 32, 1); GO(ticket, b, 32, 1); GO(next_block, b, 32, 1); }
  for (int n : {100, 1000}) GO(pass_work, 64, 32, n);
  for (int b : {1, 8, 32, 132}) GO(lock_block, b, 32, 1);
  for (int b : {1, 2, 8}) GO(lock_thread, b, 32, 1);
  for (int n : {1, 4, 16}) { GO(grid_bar, 1, 256, n); GO(grid_bar, 16, 256, n); GO(grid_bar, 132, 256, n); GO(grid_bar, 264, 256, n); }
  for (int b : {1, 64, 264, 1024, 4000}) GO(lookback, b, 256, 1);
  for (int n : {1, 10, 100}) GO(warp_flag, 1, 64, n);
}
