// Sums by loops of compare-and-swap, and atomics on few hot words.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void cas(float* d, int words, int n) { unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  for (int k = 0; k < n; ++k) { r = r * 1664525u + 1013904223u; int* p = (int*)d + (r >> 8) % words; int old = *(volatile int*)p, seen; do { seen = old; old = atomicCAS(p, seen, __float_as_int(__int_as_float(seen) + 1.f)); } while (old != seen); } }
__global__ void cas_max(float* d, int words, int n) { unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  for (int k = 0; k < n; ++k) { r = r * 1664525u + 1013904223u; int* p = (int*)d + (r >> 8) % words; float v = float(r >> 8); int old = *p; while (__int_as_float(old) < v) { int seen = old; old = atomicCAS(p, seen, __float_as_int(v)); if (old == seen) break; } } }
__global__ void add(float* d, int words, int n) { unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  for (int k = 0; k < n; ++k) { r = r * 1664525u + 1013904223u; atomicAdd((int*)d + (r >> 8) % words, (int)(r & 7)); } }
__global__ void addf(float* d, int words, int n) { unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  for (int k = 0; k < n; ++k) { r = r * 1664525u + 1013904223u; atomicAdd(d + (r >> 8) % words, 1.f); } }
__global__ void shist(float* d, int words, int n) { __shared__ int s[4096]; for (int k = threadIdx.x; k < words; k += blockDim.x) s[k] = 0; __syncthreads();
  unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  for (int k = 0; k < n; ++k) { r = r * 1664525u + 1013904223u; atomicAdd(&s[(r >> 8) % words], 1); } __syncthreads();
  for (int k = threadIdx.x; k < words; k += blockDim.x) atomicAdd((int*)d + k, s[k]); }
template <class F> void go(const char* name, F k, int words, int blocks, int threads, int n) {
  static float* d; if (!d) cudaMalloc(&d, 1 << 24); cudaMemset(d, 0, 1 << 24);
  k<<<blocks, threads>>>(d, words, n); int e = cudaDeviceSynchronize(); printf("%s words=%d blocks=%d threads=%d n=%d error=%d\n", name, words, blocks, threads, n, e); }
#define GO(k, w, b, t, n) go(#k, k, w, b, t, n)
int main() {
  for (int w : {1, 4, 32, 256, 4096, 1 << 20}) for (int b : {1, 132}) for (int t : {32, 256}) { if (w * t * b <= 132 * 256 * 256 || t * b < 5000) GO(cas, w, b, t, 4); GO(cas_max, w, b, t, 4); GO(add, w, b, t, 16); GO(addf, w, b, t, 16); if (w <= 4096) GO(shist, w, b, t, 64); } }
