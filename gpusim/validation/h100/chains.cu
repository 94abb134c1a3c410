// What functions of several instructions take in a chain: cycles per step of an SM, with one
// chain and with four independent chains per warp, by warps.
//
//   nvcc -O3 -arch=sm_90 -o chains chains.cu && ./chains > chains.txt
//
// A row has a name, a type, the first value of a chain, and the step from the value v to the
// next one; x is 1.5.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
typedef unsigned long long u64;
typedef long long s64;
typedef unsigned u32;

const int few = 4, many = 20, unrolled = 4;
template <class F, int CHAINS> __global__ void chain(int n, typename F::T x, typename F::T* out, s64* stamps) {
  typename F::T v[CHAINS];
  for (int c = 0; c < CHAINS; ++c) v[c] = F::start() + c;
  s64 begin = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int j = 0; j < unrolled; ++j) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) v[c] = F::step(v[c], x);
    }
  }
  typename F::T sum = 0;
  for (int c = 0; c < CHAINS; ++c) sum += v[c];
  out[threadIdx.x] = sum;
  s64 end = clock64();
  if (threadIdx.x % 32 == 0) stamps[threadIdx.x / 32] = begin, stamps[32 + threadIdx.x / 32] = end;
}
static s64* stamps;
static void* out;
template <class F, int CHAINS> double took(int n, int warps) {
  s64 best = 1LL << 60;
  for (int k = 0; k < 7; ++k) {
    s64 h[64];
    chain<F, CHAINS><<<1, warps * 32>>>(n, (typename F::T)1.5, (typename F::T*)out, stamps);
    cudaMemcpy(h, stamps, sizeof h, cudaMemcpyDeviceToHost);
    best = std::min(best, *std::max_element(h + 32, h + 32 + warps) - *std::min_element(h, h + warps));
  }
  return double(best);
}
template <class F> void measure(const char* name) {
  printf("%s", name);
  for (int warps : {1, 4, 16, 32}) {
    printf(" one%d=%.1f", warps, (took<F, 1>(many, warps) - took<F, 1>(few, warps)) / ((many - few) * unrolled));
    printf(" four%d=%.1f", warps, (took<F, 4>(many, warps) - took<F, 4>(few, warps)) / ((many - few) * unrolled));
  }
  printf("\n");
}
#define ROWS \
  ROW(fdiv, float, 1.3f, x / v) \
  ROW(fdivby, float, 1.3f, v / x) \
  ROW(fdivboth, float, 1.3f, (v + x) / (v * x)) \
  ROW(frcp, float, 1.3f, 1 / v) \
  ROW(fsqrt, float, 1.3f, sqrtf(v)) \
  ROW(frsqrt, float, 1.3f, rsqrtf(v)) \
  ROW(frsqrt3, float, 1.3f, 1 / sqrtf(v * v * v) + 1) \
  ROW(fpow, float, 1.3f, powf(v, x - 1) + 0.5f) \
  ROW(flog, float, 1.3f, logf(v) + 2.5f) \
  ROW(flog2, float, 1.3f, log2f(v) + 2.5f) \
  ROW(flog10, float, 1.3f, log10f(v) + 2.5f) \
  ROW(flog1p, float, 1.3f, log1pf(v) + 0.5f) \
  ROW(fsin, float, 1.3f, sinf(v)) \
  ROW(fcos, float, 1.3f, cosf(v)) \
  ROW(ftan, float, 0.3f, tanf(v) * 0.5f) \
  ROW(ftanh, float, 1.3f, tanhf(v)) \
  ROW(fexp, float, 0.3f, expf(-v)) \
  ROW(fexp2, float, 0.3f, exp2f(-v)) \
  ROW(fexp10, float, 0.3f, exp10f(-v)) \
  ROW(fexpm1, float, 0.3f, expm1f(v) * 0.5f) \
  ROW(ferf, float, 1.3f, erff(v) + 0.2f) \
  ROW(fatan, float, 1.3f, atanf(v) + 0.2f) \
  ROW(fatan2, float, 1.3f, atan2f(v, x) + 0.2f) \
  ROW(fasin, float, 0.3f, asinf(v) * 0.7f) \
  ROW(facos, float, 0.3f, acosf(v) * 0.5f) \
  ROW(fcbrt, float, 1.3f, cbrtf(v)) \
  ROW(fhypot, float, 1.3f, hypotf(v, x) * 0.5f) \
  ROW(fmod, float, 1.3f, fmodf(v, x) + 1) \
  ROW(fround, float, 1.3f, roundf(v) + 0.7f) \
  ROW(ffloor, float, 1.3f, floorf(v) + 0.7f) \
  ROW(ddiv, double, 1.3, x / v) \
  ROW(drcp, double, 1.3, 1 / v) \
  ROW(dsqrt, double, 1.3, sqrt(v)) \
  ROW(drsqrt, double, 1.3, rsqrt(v)) \
  ROW(dexp, double, 0.3, exp(-v)) \
  ROW(dlog, double, 1.3, log(v) + 2.5) \
  ROW(dsin, double, 1.3, sin(v)) \
  ROW(dcos, double, 1.3, cos(v)) \
  ROW(dpow, double, 1.3, pow(v, x - 1) + 0.5) \
  ROW(dtanh, double, 1.3, tanh(v)) \
  ROW(idiv, int, 12345, x * 77777777 / v + 5) \
  ROW(irem, int, 12345, x * 77777777 % v + 5) \
  ROW(udiv, u32, 12345, x * 77777777 / v + 5) \
  ROW(ldiv, s64, 12345, (x << 60) / v + 5) \
  ROW(uldiv, u64, 12345, (x << 60) / v + 5) \
  ROW(uldivsmall, u64, 12345, (x << 25) / v + 5) \
  ROW(ulrem, u64, 12345, (x << 60) % v + (u64(5) << 40))
#define ROW(name, type, first, next) \
  struct r_##name { typedef type T; static __device__ T start() { return T(first) + T(threadIdx.x) / 64; } static __device__ T step(T v, T x) { return next; } };
ROWS
#undef ROW
#define ROW(name, type, first, next) measure<r_##name>(#name);
int main() {
  cudaMalloc(&stamps, 64 * 8);
  cudaMalloc(&out, 8192);
  ROWS
  return cudaDeviceSynchronize();
}
