// The kernels of the course documents and their near variants, as visible.cu and unseen_launches.cu launch them.
#pragma once
#include "../include/common.cuh"

// ---- kernel design: coalesced against strided -------------------------------------------------
__global__ void kernel_1(float* x) { int tid = threadIdx.x + blockDim.x * blockIdx.x; x[tid] = threadIdx.x; }
__global__ void kernel_2(float* x) { int tid = threadIdx.x + blockDim.x * blockIdx.x; x[1000 * tid] = threadIdx.x; }

// ---- warp divergence --------------------------------------------------------------------------
__global__ void diverge_lane(float* x) {  // odd and even lanes of one warp part ways
  int i = blockIdx.x * blockDim.x + threadIdx.x; float v = x[i];
  if (threadIdx.x % 2 == 0) { for (int k = 0; k < 16; ++k) v = v * v + 1.0f; }
  else { for (int k = 0; k < 16; ++k) v = v * 0.5f - 2.0f; }
  x[i] = v;
}
__global__ void diverge_warp(float* x) {  // whole warps part ways
  int i = blockIdx.x * blockDim.x + threadIdx.x; float v = x[i];
  if ((threadIdx.x / 32) % 2 == 0) { for (int k = 0; k < 16; ++k) v = v * v + 1.0f; }
  else { for (int k = 0; k < 16; ++k) v = v * 0.5f - 2.0f; }
  x[i] = v;
}
__global__ void diverge_loop(float* x) {  // each lane loops lane+1 times
  int i = blockIdx.x * blockDim.x + threadIdx.x; float v = x[i];
  for (int k = 0; k <= (threadIdx.x & 31); ++k) v = v * 0.999f + x[i];
  x[i] = v;
}

// ---- matrix multiplication, n x n, row-major ---------------------------------------------------
__global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int e = 0; e < n; ++e) v += a[row * n + e] * b[e * n + col];
  c[row * n + col] = v;
}
template <int BS> __global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[BS][BS], bs[BS][BS];
  int row = threadIdx.y, col = threadIdx.x;
  int gr = blockIdx.y * BS + row, gc = blockIdx.x * BS + col;
  float v = 0;
  for (int m = 0; m < n / BS; ++m) {
    as[row][col] = a[gr * n + m * BS + col];
    bs[row][col] = b[(m * BS + row) * n + gc];
    __syncthreads();
    for (int e = 0; e < BS; ++e) v += as[row][e] * bs[e][col];
    __syncthreads();
  }
  c[gr * n + gc] = v;
}

// ---- coalescing: misaligned and strided copies, by word size -----------------------------------
template <class T> __global__ void copy_offset(T* out, const T* in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i + offset];
}
template <class T> __global__ void copy_stride(T* out, const T* in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[(size_t)i * stride];
}
struct P3 { float x, y, z; };
struct P4 { float x, y, z, w; };
struct __align__(16) P4a { float x, y, z, w; };
struct __align__(8) P2a { float x, y; };
template <class T> __global__ void aos_sum(const T* in, float* out);
template <> __global__ void aos_sum<P3>(const P3* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; P3 p = in[i]; out[i] = p.x + p.y + p.z; }
template <> __global__ void aos_sum<P4>(const P4* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; P4 p = in[i]; out[i] = p.x + p.y + p.z + p.w; }
template <> __global__ void aos_sum<P4a>(const P4a* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; P4a p = in[i]; out[i] = p.x + p.y + p.z + p.w; }
template <> __global__ void aos_sum<P2a>(const P2a* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; P2a p = in[i]; out[i] = p.x + p.y; }
__global__ void soa_sum3(const float* x, const float* y, const float* z, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = x[i] + y[i] + z[i]; }
__global__ void copy_rows(float* out, const float* in, int width, int height, int pitch) {  // pitch in floats
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * pitch + x] = in[y * pitch + x];
}

// ---- constant memory ---------------------------------------------------------------------------
__constant__ float const_mem[1024];
__constant__ float const_filter[49];
__constant__ float const_m32[16];
__constant__ double const_m64[16];
__device__ float dev_m32[16];
__device__ double dev_m64[16];
__global__ void const_distinct(float* out, int distinct) {  // `distinct` different addresses in each warp
  int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = const_mem[threadIdx.x % distinct];
}
__global__ void const_by_warp(float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = const_mem[threadIdx.x / 32]; }
template <class T, bool K> __device__ __forceinline__ T mat(int i);
template <> __device__ __forceinline__ float mat<float, true>(int i) { return const_m32[i]; }
template <> __device__ __forceinline__ float mat<float, false>(int i) { return *(volatile float*)&dev_m32[i]; }
template <> __device__ __forceinline__ double mat<double, true>(int i) { return const_m64[i]; }
template <> __device__ __forceinline__ double mat<double, false>(int i) { return *(volatile double*)&dev_m64[i]; }
template <class T, bool K> __global__ void transform(T* x, T* y, T* z, int n) {  // homogeneous 4x4 transform of SoA vertices
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T vx = x[i], vy = y[i], vz = z[i];
  T nx = vx * mat<T, K>(0) + vy * mat<T, K>(1) + vz * mat<T, K>(2) + mat<T, K>(3);
  T ny = vx * mat<T, K>(4) + vy * mat<T, K>(5) + vz * mat<T, K>(6) + mat<T, K>(7);
  T nz = vx * mat<T, K>(8) + vy * mat<T, K>(9) + vz * mat<T, K>(10) + mat<T, K>(11);
  T nw = vx * mat<T, K>(12) + vy * mat<T, K>(13) + vz * mat<T, K>(14) + mat<T, K>(15);
  x[i] = nx / nw; y[i] = ny / nw; z[i] = nz / nw;
}
__global__ void filter_const(const float* in, float* out, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < r || y < r || x >= w - r || y >= h - r) return;
  float s = 0;
  for (int i = 0; i <= 2 * r; ++i) for (int j = 0; j <= 2 * r; ++j) s += in[(y + i - r) * w + x + j - r] * const_filter[i * (2 * r + 1) + j];
  out[y * w + x] = s;
}
__global__ void filter_global(const float* in, float* out, const float* k, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < r || y < r || x >= w - r || y >= h - r) return;
  float s = 0;
  for (int i = 0; i <= 2 * r; ++i) for (int j = 0; j <= 2 * r; ++j) s += in[(y + i - r) * w + x + j - r] * k[i * (2 * r + 1) + j];
  out[y * w + x] = s;
}
__global__ void uniform_load(const float* __restrict__ a, float* out) {  // address does not depend on threadIdx
  float t = 0; for (int k = 0; k < 100; ++k) t += a[blockIdx.x + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = t;
}

// ---- registers and local memory -----------------------------------------------------------------
__global__ void local_small(float* out, const float* in) {  // constant indices: three registers
  int i = blockIdx.x * blockDim.x + threadIdx.x; float a[3];
  a[0] = in[i]; a[1] = a[0] * 2; a[2] = a[1] + a[0]; out[i] = a[0] + a[1] * a[2];
}
__global__ void local_dynamic(float* out, const float* in, const int* idx) {  // run-time index: local memory
  int i = blockIdx.x * blockDim.x + threadIdx.x; float a[10];
  for (int k = 0; k < 10; ++k) a[k] = in[i] * k;
  out[i] = a[idx[i] & 7] + a[threadIdx.x % 10];
}
__global__ void local_big(float* out, const float* in, int m) {  // 256-float array, run-time indices
  int i = blockIdx.x * blockDim.x + threadIdx.x; float a[256];
  for (int k = 0; k < 256; ++k) a[k] = in[i] + k;
  float s = 0; for (int k = 0; k < m; ++k) s += a[(k * 7 + (threadIdx.x & 3)) & 255];
  out[i] = s;
}
template <int MINB> __global__ void __launch_bounds__(1024, MINB) spill(float* out, const float* in, int n) {  // 48 values alive at once
  int i = blockIdx.x * blockDim.x + threadIdx.x; float v[48];
#pragma unroll
  for (int k = 0; k < 48; ++k) v[k] = in[i + k * n];
  float s = 0;
#pragma unroll
  for (int k = 0; k < 48; ++k) s += v[k] * v[47 - k] + v[(k * 5) % 48];
#pragma unroll
  for (int k = 0; k < 48; ++k) s = s * v[k] + v[(k + 7) % 48];
  out[i] = s;
}

// ---- shared memory: square tiles ------------------------------------------------------------------
#define N 32
template <class T> __global__ void setRowReadRow(T* out) { __shared__ T t[N][N]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[threadIdx.y][threadIdx.x]; }
template <class T> __global__ void setColReadCol(T* out) { __shared__ T t[N][N]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.x][threadIdx.y] = i; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
template <class T> __global__ void setRowReadCol(T* out) { __shared__ T t[N][N]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
template <class T> __global__ void setRowReadColPad(T* out) { __shared__ T t[N][N + 1]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
__global__ void setRowReadColDyn(int* out) { extern __shared__ int t[]; unsigned r = threadIdx.y * blockDim.x + threadIdx.x, c = threadIdx.x * blockDim.y + threadIdx.y; t[r] = r; __syncthreads(); out[r] = t[c]; }
__global__ void setRowReadColDynPad(int* out) { extern __shared__ int t[]; unsigned r = threadIdx.y * (blockDim.x + 1) + threadIdx.x, c = threadIdx.x * (blockDim.x + 1) + threadIdx.y, g = threadIdx.y * blockDim.x + threadIdx.x; t[r] = g; __syncthreads(); out[g] = t[c]; }
// ---- shared memory: rectangular tiles, 32 wide and 16 high -------------------------------------------
#define RX 32
#define RY 16
__global__ void rectRowRow(int* out) { __shared__ int t[RY][RX]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[threadIdx.y][threadIdx.x]; }
__global__ void rectColCol(int* out) { __shared__ int t[RX][RY]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.x][threadIdx.y] = i; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
__global__ void rectRowCol(int* out) { __shared__ int t[RY][RX]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; unsigned r = i / blockDim.y, c = i % blockDim.y; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[c][r]; }
template <int P> __global__ void rectRowColPad(int* out) { __shared__ int t[RY][RX + P]; unsigned i = threadIdx.y * blockDim.x + threadIdx.x; unsigned r = i / blockDim.y, c = i % blockDim.y; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[c][r]; }
__global__ void bank_stride(float* out, int stride) { __shared__ float t[2048]; for (int k = threadIdx.x; k < 2048; k += blockDim.x) t[k] = k; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = t[(threadIdx.x * stride) & 2047]; }
__global__ void bank_broadcast(float* out, int distinct) { __shared__ float t[2048]; for (int k = threadIdx.x; k < 2048; k += blockDim.x) t[k] = k; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = t[threadIdx.x % distinct]; }

// ---- reduction ---------------------------------------------------------------------------------------
__global__ void reduce_global(float* p, float* sums, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 1; k < blockDim.x; k *= 2) { if (tid < n && threadIdx.x % (k * 2) == 0) p[tid] += p[tid + k]; __syncthreads(); }
  if (threadIdx.x == 0) sums[blockIdx.x] = p[tid];
}
__global__ void reduce_shared(const float* p, float* sums, int n) {
  extern __shared__ float s[]; int tid = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = tid < n ? p[tid] : 0; __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) { if (threadIdx.x % (k * 2) == 0) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}
__global__ void reduce_sequential(const float* p, float* sums, int n) {
  extern __shared__ float s[]; int tid = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = tid < n ? p[tid] : 0; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}
__global__ void reduce_shuffle(const float* p, float* sums, int n) {
  __shared__ float w[32]; int tid = blockIdx.x * blockDim.x + threadIdx.x; float v = tid < n ? p[tid] : 0;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) { v = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0; for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d); if (threadIdx.x == 0) sums[blockIdx.x] = v; }
}
// ---- transpose n x n ----------------------------------------------------------------------------------
__global__ void transpose_naive(float* out, const float* in, int n) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y; out[x * n + y] = in[y * n + x]; }
template <int PAD> __global__ void transpose_shared(float* out, const float* in, int n) {
  __shared__ float t[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  t[threadIdx.y][threadIdx.x] = in[y * n + x]; __syncthreads();
  int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  out[ty * n + tx] = t[threadIdx.x][threadIdx.y];
}
__global__ void vector_add(const float* a, const float* b, float* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
__global__ void atomic_same(int* p) { atomicAdd(p, 1); }
__global__ void atomic_spread(int* p) { atomicAdd(p + (blockIdx.x * blockDim.x + threadIdx.x) % 1024, 1); }

// Gives the constants and variables that kernels read their values.
static void set_symbols() {
  float id[16] = {1, 0, 0, .5f, 0, 1, 0, .25f, 0, 0, 1, .125f, 0, 0, 0, 1}; double idd[16]; for (int i = 0; i < 16; ++i) idd[i] = id[i];
  CK(cudaMemcpyToSymbol(const_m32, id, sizeof id)); CK(cudaMemcpyToSymbol(dev_m32, id, sizeof id));
  CK(cudaMemcpyToSymbol(const_m64, idd, sizeof idd)); CK(cudaMemcpyToSymbol(dev_m64, idd, sizeof idd));
}

static std::string S(const char* k, long v) { return std::string(k) + "=" + std::to_string(v); }
