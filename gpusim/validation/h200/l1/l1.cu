// What a load that hits L1 takes of an SM, by the words that the lanes of a warp read: cycles of the slowest warp for each load of a warp.
// Sixteen loads of an iteration lie 512 bytes apart, in the same banks; the step between iterations is 0, which the compiler does not know.
// tag: two lines whose numbers differ in a bit, and in x: do they take one cycle or two? Groups of lanes read lines that lie apart.
// flight: an iteration of so many loads, of which the next waits for all, by the warps that make them; sloads is of shared memory.
#include "../include/common.cuh"
typedef unsigned u32;
__device__ u32 sink, took[32];
template <class T> __device__ __forceinline__ u32 load(const char* p);
template <> __device__ __forceinline__ u32 load<float>(const char* p) { u32 a; asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(p)); return a; }
template <> __device__ __forceinline__ u32 load<float2>(const char* p) { u32 a, b; asm volatile("ld.global.ca.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(p)); return a ^ b; }
template <> __device__ __forceinline__ u32 load<float4>(const char* p) { u32 a, b, c, d; asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p)); return a ^ b ^ c ^ d; }
template <class T, int Apart = 512> __global__ void hits(const char* p, const int* at, int n, int step) {
  p += at[threadIdx.x % 32] * sizeof(T);
  u32 x = 0;
  long long t0;
  for (int turn = 0; turn < 2; ++turn) { // the first brings the lines
    __syncthreads();
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll
      for (int k = 0; k < 16; ++k) x ^= load<T>(p + k * Apart);
      p += step;
    }
  }
  took[threadIdx.x / 32] = clock64() - t0;
  if (x == 77) sink = x;
}
// Loads of the warps whose bit in who is set; the next iteration waits for them.
template <class T, int U> __global__ void flights(const char* p, const int* at, int n, int step, u32 who) {
  p += at[threadIdx.x % 32] * sizeof(T);
  u32 x = 0;
  long long t0 = 0;
  for (int turn = 0; turn < 2; ++turn) {
    __syncthreads();
    if (!(who >> threadIdx.x / 32 & 1)) continue;
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll
      for (int k = 0; k < U; ++k) x ^= load<T>(p + k * 512);
      p += step & x;
    }
    t0 = clock64() - t0;
  }
  took[threadIdx.x / 32] = t0;
  if (x == 77) sink = x;
}
template <class T, int U> __global__ void sflights(const char*, const int* at, int n, int step, u32 who) {
  __shared__ u32 s[8192];
  for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = 0;
  __syncthreads();
  volatile u32* p = s + at[threadIdx.x % 32];
  u32 x = 0;
  long long t0 = 0;
  if (who >> threadIdx.x / 32 & 1) {
    t0 = clock64();
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll
      for (int k = 0; k < U; ++k) x ^= p[k * 32];
      p += step & x;
    }
    t0 = clock64() - t0;
  }
  took[threadIdx.x / 32] = t0;
  if (x == 77) sink = x;
}
static int* at;
template <class T, int Apart = 512> double cycles(int warps) {
  const int n = 256;
  u32 t[32];
  hits<T, Apart><<<1, warps * 32>>>((char*)A, at, n, 0);
  CK(cudaMemcpyFromSymbol(t, took, sizeof t));
  return *std::max_element(t, t + warps) / (n * 16.0 * warps);
}
static void place(std::function<int(int)> i) {
  int h[32];
  for (int l = 0; l < 32; ++l) h[l] = i(l);
  CK(cudaMemcpy(at, h, sizeof h, cudaMemcpyHostToDevice));
}
// Prints the row of lanes that read the words i(lane).
template <class T> void row(const char* name, int by, std::function<int(int)> i) {
  place(i);
  printf("l1 bytes=%zu %s=%d warps1=%.2f warps4=%.2f warps32=%.3f cycles_per_warp_load\n", sizeof(T), name, by, cycles<T>(1), cycles<T>(4), cycles<T>(32));
}
template <class T> void rows() {
  row<T>("same", 0, [](int) { return 0; });
  for (int s : {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 21, 25, 29, 31, 32, 33, 35, 41, 49, 63, 65, 97, 127, 129}) row<T>("stride", s, [=](int l) { return l * s; });
  for (int o : {1, 4, 8}) row<T>("offset", o, [=](int l) { return l + o; });
  for (int r : {48, 64, 128, 256}) row<T>("rows2", r, [=](int l) { return l / 16 * r + l % 16; });
  for (int r : {8, 32, 33, 256}) row<T>("rows2_broadcast", r, [=](int l) { return l / 16 * r; });
  for (int r : {32, 36, 256}) row<T>("rows4", r, [=](int l) { return l / 8 * r + l % 8; });
  const int n = 128 / sizeof(T); // words of a line
  for (int apart : {1, 2, 3, 4, 5, 8, 9}) {
    row<T>("lines32_apart", apart, [=](int l) { return l * n * apart + l % n; });
    row<T>("lines8_apart", apart, [=](int l) { return l / 4 * n * apart + l % n; });
    row<T>("lines4_apart", apart, [=](int l) { return l / 8 * n * apart + l % n; });
  }
}
template <class T, int U> double flight(u32 who, bool shared) {
  const int n = 256;
  u32 t[32];
  if (shared) sflights<T, U><<<1, 1024>>>(nullptr, at, n, 0, who);
  else flights<T, U><<<1, 1024>>>((char*)A, at, n, 0, who);
  CK(cudaMemcpyFromSymbol(t, took, sizeof t));
  u32 most = 0;
  for (int w = 0; w < 32; ++w) if (who >> w & 1) most = std::max(most, t[w]);
  return most / double(n);
}
template <class T, int U> void loads(const char* name, int stride, bool shared) {
  place([=](int l) { return l * stride; });
  printf("%s bytes=%zu stride=%d loads=%d warps1=%.1f warps2=%.1f warps2_of_one_scheduler=%.1f warps4=%.1f warps8=%.1f cycles_per_iteration\n", name, sizeof(T), stride, U,
    flight<T, U>(1, shared), flight<T, U>(3, shared), flight<T, U>(0x11, shared), flight<T, U>(15, shared), flight<T, U>(255, shared));
}
template <class T> void all(const char* name, int stride, bool shared) {
  loads<T, 1>(name, stride, shared); loads<T, 2>(name, stride, shared); loads<T, 4>(name, stride, shared); loads<T, 8>(name, stride, shared);
}
int main() {
  alloc_buffers(); CK(cudaMalloc(&at, 128)); CK(cudaMemset(A, 0, BUF));
  rows<float>(); rows<float2>(); rows<float4>();
  for (int bit = 0; bit < 21; ++bit) {
    printf("tag bit=%d", bit);
    for (int x = 0; x < 4; ++x) { place([=](int l) { return l < 16 ? l : (x ^ 1 << bit) * 32 + l; }); printf(" x%d=%.2f", x, bit < 8 ? cycles<float, 1 << 15>(32) : cycles<float>(32)); }
    printf("\n");
  }
  for (int s : {1, 4, 8, 16, 32}) all<float>("flight", s, false);
  for (int s : {1, 4, 16}) all<float2>("flight", s, false);
  for (int s : {1, 8}) all<float4>("flight", s, false);
  for (int s : {1, 4, 8, 16, 32}) all<float>("sflight", s, true);
}
