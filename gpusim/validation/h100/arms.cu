// Branches: cycles per step of one warp and of 16 warps, of arms that lanes disagree on and of
// loops whose lanes leave at different times.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
typedef long long s64;
static s64* stamps; static float* out;
#define KERNEL(name) __global__ void name(int n, float x, int half, float* out, s64* stamps)
#define BEGIN float v = 1.3f + threadIdx.x % 32 / 64.0f; int lane = threadIdx.x % 32; s64 begin = clock64();
#define END out[threadIdx.x] = v; s64 end = clock64(); if (lane == 0) stamps[threadIdx.x / 32] = begin, stamps[32 + threadIdx.x / 32] = end;
KERNEL(ifdiv) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (lane < half) v = x / v; v += 0.25f; } END }
KERNEL(divsqrt) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (lane < half) v = x / v; else v = sqrtf(v); v += 0.25f; } END }
KERNEL(divdiv) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (lane < half) v = x / v; else v = v / x; v += 0.25f; } END }
KERNEL(fourdiv) { BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    switch (lane & half) { case 0: v = x / v; break; case 1: v = v / x + 1; break; case 2: v = x / (v + 1); break; default: v = (v + 1) / x; }
  } END }
// collatz: n is the number whose steps are counted, per lane n + lane % (half + 1).
KERNEL(collatz) { BEGIN
  int steps = 0; unsigned m = n + lane % (half + 1);
#pragma unroll 1
  while (m != 1) { m = m & 1 ? 3 * m + 1 : m / 2; ++steps; }
  v = steps; END }
KERNEL(collatz64) { BEGIN
  int steps = 0; unsigned long long m = n + lane % (half + 1);
#pragma unroll 1
  while (m != 1) { if (m & 1) m = 3 * m + 1; else m >>= 1; ++steps; }
  v = steps; END }
KERNEL(mandel) { BEGIN
  float cr = -0.1f + lane % (half + 1) * 1e-5f, ci = 0.1f, zr = 0, zi = 0; int k = 0;
  while (k < n && zr * zr + zi * zi <= 4) { float t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; ++k; }
  v = zr + k; END }
KERNEL(mandelbreak) { BEGIN
  float cr = -0.1f + lane % (half + 1) * 1e-5f, ci = 0.1f, zr = 0, zi = 0; int k;
  for (k = 0; k < n; ++k) { float a = zr * zr, b = zi * zi; if (a + b > 4) break; zi = 2 * zr * zi + ci; zr = a - b + cr; }
  v = zr + k; END }
template <class K> double took(K kernel, int n, int half, int warps) {
  s64 best = 1LL << 60;
  for (int k = 0; k < 7; ++k) {
    s64 h[64];
    kernel<<<1, warps * 32>>>(n, 1.5f, half, out, stamps);
    cudaMemcpy(h, stamps, sizeof h, cudaMemcpyDeviceToHost);
    best = std::min(best, *std::max_element(h + 32, h + 32 + warps) - *std::min_element(h, h + warps));
  }
  return double(best);
}
template <class K> void measure(const char* name, K kernel, int half, int few, int many, double steps) {
  printf("%s half=%d", name, half);
  for (int warps : {1, 4, 16, 32}) printf(" warps%d=%.1f", warps, (took(kernel, many, half, warps) - took(kernel, few, half, warps)) / steps);
  printf("\n");
}
static int count(unsigned long long m) { int k = 0; for (; m != 1; ++k) m = m & 1 ? 3 * m + 1 : m / 2; return k; }
int main() {
  cudaMalloc(&stamps, 64 * 8); cudaMalloc(&out, 8192);
  for (int half : {0, 1, 16, 32}) {
    measure("ifdiv", ifdiv, half, 64, 256, 192);
    measure("divsqrt", divsqrt, half, 64, 256, 192);
    measure("divdiv", divdiv, half, 64, 256, 192);
  }
  for (int half : {0, 1, 2, 3}) measure("fourdiv", fourdiv, half, 64, 256, 192);
  for (int half : {0, 1}) { measure("mandel", mandel, half, 64, 256, 192); measure("mandelbreak", mandelbreak, half, 64, 256, 192); }
  measure("collatz", collatz, 0, 8, 6171, count(6171) - count(8));
  measure("collatz64", collatz64, 0, 8, 6171, count(6171) - count(8));
  // all lanes' steps one after another is the most, the longest lane's the least
  measure("collatz", collatz, 31, 8, 6171, 1);
  measure("collatz64", collatz64, 31, 8, 6171, 1);
  return cudaDeviceSynchronize();
}
