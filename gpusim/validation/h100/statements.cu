// Statements about the device that documents disagree on, one small launch each.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -o statements statements.cu && bash statements.sh > statements.txt
//
// The first argument chooses the statement, the second one is its parameter. A launch that
// ends in an error ends its process, so statements.sh starts one process per line of output.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("%s: %s\n", cudaGetErrorName(e_), cudaGetErrorString(e_)); exit(0); } } while (0)

static long long* cycles() { long long* c; CK(cudaMalloc(&c, 1 << 20)); CK(cudaMemset(c, 0, 1 << 20)); return c; }
static long long* host(const long long* c, int n) {
  static long long h[1 << 16];
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(h, c, n * sizeof *h, cudaMemcpyDeviceToHost));
  return h;
}

// Atomics that add one value to one of `words` words, by whether the result is used.
// space 0: shared memory, 1: global memory.
template <int SPACE, bool USED> __global__ void atomics(int* g, int words, int value, int n, long long* c) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = 0;
  __syncthreads();
  int* p = SPACE ? g : s;
  int at = threadIdx.x % words, sum = 0;
  long long begin = clock64();
  for (int i = 0; i < n; ++i) {
    if (USED) sum += atomicAdd(&p[at], value + (sum & 1) * 0);
    else atomicAdd(&p[at], value);
  }
  __syncthreads();
  if (threadIdx.x == 0) c[blockIdx.x] = clock64() - begin;
  if (USED && sum == -1) g[2000] = sum;
  g[1024 + threadIdx.x % 32] = s[threadIdx.x % 32];
}
template <int SPACE> void runAtomics() {
  int* g; CK(cudaMalloc(&g, 1 << 16)); CK(cudaMemset(g, 0, 1 << 16));
  long long* c = cycles();
  const int n = 512;
  for (int warps : {1, 8, 32}) for (int words : {1, 2, 4, 8, 16, 32}) for (int value : {1, 3}) for (int used : {0, 1}) {
    for (int twice = 0; twice < 2; ++twice) {
      if (used) atomics<SPACE, true><<<1, warps * 32>>>(g, words, value, n, c);
      else atomics<SPACE, false><<<1, warps * 32>>>(g, words, value, n, c);
    }
    printf("atomics %s warps=%d words=%d add=%s result=%s cycles=%.2f\n", SPACE ? "global" : "shared", warps, words,
           value == 1 ? "1" : "3", used ? "used" : "unused", double(host(c, 1)[0]) / n);
  }
}
// The same with the constant 1 in the code, which ATOMS.POPC.INC needs.
template <bool USED> __global__ void increments(int* g, int words, int n, long long* c) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = 0;
  __syncthreads();
  int at = threadIdx.x % words, sum = 0;
  long long begin = clock64();
  for (int i = 0; i < n; ++i) {
    if (USED) sum += atomicAdd(&s[at], 1);
    else atomicAdd(&s[at], 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) c[0] = clock64() - begin;
  g[threadIdx.x % 32] = s[threadIdx.x % 32] + (USED ? sum : 0);
}
void runIncrements() {
  int* g; CK(cudaMalloc(&g, 4096));
  long long* c = cycles();
  const int n = 512;
  for (int warps : {1, 8, 32}) for (int words : {1, 2, 4, 8, 16, 32}) for (int used : {0, 1}) {
    for (int twice = 0; twice < 2; ++twice) {
      if (used) increments<true><<<1, warps * 32>>>(g, words, n, c);
      else increments<false><<<1, warps * 32>>>(g, words, n, c);
    }
    printf("increments shared warps=%d words=%d result=%s cycles=%.2f\n", warps, words, used ? "used" : "unused", double(host(c, 1)[0]) / n);
  }
}

// A barrier that not every thread of the block reaches. 0: the others have ended. 1: they
// wait at another barrier. 2: they wait in a loop for a thread that waits at the barrier.
__global__ void barrier(int kind, int n, int* out, volatile int* flag) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = 0;
  if (kind == 0 && t >= n) return;
  if (t < n) {
    s[t] = t + 1;
    __syncthreads();
    if (t == 0) *flag = 1;
    out[t] = s[(t + n / 2) % n];
  } else if (kind == 1) {
    s[t] = t + 1;
    __syncthreads();
    out[t] = s[t];
  } else {
    while (!*flag) { }
    out[t] = -1;
  }
}
void runBarrier(int kind, int n) {
  int *out, *flag; CK(cudaMalloc(&out, 4096)); CK(cudaMalloc(&flag, 4));
  CK(cudaMemset(out, 0, 4096)); CK(cudaMemset(flag, 0, 4));
  barrier<<<1, 1024>>>(kind, n, out, flag);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  int h[1024], wrong = 0;
  CK(cudaMemcpy(h, out, 4096, cudaMemcpyDeviceToHost));
  for (int t = 0; t < n; ++t) wrong += h[t] != (t + n / 2) % n + 1;
  printf("completes, %d of %d threads read another value than was stored before the barrier\n", wrong, n);
}

// Latency of a chain of loads of one thread through mapped host memory or device memory,
// pass after pass over the same bytes. Loads bypass L1.
__global__ void chase(const unsigned* p, int steps, long long* c, unsigned* out, int pass) {
  unsigned at = 0;
  long long begin = clock64();
  for (int i = 0; i < steps; ++i) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(p + at) : "memory");
  c[pass] = clock64() - begin;
  *out = at;
}
void runMapped(int bytes) {
  const int stride = 128 / 4, lines = bytes / 128, passes = 3;
  unsigned *h, *mapped, *device, *out;
  CK(cudaHostAlloc(&h, bytes, cudaHostAllocMapped)); CK(cudaHostGetDevicePointer(&mapped, h, 0));
  for (int i = 0; i < lines; ++i) h[i * stride] = (i + 1) % lines * stride;
  CK(cudaMalloc(&device, bytes)); CK(cudaMemcpy(device, h, bytes, cudaMemcpyHostToDevice)); CK(cudaMalloc(&out, 4));
  for (int which = 0; which < 2; ++which) {
    long long* c = cycles();
    for (int pass = 0; pass < passes; ++pass) chase<<<1, 1>>>(which ? device : mapped, lines, c, out, pass);
    long long* r = host(c, passes);
    printf("mapped %s bytes=%d cycles per load by pass: %.0f %.0f %.0f\n", which ? "device" : "host", bytes,
           double(r[0]) / lines, double(r[1]) / lines, double(r[2]) / lines);
  }
}
// A store of the host between two passes: does the device see it at once?
__global__ void readAfter(const unsigned* p, unsigned* out) {
  unsigned v;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  *out = v;
}
void runMappedStore() {
  unsigned *h, *mapped, *out, seen;
  CK(cudaHostAlloc(&h, 4096, cudaHostAllocMapped)); CK(cudaHostGetDevicePointer(&mapped, h, 0)); CK(cudaMalloc(&out, 4));
  for (unsigned v = 1; v <= 3; ++v) {
    *h = v;
    readAfter<<<1, 1>>>(mapped, out);
    CK(cudaMemcpy(&seen, out, 4, cudaMemcpyDeviceToHost));
    printf("mapped host stores %u, the next launch reads %u\n", v, seen);
  }
}

// One thread touches each 4 KB of managed memory that the host wrote: the cycles of each
// access tell which of them moved pages, and so how many bytes move together.
__global__ void touch(const volatile char* p, int pages, long long* c) {
  for (int i = 0; i < pages; ++i) {
    long long begin = clock64();
    int v = p[size_t(i) * 4096];
    c[i] = clock64() - begin + (v & 0);
  }
}
void runManaged() {
  const int pages = 4096;  // 16 MB
  char* m; CK(cudaMallocManaged(&m, size_t(pages) * 4096));
  memset(m, 1, size_t(pages) * 4096);
  long long* c = cycles();
  touch<<<1, 1>>>(m, 16, c); CK(cudaDeviceSynchronize());  // code is loaded
  memset(m, 1, size_t(pages) * 4096);
  touch<<<1, 1>>>(m, pages, c);
  long long* r = host(c, pages);
  int last = 0, faults = 0;
  for (int i = 0; i < pages; ++i) if (r[i] > 20000) {
    if (i) printf("managed %d KB later (page %d), %lld cycles\n", (i - last) * 4, i, r[i]);
    else printf("managed first access, %lld cycles\n", r[i]);
    last = i; ++faults;
  }
  printf("managed %d faults for %d pages of 4 KB\n", faults, pages);
}

// A store `beyond` bytes behind a static shared array of 4 KB.
__global__ void overrun(int beyond, int* out) {
  __shared__ char s[4096];
  s[threadIdx.x] = 1;
  __syncthreads();
  volatile char* p = s;
  p[4095 + beyond] = 7;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void runOverrun(int beyond) {
  int* out; CK(cudaMalloc(&out, 4096));
  overrun<<<1, 32>>>(beyond, out);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  printf("no error\n");
}

// A recursion that needs `depth` frames of about 1 KB.
__device__ __noinline__ int deep(int depth, int seed) {
  volatile int frame[256];
  for (int i = 0; i < 256; ++i) frame[i] = seed + i;
  return depth == 0 ? frame[seed & 255] : deep(depth - 1, frame[(seed + depth) & 255]) + frame[depth & 255];
}
__global__ void recurse(int depth, int* out) { out[threadIdx.x] = deep(depth, threadIdx.x); }
void runStack(int depth) {
  int* out; CK(cudaMalloc(&out, 4096));
  size_t limit; CK(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  recurse<<<1, 32>>>(depth, out);
  cudaError_t launch = cudaGetLastError();
  if (launch != cudaSuccess) { printf("launch: %s (%s), stack limit %zu\n", cudaGetErrorName(launch), cudaGetErrorString(launch), limit); return; }
  cudaError_t end = cudaDeviceSynchronize();
  printf("%s (%s), stack limit %zu\n", cudaGetErrorName(end), cudaGetErrorString(end), limit);
}

// Loads of shared memory with conflicts, loads of global memory that hit L1 with one line
// per lane: what a profiler calls the waits.
__global__ void conflicts(int* out, int stride, int n) {
  __shared__ int s[8192];
  for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = i;
  __syncthreads();
  int sum = 0;
#pragma unroll 16
  for (int i = 0; i < n; ++i) sum += s[(threadIdx.x * stride + i) & 8191];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void gathers(const int* in, int* out, int stride, int n) {
  int sum = 0;
#pragma unroll 16
  for (int i = 0; i < n; ++i) sum += in[(threadIdx.x * stride + i) & 8191];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void runStalls() {
  int *in, *out; CK(cudaMalloc(&in, 32768)); CK(cudaMemset(in, 0, 32768)); CK(cudaMalloc(&out, 132 * 2 * 1024 * 4));
  for (int stride : {1, 32}) { conflicts<<<264, 1024>>>(out, stride, 1024); gathers<<<264, 1024>>>(in, out, stride, 1024); }
  CK(cudaDeviceSynchronize());
  puts("stalls done");
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int a = argc > 2 ? atoi(argv[2]) : 0, b = argc > 3 ? atoi(argv[3]) : 0;
  if (!strcmp(what, "atomics")) { runAtomics<0>(); runAtomics<1>(); }
  else if (!strcmp(what, "increments")) runIncrements();
  else if (!strcmp(what, "barrier")) runBarrier(a, b);
  else if (!strcmp(what, "mapped")) runMapped(a);
  else if (!strcmp(what, "mapped_store")) runMappedStore();
  else if (!strcmp(what, "managed")) runManaged();
  else if (!strcmp(what, "overrun")) runOverrun(a);
  else if (!strcmp(what, "stack")) runStack(a);
  else if (!strcmp(what, "stalls")) runStalls();
  else { puts("which statement?"); return 1; }
}
