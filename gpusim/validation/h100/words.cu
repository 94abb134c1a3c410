// Cycles of operations on words: 64 rounds of a chain of 32 of one warp, and instructions per cycle of an SM with 32 warps of 8 chains:
// nvcc -O3 -arch=sm_90 -o words words.cu && ./words
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef __nv_bfloat162 bf2;
#define CHAIN(NAME, T, STEP) \
  __global__ void chain_##NAME(T* x, long long* c) { T a = x[threadIdx.x], b = x[threadIdx.x + 32]; long long s = clock64(); \
    for (int j = 0; j < 64; j++) { _Pragma("unroll") for (int i = 0; i < 32; i++) { STEP; } } long long e = clock64(); x[threadIdx.x] = a; if (threadIdx.x == 0) *c = e - s; } \
  __global__ void rate_##NAME(T* x, long long* c) { T b = x[threadIdx.x + 32], v[8]; for (int k = 0; k < 8; k++) v[k] = x[threadIdx.x + 64 * k]; __syncthreads(); long long s = clock64(); \
    for (int i = 0; i < 64; i++) { _Pragma("unroll") for (int k = 0; k < 8; k++) { T a = v[k]; STEP; v[k] = a; } } __syncthreads(); long long e = clock64(); \
    for (int k = 0; k < 8; k++) x[threadIdx.x + 64 * k] = v[k]; if (threadIdx.x == 0) *c = e - s; }
CHAIN(dp4a, int, a = __dp4a(a, b, a)) CHAIN(dp4asum, int, a = __dp4a(b, b, a)) CHAIN(prmt, unsigned, a = __byte_perm(a, b, 0x2531)) CHAIN(mul, int, a = a * b) CHAIN(mad, int, a = a * b + a)
CHAIN(add, int, a = a + b ^ 1) CHAIN(fma, float, a = a * b + b) CHAIN(hadd2, __half2, a = __hadd2(a, b)) CHAIN(hmul2, __half2, a = __hmul2(a, b)) CHAIN(hfma2, __half2, a = __hfma2(a, b, b)) CHAIN(hmax2, __half2, a = __hmax2(a, b))
CHAIN(badd2, bf2, a = __hadd2(a, b)) CHAIN(bmul2, bf2, a = __hmul2(a, b)) CHAIN(bfma2, bf2, a = __hfma2(a, b, b)) CHAIN(bmax2, bf2, a = __hmax2(a, b))
CHAIN(hadd, __half, a = __hadd(a, b)) CHAIN(badd, __nv_bfloat16, a = __hadd(a, b)) CHAIN(bfma, __nv_bfloat16, a = __hfma(a, b, b)) CHAIN(hmax, __half, a = __hmax(a, b))
CHAIN(bconvert, __nv_bfloat16, a = __float2bfloat16(__bfloat162float(a) + 1.0f)) CHAIN(hconvert, __half, a = __float2half(__half2float(a) + 1.0f))
int main() {
  void* x; long long *c, r, s; cudaMalloc(&x, 1 << 20); cudaMalloc(&c, 8); cudaMemset(x, 0, 1 << 20);
#define RUN(K, T) for (int i = 0; i < 2; i++) chain_##K<<<1, 32>>>((T*)x, c); cudaMemcpy(&r, c, 8, cudaMemcpyDeviceToHost); \
  for (int i = 0; i < 2; i++) rate_##K<<<1, 1024>>>((T*)x, c); cudaMemcpy(&s, c, 8, cudaMemcpyDeviceToHost); \
  printf("%s cycles=%.2f rate=%.1f\n", #K, r / 2048.0, 64.0 * 8 * 1024 / s);
  RUN(dp4a, int) RUN(dp4asum, int) RUN(prmt, unsigned) RUN(mul, int) RUN(mad, int) RUN(add, int) RUN(fma, float) RUN(hadd2, __half2) RUN(hmul2, __half2) RUN(hfma2, __half2) RUN(hmax2, __half2)
  RUN(badd2, bf2) RUN(bmul2, bf2) RUN(bfma2, bf2) RUN(bmax2, bf2) RUN(hadd, __half) RUN(badd, __nv_bfloat16) RUN(bfma, __nv_bfloat16) RUN(hmax, __half) RUN(bconvert, __nv_bfloat16) RUN(hconvert, __half)
}
