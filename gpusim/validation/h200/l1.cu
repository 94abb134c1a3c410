// What a load that hits L1 takes of an SM, by the words that the lanes of a warp read: cycles of the slowest warp for each load of a warp.
// Sixteen loads of an iteration lie 512 bytes apart, in the same banks; the step between iterations is 0, which the compiler does not know.
#include "common.cuh"
typedef unsigned u32;
__device__ u32 sink, took[32];
template <class T> __device__ __forceinline__ u32 load(const char* p);
template <> __device__ __forceinline__ u32 load<float>(const char* p) { u32 a; asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(p)); return a; }
template <> __device__ __forceinline__ u32 load<float2>(const char* p) { u32 a, b; asm volatile("ld.global.ca.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(p)); return a ^ b; }
template <> __device__ __forceinline__ u32 load<float4>(const char* p) { u32 a, b, c, d; asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p)); return a ^ b ^ c ^ d; }
template <class T> __global__ void hits(const char* p, const int* at, int n, int step) {
  p += at[threadIdx.x % 32] * sizeof(T);
  u32 x = 0;
  long long t0;
  for (int turn = 0; turn < 2; ++turn) { // the first brings the lines
    __syncthreads();
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll
      for (int k = 0; k < 16; ++k) x ^= load<T>(p + k * 512);
      p += step;
    }
  }
  took[threadIdx.x / 32] = clock64() - t0;
  if (x == 77) sink = x;
}
static int* at;
template <class T> double cycles(int warps) {
  const int n = 256;
  u32 t[32];
  hits<T><<<1, warps * 32>>>((char*)A, at, n, 0);
  CK(cudaMemcpyFromSymbol(t, took, sizeof t));
  return *std::max_element(t, t + warps) / (n * 16.0 * warps);
}
// Prints the row of lanes that read the words i(lane).
template <class T> void row(const char* name, int by, std::function<int(int)> i) {
  int h[32];
  for (int l = 0; l < 32; ++l) h[l] = i(l);
  CK(cudaMemcpy(at, h, sizeof h, cudaMemcpyHostToDevice));
  printf("l1 bytes=%zu %s=%d warps1=%.2f warps4=%.2f warps32=%.3f cycles_per_warp_load\n", sizeof(T), name, by, cycles<T>(1), cycles<T>(4), cycles<T>(32));
}
template <class T> void rows() {
  row<T>("same", 0, [](int) { return 0; });
  for (int s : {1, 2, 3, 4, 8, 12, 16, 32, 33}) row<T>("stride", s, [=](int l) { return l * s; });
  for (int o : {1, 4, 8}) row<T>("offset", o, [=](int l) { return l + o; });
  for (int r : {48, 64, 128, 256}) row<T>("rows2", r, [=](int l) { return l / 16 * r + l % 16; });
  for (int r : {8, 32, 33, 256}) row<T>("rows2_broadcast", r, [=](int l) { return l / 16 * r; });
  for (int r : {32, 36, 256}) row<T>("rows4", r, [=](int l) { return l / 8 * r + l % 8; });
}
int main() { alloc_buffers(); CK(cudaMalloc(&at, 128)); rows<float>(); rows<float2>(); rows<float4>(); }
