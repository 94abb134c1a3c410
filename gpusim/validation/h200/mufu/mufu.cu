// Fingerprints of the approximate functions over all inputs.
//   nvcc -O3 -arch=sm_90 -o mufu mufu.cu && ./mufu > mufu.txt
// A line begins with the function as PTX names it. Its words are the upper halves of sums of 64
// bits, one sum per sign and exponent of a float32, over the results r(m) of all mantissas m:
//   sum of (r(m)·(2m+1)·K mod 2^64) >> 7, K = 9E3779B97F4A7C15; 7fffffff stands for any NaN
// The functions of 64-bit floats take the high word and give the high word, the low one is 0.
// Those of 16 bits have one word, over all 65536 inputs. Quotients divide two numbers that
// `scattered` makes of the input.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__device__ uint32_t scattered(uint32_t x, uint32_t seed) {
  x = (x ^ seed) * 0x9E3779B1u;
  x = (x ^ x >> 15) * 0x85EBCA77u;
  return x ^ x >> 13;
}

struct Function {
  const char* name;
  int words;
};
#define FLOAT(NAME, OP) struct NAME { static constexpr Function about{OP, 512}; \
  static __device__ uint32_t of(uint32_t x) { uint32_t y; asm volatile(OP " %0, %1;" : "=r"(y) : "r"(x)); return y; } };
#define QUOTIENT(NAME, OP) struct NAME { static constexpr Function about{OP, 512}; \
  static __device__ uint32_t of(uint32_t x) { uint32_t y; asm volatile(OP " %0, %1, %2;" : "=r"(y) : "r"(scattered(x, 1)), "r"(scattered(x, 2))); return y; } };
#define DOUBLE(NAME, OP) struct NAME { static constexpr Function about{OP, 512}; \
  static __device__ uint32_t of(uint32_t x) { double y; asm volatile(OP " %0, %1;" : "=d"(y) : "d"(__hiloint2double(x, 0))); return __double2hiint(y); } };
#define HALF(NAME, OP) struct NAME { static constexpr Function about{OP, 1}; \
  static __device__ uint32_t of(uint32_t x) { uint16_t y; asm volatile(OP " %0, %1;" : "=h"(y) : "h"(uint16_t(x))); return y; } };

FLOAT(RcpFlushed, "rcp.approx.ftz.f32") FLOAT(RsqrtFlushed, "rsqrt.approx.ftz.f32") FLOAT(SqrtFlushed, "sqrt.approx.ftz.f32")
FLOAT(Exp2Flushed, "ex2.approx.ftz.f32") FLOAT(Log2Flushed, "lg2.approx.ftz.f32")
FLOAT(Sin, "sin.approx.f32") FLOAT(Cos, "cos.approx.f32") FLOAT(Tanh, "tanh.approx.f32")
FLOAT(Rcp, "rcp.approx.f32") FLOAT(Rsqrt, "rsqrt.approx.f32") FLOAT(Sqrt, "sqrt.approx.f32")
FLOAT(Exp2, "ex2.approx.f32") FLOAT(Log2, "lg2.approx.f32")
QUOTIENT(Divide, "div.approx.f32") QUOTIENT(FullDivide, "div.full.f32")
DOUBLE(Rcp64, "rcp.approx.ftz.f64") DOUBLE(Rsqrt64, "rsqrt.approx.ftz.f64")
HALF(HalfExp2, "ex2.approx.f16") HALF(HalfTanh, "tanh.approx.f16")
HALF(BfloatExp2, "ex2.approx.ftz.bf16") HALF(BfloatTanh, "tanh.approx.bf16")

// One block per word.
template <class F> __global__ void fingerprint(unsigned long long* sums, uint32_t inputs) {
  unsigned long long sum = 0;
  for (uint32_t m = threadIdx.x; m < inputs; m += blockDim.x) {
    uint32_t y = F::of(blockIdx.x << 23 | m);
    if ((y & 0x7fffffff) > 0x7f800000) y = 0x7fffffff;
    sum += y * (2ull * m + 1) * 0x9E3779B97F4A7C15ull >> 7;
  }
  atomicAdd(sums + blockIdx.x, sum);
}

template <class F> void print() {
  static unsigned long long sums[512];
  unsigned long long* d;
  cudaMalloc(&d, sizeof sums);
  cudaMemset(d, 0, sizeof sums);
  fingerprint<F><<<F::about.words, 512>>>(d, F::about.words == 1 ? 1 << 16 : 1 << 23);
  cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%s", F::about.name);
  for (int i = 0; i < F::about.words; i++) printf(" %08x", unsigned(sums[i] >> 32));
  printf("\n");
}

template <class... F> void all() { (print<F>(), ...); }

int main() {
  all<RcpFlushed, RsqrtFlushed, SqrtFlushed, Exp2Flushed, Log2Flushed, Sin, Cos, Tanh, Rcp, Rsqrt, Sqrt, Exp2, Log2, Divide, FullDivide,
      Rcp64, Rsqrt64, HalfExp2, HalfTanh, BfloatExp2, BfloatTanh>();
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
