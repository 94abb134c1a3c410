// Loads that hit L2, as throughput.cu has them but without the atomics that it ends with, and the SM of each block.
#pragma once
#include "common.cuh"
typedef unsigned u32;
__device__ float sink;
__device__ u32 took[1056 * 32], sm[1056];
#define T0 __syncthreads(); long long t0 = clock64();
#define T1 took[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = clock64() - t0; asm("mov.u32 %0,%%smid;" : "=r"(sm[blockIdx.x]));
__global__ void hits(const float* p, int n, int stride, u32 mask, u32 blockstep) { float z = 0; u32 a = threadIdx.x * stride + blockIdx.x * blockstep; T0 for (int i = 0; i < n; ++i) {
#pragma unroll
  for (int k = 0; k < 8; ++k) z += __ldcg(p + ((a + k * 32 * stride) & mask)); a += 256 * stride; } T1 if (z == 3.21f) sink = z; }
