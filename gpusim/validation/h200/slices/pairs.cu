// Which of 64 neighbouring lines are changed in the same place as the first: cycles of 1024 atomics of whole lines by one block, half on one line and half on the other.
#include "../include/common.cuh"
typedef unsigned u32;
__device__ __forceinline__ void red(u32* p) { asm volatile("red.global.add.u32 [%0],1;" ::"l"(p)); }
__device__ u32 pair(char* a, char* b) {
  u32* p = (u32*)(threadIdx.x / 32 % 2 ? a : b) + threadIdx.x % 32;
  __syncthreads();
  long long t0 = clock64();
#pragma unroll 8
  for (int i = 0; i < 128; ++i) red(p);
  __threadfence();
  __syncthreads();
  return clock64() - t0;
}
__global__ void two(char* a, char* b, u32* out) { for (int i = 0; i < 3; ++i) { u32 t = pair(a, b); if (threadIdx.x == 0) *out = t; } }
int main() {
  u32 *out, t;
  alloc_buffers(); CK(cudaMalloc(&out, 4));
  for (int i = 1; i < 64; ++i) { two<<<1, 256>>>((char*)A, (char*)A + i * 128, out); CK(cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost)); printf("pair line=%d cycles=%u\n", i, t); }
}
