// What issue.cu and beside.cu share: a kernel with a loop of 128 instructions that issue.py overwrites, and the list of its kernels.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda.h>
#define DEV __device__ __forceinline__
// Registers to play with, and an address.
DEV const float* begin(float (&v)[44], const float* p, unsigned mask, unsigned stride, const volatile float* sink) {
#pragma unroll
  for (int k = 0; k < 44; ++k) v[k] = sink[k];
  unsigned a = threadIdx.x * stride;
  const float* q = p + (a & mask);
  asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(q), "f"(v[0]));
  return q;
}
DEV void play(float (&v)[44], int n) {
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 128; ++k) v[k % 44] = v[k % 44] * 1.5f + v[(k + 1) % 44];
  }
}
DEV void end(const float (&v)[44], const float* q, volatile float* sink) {
#pragma unroll
  for (int k = 0; k < 44; ++k) sink[k] = v[k];
  asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(q), "f"(v[1]));
}
// The loop between two clocks.
DEV void timed(const float* p, int n, unsigned mask, unsigned stride, volatile float* sink, long long& t0, long long& t1) {
  float v[44];
  const float* q = begin(v, p, mask, stride, sink);
  __syncthreads();
  t0 = clock64();
  play(v, n);
  t1 = clock64();
  end(v, q, sink);
}
#define CK(x) do { CUresult r = (x); if (r) { const char* s; cuGetErrorName(r, &s); fprintf(stderr, "%s: %s, line %d\n", #x, s, __LINE__); exit(1); } } while (0)
static CUdeviceptr A, S, O;
// Calls f with each kernel of DIR/list.txt, its name, and how many turns of the pattern its loop has.
template <class F> static void each(const std::string& dir, size_t out, F f) {
  CUdevice d; CUcontext c;
  CK(cuInit(0)); CK(cuDeviceGet(&d, 0)); CK(cuDevicePrimaryCtxRetain(&c, d)); CK(cuCtxSetCurrent(c));
  CK(cuMemAlloc(&A, 1 << 16)); CK(cuMemAlloc(&S, 4096)); CK(cuMemAlloc(&O, out));
  FILE* list = fopen((dir + "/list.txt").c_str(), "r");
  char name[200];
  int turns;
  while (fscanf(list, "%199s %d", name, &turns) == 2) {
    CUmodule m; CUfunction k;
    CK(cuModuleLoad(&m, (dir + "/" + name + ".cubin").c_str())); CK(cuModuleGetFunction(&k, m, "issue"));
    CK(cuMemsetD8(A, 0, 1 << 16)); CK(cuMemsetD8(S, 0, 4096));
    f(k, name, turns);
    CK(cuModuleUnload(m));
  }
}
