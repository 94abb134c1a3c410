// Reductions of blocks of 512 elements in shared memory, with conflicts in few warps or in all. Profiled with cold caches:
//
//   nvcc -O3 -arch=sm_90 -o reductions reductions.cu && ncu --csv --page raw --metrics ... ./reductions
//
// A row of reductions.txt is one launch of 2²⁰ or 2²⁴ elements; stalls are cycles per issued instruction.
#include <cstdio>
#include <cuda_runtime.h>
#define HEAD extern __shared__ float s[]; int t = threadIdx.x, tid = blockIdx.x * blockDim.x + t; float v = 0; if (tid < n) v = p[tid];
__global__ void Masked(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) { if ((t & (k * 2 - 1)) == 0) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
__global__ void Crowded(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) { int i = 2 * k * t; if (i < blockDim.x) s[i] += s[i + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
__device__ int pad(int i) { return i + (i >> 5); }
__global__ void Padded(const float *p, float *sums, int n) { HEAD s[pad(t)] = v; __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) { int i = 2 * k * t; if (i < blockDim.x) s[pad(i)] += s[pad(i + k)]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
__global__ void Halves(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
// Apart: the conflicts of Crowded, the addresses independent of the step
template <int D> __global__ void Apart(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { if (t < 32) { int i = (t * D) & 511; s[i] += s[i ^ 1]; } __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
// the same by all warps
template <int D> __global__ void All(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { { int i = ((t & 31) * D) & 511; s[i] += s[i ^ 1]; } __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0]; }
// no barrier in the loop
template <int D> __global__ void Free(const float *p, float *sums, int n) { HEAD s[t] = v; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { { int i = ((t & 31) * D) & 511; s[i] += s[i ^ 1]; } }
  __syncthreads(); if (t == 0) sums[blockIdx.x] = s[0]; }
typedef void (*K)(const float *, float *, int);
int main(int argc, char **argv) {
  int big = 1 << 24; float *p, *q; cudaMalloc(&p, 4L * big); cudaMalloc(&q, 4 * 32768); cudaMemset(p, 0, 4L * big);
  struct { const char *n; K k; } ks[] = {{"Masked", Masked}, {"Crowded", Crowded}, {"Padded", Padded}, {"Halves", Halves}, {"Apart1", Apart<1>}, {"Apart4", Apart<4>}, {"Apart8", Apart<8>}, {"Apart16", Apart<16>}, {"All1", All<1>}, {"All2", All<2>}, {"All4", All<4>}, {"All16", All<16>}, {"Free1", Free<1>}, {"Free4", Free<4>}, {"Free16", Free<16>}};
  for (int n : {1 << 20, 1 << 24}) for (auto &e : ks) {
    e.k<<<n / 512, 512, 4 * 600>>>(p, q, n);
  }
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
