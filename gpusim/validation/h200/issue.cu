// What instructions take of a scheduler and of its registers' banks. No compiler would write these loops: issue.py puts their
// machine code into this kernel. ./issue DIR [WARPS …] runs the kernels of DIR/list.txt and prints cycles of one turn of a pattern,
// of a scheduler that has so many warps: one, and eight.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda.h>
// A loop of 128 instructions to be overwritten, registers to play with, and an address.
extern "C" __global__ void issue(const float* p, int n, unsigned mask, unsigned stride, unsigned long long* out, volatile float* sink) {
  float v[44];
#pragma unroll
  for (int k = 0; k < 44; ++k) v[k] = sink[k];
  unsigned a = threadIdx.x * stride;
  const float* q = p + (a & mask);
  asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(q), "f"(v[0]));
  __syncthreads();
  long long t0 = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 128; ++k) v[k % 44] = v[k % 44] * 1.5f + v[(k + 1) % 44];
  }
  long long t1 = clock64();
#pragma unroll
  for (int k = 0; k < 44; ++k) sink[k] = v[k];
  asm volatile("st.volatile.global.f32 [%0], %1;" ::"l"(q), "f"(v[1]));
  atomicMax(out, (unsigned long long)(t1 - t0));
}
#define CK(x) do { CUresult r = (x); if (r) { const char* s; cuGetErrorName(r, &s); fprintf(stderr, "%s: %s, line %d\n", #x, s, __LINE__); exit(1); } } while (0)
static CUdeviceptr A, S, O;
static double took(CUfunction k, int threads, int n) {
  unsigned mask = 1023, stride = 1;
  void* args[] = {&A, &n, &mask, &stride, &O, &S};
  std::vector<unsigned long long> v;
  for (int i = 0; i < 5; ++i) {
    unsigned long long t = 0;
    CK(cuMemsetD8(O, 0, 8));
    CK(cuLaunchKernel(k, 1, 1, 1, threads, 1, 1, 1024, 0, args, 0));
    CK(cuMemcpyDtoH(&t, O, 8));
    v.push_back(t);
  }
  std::sort(v.begin(), v.end());
  return double(v[2]);
}
int main(int argc, char** argv) {
  std::vector<int> counts = {1, 8};
  if (argc > 2) { counts.clear(); for (int i = 2; i < argc; ++i) counts.push_back(atoi(argv[i])); }
  CUdevice d; CUcontext c;
  CK(cuInit(0)); CK(cuDeviceGet(&d, 0)); CK(cuDevicePrimaryCtxRetain(&c, d)); CK(cuCtxSetCurrent(c));
  CK(cuMemAlloc(&A, 1 << 16)); CK(cuMemAlloc(&S, 4096)); CK(cuMemAlloc(&O, 8));
  std::string dir = argv[1];
  FILE* list = fopen((dir + "/list.txt").c_str(), "r");
  char name[200];
  int turns;
  while (fscanf(list, "%199s %d", name, &turns) == 2) {
    CUmodule m; CUfunction k;
    CK(cuModuleLoad(&m, (dir + "/" + name + ".cubin").c_str())); CK(cuModuleGetFunction(&k, m, "issue"));
    CK(cuMemsetD8(A, 0, 1 << 16)); CK(cuMemsetD8(S, 0, 4096));
    printf("issue %s", name);
    for (int warps : counts) printf(" warps%d=%.2f", warps, ((took(k, warps * 128, 600) - took(k, warps * 128, 200)) / 400 / warps - 3) / turns); // three of the loop's own
    printf("\n");
    CK(cuModuleUnload(m));
  }
}
