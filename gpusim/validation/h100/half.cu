// Latency in cycles of half arithmetic of one warp, in chains of 256:  nvcc -O3 -arch=sm_90 -o half half.cu && ./half
#include <cstdio>
#include <cuda_fp16.h>
#define CHAIN(NAME, T, STEP) __global__ void NAME(T* x, long long* c) { T a = x[threadIdx.x], b = x[threadIdx.x + 32]; long long s = clock64(); \
  _Pragma("unroll") for (int i = 0; i < 256; i++) { STEP; } long long e = clock64(); x[threadIdx.x] = a; if (threadIdx.x == 0) *c = e - s; }
CHAIN(add, __half, a = __hadd(a, b)) CHAIN(mul, __half, a = __hmul(a, b)) CHAIN(fma1, __half, a = __hfma(a, b, b)) CHAIN(quot, __half, a = __hdiv(a, b))
CHAIN(add2, __half2, a = __hadd2(a, b)) CHAIN(mul2, __half2, a = __hmul2(a, b)) CHAIN(fma2, __half2, a = __hfma2(a, b, b)) CHAIN(most, __half, a = __hmax(a, b))
CHAIN(convert, __half, a = __float2half(__half2float(a) + 1.0f)) CHAIN(expo, __half, a = hexp(a)) CHAIN(root, __half, a = hsqrt(a))
int main() {
  void* x; long long *c, r; cudaMalloc(&x, 4096); cudaMalloc(&c, 8); cudaMemset(x, 0, 4096);
#define RUN(K, T) for (int i = 0; i < 2; i++) K<<<1, 32>>>((T*)x, c); cudaMemcpy(&r, c, 8, cudaMemcpyDeviceToHost); printf("%s cycles=%.2f\n", #K, r / 256.0);
  RUN(add, __half) RUN(mul, __half) RUN(fma1, __half) RUN(quot, __half) RUN(add2, __half2) RUN(mul2, __half2) RUN(fma2, __half2) RUN(most, __half) RUN(convert, __half) RUN(expo, __half) RUN(root, __half)
}
