// Further cases beside visible.cu: the same families with other shapes, words, strides and masks,
// and kernels whose accesses the compiler may merge, widen, hoist or drop.
#define BUF_BYTES (size_t(1) << 24)
#include "../include/common.cuh"
#define GID (blockIdx.x * blockDim.x + threadIdx.x)

// ---- copies: stride and offset on both sides, any word ----------------------------------------
template <class T> __global__ void move(T* out, const T* in, int so, int oo, int si, int oi) { int i = GID; out[i * so + oo] = in[i * si + oi]; }

// ---- block shapes ------------------------------------------------------------------------------
__global__ void shape_linear(float* out, const float* in) {
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), b = blockIdx.x + gridDim.x * blockIdx.y;
  int i = b * (blockDim.x * blockDim.y * blockDim.z) + t; out[i] = in[i];
}
__global__ void shape_rows(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x < w && y < h) out[y * w + x] = in[y * w + x];
}
__global__ void shape_columns(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x < w && y < h) out[x * h + y] = in[x * h + y];
}
__global__ void shape_volume(float* out, const float* in, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h && z < d) out[(z * h + y) * w + x] = in[(z * h + y) * w + x] + 1;
}
__global__ void add_bounded(const float* a, const float* b, float* c, int n) { int i = GID; if (i < n) c[i] = a[i] + b[i]; }

// ---- arrays of structs -------------------------------------------------------------------------
struct S16 { float a, b, c, d; };
struct __align__(16) S16a { float a, b, c, d; };
struct S20 { float a, b, c, d, e; };
struct S24 { float a, b, c, d, e, f; };
struct __align__(8) S24a { float a, b, c, d, e, f; };
struct S32 { float a, b, c, d, e, f, g, h; };
struct __align__(16) S32a { float a, b, c, d, e, f, g, h; };
struct S48 { float a, b, c, d, e, f, g, h, i, j, k, l; };
struct __align__(16) S48a { float a, b, c, d, e, f, g, h, i, j, k, l; };
struct Mixed { char a; float b; short c; double d; };
__device__ float sum(S16 p) { return p.a + p.b + p.c + p.d; }
__device__ float sum(S16a p) { return p.a + p.b + p.c + p.d; }
__device__ float sum(S20 p) { return p.a + p.b + p.c + p.d + p.e; }
__device__ float sum(S24 p) { return p.a + p.b + p.c + p.d + p.e + p.f; }
__device__ float sum(S24a p) { return p.a + p.b + p.c + p.d + p.e + p.f; }
__device__ float sum(S32 p) { return p.a + p.b + p.c + p.d + p.e + p.f + p.g + p.h; }
__device__ float sum(S32a p) { return p.a + p.b + p.c + p.d + p.e + p.f + p.g + p.h; }
__device__ float sum(S48 p) { return p.a + p.b + p.c + p.d + p.e + p.f + p.g + p.h + p.i + p.j + p.k + p.l; }
__device__ float sum(S48a p) { return p.a + p.b + p.c + p.d + p.e + p.f + p.g + p.h + p.i + p.j + p.k + p.l; }
__device__ float sum(Mixed p) { return float(p.a) + p.b + float(p.c) + float(p.d); }
template <class T> __global__ void struct_sum(const T* in, float* out) { int i = GID; T p = in[i]; out[i] = sum(p); }
template <class T> __global__ void struct_field(const T* in, float* out) { int i = GID; out[i] = in[i].c; }
template <class T> __global__ void struct_first(const T* in, float* out) { int i = GID; T p = in[i]; out[i] = p.a; }
template <class T> __global__ void struct_first2(const T* in, float* out) { int i = GID; T p = in[i]; out[i] = p.a + p.b; }
template <class T> __global__ void struct_middle(const T* in, float* out) { int i = GID; T p = in[i]; out[i] = p.b + p.c; }
template <class T> __global__ void struct_three(const T* in, float* out) { int i = GID; T p = in[i]; out[i] = p.a + p.b + p.c; }
template <class T> __global__ void struct_set(T* out, float v) { int i = GID; out[i].b = v; }
template <class T> __global__ void struct_bump(T* p) { int i = GID; p[i].a += 1; p[i].d += 2; }
template <class T> __global__ void struct_copy(T* out, const T* in) { int i = GID; out[i] = in[i]; }
__global__ void grayscale4(unsigned char* out, const uchar4* in) { int i = GID; uchar4 p = in[i]; out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8; }
__global__ void grayscale3(unsigned char* out, const unsigned char* in) { int i = GID; out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29) >> 8; }
__global__ void invert4(uchar4* out, const uchar4* in) { int i = GID; uchar4 p = in[i]; out[i] = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, p.w); }

// ---- access through an index array ---------------------------------------------------------------
__global__ void gather(float* out, const float* in, const int* idx) { int i = GID; out[i] = in[idx[i]]; }
__global__ void scatter(float* out, const float* in, const int* idx) { int i = GID; out[idx[i]] = in[i]; }
__global__ void gather_double(double* out, const double* in, const int* idx) { int i = GID; out[i] = in[idx[i]]; }

// ---- access in branches ----------------------------------------------------------------------------
__global__ void branch_guard(float* out, const float* in, int mod) { int i = GID; if (threadIdx.x % mod == 0) out[i] = in[i]; }
__global__ void branch_arrays(float* out, const float* a, const float* b) { int i = GID; if (threadIdx.x % 2 == 0) out[i] = a[i] * 2; else out[i] = b[i * 3] + 1; }
__global__ void branch_values(float* out, const float* in) { int i = GID; float v; if (threadIdx.x % 4 < 3) v = in[i]; else v = in[i + 4096]; out[i] = v; }
__global__ void branch_stores(float* out, const float* in) { int i = GID; float v = in[i]; if (v > 0.5f) out[i] = v; else out[i] = -v; }
__global__ void branch_apart(float* out, const float* in) { int i = GID; float v = in[i]; if (v > 0.5f) out[i] = v; else out[i + 4096] = v; }
__global__ void branch_return(float* out, const float* in, int n) { int i = GID; if (i >= n) return; if (i % 3 == 1) return; out[i] = in[2 * i]; }
__global__ void branch_nested(float* out, const float* in) {
  int i = GID; float v = 0;
  if (threadIdx.x < 40) { v = in[i]; if (threadIdx.x & 1) v += in[i + 1000]; else v -= in[2 * i]; }
  out[i] = v;
}
__global__ void branch_switch(float* out, const float* in) {
  int i = GID; float v;
  switch (threadIdx.x % 4) { case 0: v = in[i]; break; case 1: v = in[2 * i] * 3; break; case 2: v = in[3 * i] - 1; break; default: v = 7; }
  out[i] = v;
}
__global__ void branch_loop(float* out, const float* in, int n) { int i = GID; float s = 0; for (int k = 0; k < (threadIdx.x & 7); ++k) s += in[i + k * n]; out[i] = s; }
__global__ void branch_ternary(float* out, const float* in, int n) {
  int i = GID; float l = i > 0 ? in[i - 1] : 0, r = i < n - 1 ? in[i + 1] : 0; out[i] = l + in[i] + r;
}

// ---- matrices ----------------------------------------------------------------------------------------
__global__ void matmul_bt(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x; float v = 0;
  for (int e = 0; e < n; ++e) v += a[row * n + e] * b[col * n + e];
  c[row * n + col] = v;
}
__global__ void matmul_swapped(const float* a, const float* b, float* c, int n) {  // neighbours in x take neighbouring rows
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y; float v = 0;
  for (int e = 0; e < n; ++e) v += a[row * n + e] * b[e * n + col];
  c[row * n + col] = v;
}
__global__ void matmul_rect(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) { float v = 0; for (int e = 0; e < k; ++e) v += a[row * k + e] * b[e * n + col]; c[row * n + col] = v; }
}
struct Matrix { int width, height; float* elements; };
__global__ void matmul_struct(Matrix a, Matrix b, Matrix c) {
  float v = 0; int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = 0; e < a.width; ++e) v += a.elements[row * a.width + e] * b.elements[e * b.width + col];
  c.elements[row * c.width + col] = v;
}
__global__ void matmul_accumulate(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  c[row * n + col] = 0;
  for (int e = 0; e < n; ++e) c[row * n + col] += a[row * n + e] * b[e * n + col];
}
__global__ void matmul_tiled_bounded(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx; float v = 0;
  for (int m = 0; m < (n + 15) / 16; ++m) {
    as[ty][tx] = row < n && m * 16 + tx < n ? a[row * n + m * 16 + tx] : 0;
    bs[ty][tx] = col < n && m * 16 + ty < n ? b[(m * 16 + ty) * n + col] : 0;
    __syncthreads();
    for (int e = 0; e < 16; ++e) v += as[ty][e] * bs[e][tx];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = v;
}
#define TD 32
__global__ void aat_simple(const float* a, float* c, int m) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x; float sum = 0;
  for (int i = 0; i < TD; i++) sum += a[row * TD + i] * a[col * TD + i];
  c[row * m + col] = sum;
}
template <int PAD> __global__ void aat_shared(const float* a, float* c, int m) {
  __shared__ float at[TD][TD], tt[TD][TD + PAD];
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x; float sum = 0;
  at[threadIdx.y][threadIdx.x] = a[row * TD + threadIdx.x];
  tt[threadIdx.x][threadIdx.y] = a[(blockIdx.x * blockDim.x + threadIdx.y) * TD + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < TD; i++) sum += at[threadIdx.y][i] * tt[i][threadIdx.x];
  c[row * m + col] = sum;
}
__global__ void ab_coalesced(const float* a, const float* b, float* c, int n) {  // one operand in shared memory, no barrier between warps
  __shared__ float at[TD][TD];
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x; float sum = 0;
  at[threadIdx.y][threadIdx.x] = a[row * TD + threadIdx.x];
  __syncwarp();
  for (int i = 0; i < TD; i++) sum += at[threadIdx.y][i] * b[i * n + col];
  c[row * n + col] = sum;
}
__global__ void pitched_scale(char* base, int pitch, int w, int h) {  // pitch in bytes, one thread a column
  int x = GID; if (x >= w) return;
  for (int y = 0; y < h; ++y) { float* row = (float*)(base + y * pitch); row[x] = row[x] * 2; }
}
__global__ void row_sums(float* out, const float* in, int w, int pitch) { int y = GID; float s = 0; for (int x = 0; x < w; ++x) s += in[y * pitch + x]; out[y] = s; }

// ---- stencils ---------------------------------------------------------------------------------------
__global__ void stencil5(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) out[y * w + x] = in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x];
}
__global__ void stencil7(float* out, const float* in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  int i = (z * n + y) * n + x; out[i] = in[i - n * n] + in[i - n] + in[i - 1] - 6 * in[i] + in[i + 1] + in[i + n] + in[i + n * n];
}
__global__ void blur(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float s = 0; int n = 0;
    for (int r = -1; r < 2; ++r) for (int c = -1; c < 2; ++c) { int yy = y + r, xx = x + c; if (yy > -1 && yy < h && xx > -1 && xx < w) { s += in[yy * w + xx]; n++; } }
    out[y * w + x] = s / n;
  }
}
__global__ void stencil_shared(float* out, const float* in, int n) {  // radius 3, with a halo
  __shared__ float t[64 + 6]; int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
  t[l] = in[g + 3];
  if (threadIdx.x < 3) { t[l - 3] = in[g]; t[l + 64] = in[g + 3 + 64]; }
  __syncthreads();
  float s = 0; for (int o = -3; o <= 3; ++o) s += t[l + o];
  out[g] = s;
}

// ---- shared memory ------------------------------------------------------------------------------------
template <class T> __global__ void shared_stride(T* out, const T* in, int stride, int offset) {
  __shared__ T t[1024]; int i = threadIdx.x; for (int k = i; k < 1024; k += blockDim.x) t[k] = in[k]; __syncthreads(); out[i] = t[(i * stride + offset) & 1023];
}
template <class T> __global__ void shared_store(T* out, const T* in, int stride, int offset) {
  __shared__ T t[1024]; int i = threadIdx.x; for (int k = i; k < 1024; k += blockDim.x) t[k] = in[k]; __syncthreads();
  t[(i * stride + offset) & 1023] = in[i + 1024]; __syncthreads(); out[i] = t[i];
}
template <class T> __global__ void shared_pick(T* out, const T* in, const int* idx) {
  __shared__ T t[1024]; int i = threadIdx.x; for (int k = i; k < 1024; k += blockDim.x) t[k] = in[k]; __syncthreads(); out[i] = t[idx[i]];
}
template <class T> __global__ void shared_mask(T* out, const T* in, int stride, int mod, int rest, int limit) {
  __shared__ T t[1024]; int i = threadIdx.x; for (int k = i; k < 1024; k += blockDim.x) t[k] = in[k]; __syncthreads();
  if (i % mod == rest && i < limit) out[i] = t[(i * stride) & 1023];
}
template <class T> __global__ void shared_struct(float* out, const T* in) { __shared__ T t[64]; int i = threadIdx.x; t[i] = in[i]; __syncthreads(); T p = t[63 - i]; out[i] = sum(p); }
template <class T> __global__ void shared_field(float* out, const T* in) { __shared__ T t[64]; int i = threadIdx.x; t[i] = in[i]; __syncthreads(); out[i] = t[63 - i].b; }
__global__ void shared_pairs(float* out, const float* in) { __shared__ float t[128]; int i = threadIdx.x; t[2 * i] = in[i]; t[2 * i + 1] = in[i + 64]; __syncthreads(); int j = 63 - i; out[i] = t[2 * j] + t[2 * j + 1]; }
__global__ void shared_threes(float* out, const float* in) { __shared__ float t[192]; int i = threadIdx.x; t[3 * i] = in[i]; t[3 * i + 1] = in[i + 64]; t[3 * i + 2] = in[i + 128]; __syncthreads(); int j = 63 - i; out[i] = t[3 * j] + t[3 * j + 1] + t[3 * j + 2]; }
__global__ void shared_fours(float* out, const float* in) { __shared__ float t[256]; int i = threadIdx.x; for (int k = 0; k < 4; ++k) t[4 * i + k] = in[i + 64 * k]; __syncthreads(); int j = 63 - i; float s = 0; for (int k = 0; k < 4; ++k) s += t[4 * j + k]; out[i] = s; }
__global__ void shared_rows(float* out, const float* in) {  // each thread sums a row of the tile
  __shared__ float t[32][32]; for (int k = 0; k < 32; ++k) t[k][threadIdx.x] = in[k * 32 + threadIdx.x]; __syncthreads();
  float s = 0; for (int k = 0; k < 32; ++k) s += t[threadIdx.x][k]; out[threadIdx.x] = s;
}
__global__ void shared_rows_padded(float* out, const float* in) {
  __shared__ float t[32][33]; for (int k = 0; k < 32; ++k) t[k][threadIdx.x] = in[k * 32 + threadIdx.x]; __syncthreads();
  float s = 0; for (int k = 0; k < 32; ++k) s += t[threadIdx.x][k]; out[threadIdx.x] = s;
}
__global__ void tile_pad(int* out, int pad) {
  extern __shared__ int t[]; int w = blockDim.x + pad, i = threadIdx.y * blockDim.x + threadIdx.x; t[threadIdx.y * w + threadIdx.x] = i; __syncthreads();
  int r = i / blockDim.y, c = i % blockDim.y; out[i] = t[c * w + r];
}
template <class T, int PAD> __global__ void tile16(T* out) { __shared__ T t[16][16 + PAD]; int i = threadIdx.y * 16 + threadIdx.x; t[threadIdx.y][threadIdx.x] = i; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
__global__ void tile64(int* out) {  // 256 threads, 16 elements each
  __shared__ int t[64][64];
  for (int k = 0; k < 64; k += 4) t[threadIdx.y + k][threadIdx.x] = (threadIdx.y + k) * 64 + threadIdx.x;
  __syncthreads();
  for (int k = 0; k < 64; k += 4) out[(threadIdx.y + k) * 64 + threadIdx.x] = t[threadIdx.x][threadIdx.y + k];
}
__global__ void tile_vec4(float4* out, const float4* in) { __shared__ float4 t[16][16]; int i = threadIdx.y * 16 + threadIdx.x; t[threadIdx.y][threadIdx.x] = in[i]; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y]; }
__global__ void tile_vec4_y(float* out, const float4* in) { __shared__ float4 t[16][16]; int i = threadIdx.y * 16 + threadIdx.x; t[threadIdx.y][threadIdx.x] = in[i]; __syncthreads(); out[i] = t[threadIdx.x][threadIdx.y].y; }
template <int TILE, int PAD> __global__ void transpose_rows(float* out, const float* in, int n) {
  __shared__ float t[TILE][TILE + PAD]; int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x; y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8) out[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void reverse_static(int* d, int n) { __shared__ int s[64]; int t = threadIdx.x, r = n - t - 1; s[t] = d[t]; __syncthreads(); d[t] = s[r]; }
__global__ void reverse_dynamic(int* d, int n) { extern __shared__ int w[]; int t = threadIdx.x, r = n - t - 1; w[t] = d[t]; __syncthreads(); d[t] = w[r]; }
__global__ void histogram(int* out, const int* in, int n) {
  __shared__ int h[64]; int t = threadIdx.x; if (t < 64) h[t] = 0; __syncthreads();
  for (int i = GID; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[in[i] & 63], 1);
  __syncthreads(); if (t < 64) atomicAdd(&out[t], h[t]);
}

// ---- reductions and scans -------------------------------------------------------------------------------
__global__ void sum_strided(const float* p, float* sums) {
  extern __shared__ float s[]; int t = threadIdx.x; s[t] = p[GID]; __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) { int i = 2 * k * t; if (i < blockDim.x) s[i] += s[i + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0];
}
__global__ void sum_first_add(const float* p, float* sums) {
  extern __shared__ float s[]; int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t; s[t] = p[i] + p[i + blockDim.x]; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = s[0];
}
__global__ void sum_last_warp(const float* p, float* sums) {
  extern __shared__ float s[]; int t = threadIdx.x; s[t] = p[GID]; __syncthreads();
  for (int k = blockDim.x / 2; k > 32; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t < 32) { float v = s[t] + s[t + 32]; for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d); if (t == 0) sums[blockIdx.x] = v; }
}
__global__ void sum_volatile(const float* p, float* sums) {
  extern __shared__ float s[]; int t = threadIdx.x; s[t] = p[GID]; __syncthreads();
  if (t < 32) {
    volatile float* v = s;
    float x = v[t]; x += v[t + 32]; __syncwarp(); v[t] = x; __syncwarp();
    for (int d = 16; d > 0; d >>= 1) { x += v[t + d]; __syncwarp(); v[t] = x; __syncwarp(); }
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}
__global__ void sum_grid_stride(const float* p, float* sums, int n) {
  __shared__ float s[128]; int t = threadIdx.x; float v = 0; for (int i = GID; i < n; i += blockDim.x * gridDim.x) v += p[i];
  s[t] = v; __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) atomicAdd(sums, s[0]);
}
__global__ void sum_in_place(float* p, float* sums) {  // global memory, halves first
  int t = threadIdx.x; float* q = p + blockIdx.x * blockDim.x;
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) q[t] += q[t + k]; __syncthreads(); }
  if (t == 0) sums[blockIdx.x] = q[0];
}
__global__ void scan_double(float* out, const float* in, int n) {
  extern __shared__ float s[]; int t = threadIdx.x, a = 0, b = n; s[t] = in[t]; __syncthreads();
  for (int d = 1; d < n; d *= 2) { float v = s[a + t]; if (t >= d) v += s[a + t - d]; s[b + t] = v; __syncthreads(); int c = a; a = b; b = c; }
  out[t] = s[a + t];
}
__global__ void scan_in_place(float* out, const float* in) {
  __shared__ float s[128]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) { float v = 0; if (t >= d) v = s[t - d]; __syncthreads(); s[t] += v; __syncthreads(); }
  out[t] = s[t];
}
template <bool PADDED> __global__ void scan_tree(float* out, const float* in, int n) {
#define AT(i) (PADDED ? (i) + ((i) >> 5) : (i))
  extern __shared__ float s[]; int t = threadIdx.x, o = 1;
  s[AT(2 * t)] = in[2 * t]; s[AT(2 * t + 1)] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) { __syncthreads(); if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; s[AT(b)] += s[AT(a)]; } o *= 2; }
  if (t == 0) s[AT(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) { o >>= 1; __syncthreads(); if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; float v = s[AT(a)]; s[AT(a)] = s[AT(b)]; s[AT(b)] += v; } }
  __syncthreads(); out[2 * t] = s[AT(2 * t)]; out[2 * t + 1] = s[AT(2 * t + 1)];
}

// ---- constant memory --------------------------------------------------------------------------------------
__constant__ float cm[1024];
__constant__ double cm64[256];
__constant__ float4 cm4[64];
__global__ void const_none(float* out, int mul, int div, int mod) { out[GID] = (threadIdx.x * mul / div) % mod; }
__global__ void const_index(float* out, int mul, int div, int mod) { out[GID] = cm[(threadIdx.x * mul / div) % mod]; }
__global__ void const_index64(double* out, int mul, int div, int mod) { out[GID] = cm64[(threadIdx.x * mul / div) % mod]; }
__global__ void const_index4(float4* out, int mul, int div, int mod) { out[GID] = cm4[(threadIdx.x * mul / div) % mod]; }
__global__ void const_loop(float* out, int n) { float s = 0; for (int k = 0; k < n; ++k) s += cm[k]; out[GID] = s; }
__global__ void const_fixed(float* out, const float* in) { int i = GID; float x = in[i]; out[i] = ((cm[3] * x + cm[2]) * x + cm[1]) * x + cm[0]; }
__global__ void const_block(float* out) { out[GID] = cm[blockIdx.x]; }
__global__ void const_masked(float* out, int mod) { float v = 0; if (threadIdx.x % 3 == 0) v = cm[threadIdx.x % mod]; out[GID] = v; }

// ---- loops -----------------------------------------------------------------------------------------------
__global__ void saxpy_grid(float* y, const float* x, float a, int n) { for (int i = GID; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i]; }
__global__ void chunk4(float* out, const float* in) { int i = GID; for (int k = 0; k < 4; ++k) out[4 * i + k] = in[4 * i + k] + 1; }
__global__ void chunk_run(float* out, const float* in, int n) { int i = GID; for (int k = 0; k < n; ++k) out[n * i + k] = in[n * i + k] + 1; }
__global__ void vec4_sum(float* out, const float4* in, int n) { float s = 0; for (int i = GID; i < n; i += blockDim.x * gridDim.x) { float4 v = in[i]; s += v.x + v.y + v.z + v.w; } out[GID] = s; }
__global__ void vec2_scale(float2* p, float a) { int i = GID; float2 v = p[i]; v.x *= a; v.y *= a; p[i] = v; }
__global__ void uniform_array(float* out, const float* in, int n) { float s = 0; for (int k = 0; k < n; ++k) s += in[k]; out[GID] = s; }
__global__ void uniform_block(float* out, const float* in) { out[GID] = in[blockIdx.x] + in[0]; }
__global__ void uniform_warp(float* out, const float* in) { out[GID] = in[threadIdx.x / 32]; }

// ---- what the compiler may merge, hoist or drop ----------------------------------------------------------
__global__ void load_twice(float* out, const float* in) { int i = GID; out[i] = in[i] * in[i] + in[i]; }
__global__ void load_between(float* out, const float* in, float* other) { int i = GID; float v = in[i]; other[i] = v; out[i] = v + in[i]; }
__global__ void load_between_ro(float* out, const float* __restrict__ in, float* other) { int i = GID; float v = in[i]; other[i] = v; out[i] = v + in[i]; }
__global__ void load_invariant(float* out, const float* in, int n) { int i = GID; for (int k = 0; k < n; ++k) out[i * n + k] = in[i] * k; }
__global__ void load_invariant_ro(float* out, const float* __restrict__ in, int n) { int i = GID; for (int k = 0; k < n; ++k) out[i * n + k] = in[i] * k; }
__global__ void load_dead(float* out, const float* in) { int i = GID; float v = in[i + 4096]; v = in[i]; out[i] = v; }
__global__ void store_twice(float* out, const float* in) { int i = GID; out[i] = 0; out[i] = in[i]; }
__global__ void store_twice_ro(float* out, const float* __restrict__ in) { int i = GID; out[i] = 0; out[i] = in[i]; }
__global__ void store_load(float* out, const float* in) { int i = GID; out[i] = in[i]; out[i] = out[i] * 2; }
__global__ void store_sum(float* out, const float* in, int n) { int i = GID; for (int k = 0; k < n; ++k) out[i] += in[i + k * 1024]; }
__global__ void store_sum_ro(float* out, const float* __restrict__ in, int n) { int i = GID; for (int k = 0; k < n; ++k) out[i] += in[i + k * 1024]; }
__global__ void store_sum_fixed(float* out, const float* in) { int i = GID; for (int k = 0; k < 8; ++k) out[i] += in[i + k * 1024]; }
__global__ void store_maximum(float* out, const float* in, int n) { int i = GID; out[i] = in[i]; for (int k = 1; k < n; ++k) if (in[i + k * 1024] > out[i]) out[i] = in[i + k * 1024]; }
__global__ void shared_sum(float* out, const float* in, int n) { __shared__ float s[128]; int t = threadIdx.x; s[t] = 0; for (int k = 0; k < n; ++k) s[t] += in[GID + k * 1024]; __syncthreads(); out[GID] = s[127 - t]; }
__global__ void pointer_walk(float* out, const float* in, int n) { const float* p = in + GID; float s = 0; while (p < in + n) { s += *p; p += 256; } out[GID] = s; }
__global__ void local_pick(float* out, const float* in) { int i = GID; float a[4]; for (int k = 0; k < 4; ++k) a[k] = in[i + k * 1024]; out[i] = a[threadIdx.x & 3]; }
__global__ void local_sort(float* out, const float* in) {
  int i = GID; float a[5]; for (int k = 0; k < 5; ++k) a[k] = in[i + k * 1024];
  for (int k = 0; k < 4; ++k) for (int j = 0; j < 4 - k; ++j) if (a[j] > a[j + 1]) { float v = a[j]; a[j] = a[j + 1]; a[j + 1] = v; }
  out[i] = a[2];
}
__global__ void compare_swap(float* p, int n) { int i = 2 * GID; if (i + 1 < n && p[i] > p[i + 1]) { float v = p[i]; p[i] = p[i + 1]; p[i + 1] = v; } }

static std::string S(const std::string& k, long v) { return k + std::to_string(v); }
static std::string U(const std::string& k, long v) { return k + "_" + std::to_string(v); }
enum { PERM, NEAR, FEW, PAIRS, TWOROWS, SAME, EVEN };
static const char* kinds[] = {"perm", "near", "few", "pairs", "tworows", "same", "even"};
static int* indices(int kind, int n) {  // n numbers below n
  std::vector<int> v(n); unsigned s = 12345;
  for (int i = 0; i < n; ++i) v[i] = i;
  for (int i = n - 1; kind == PERM && i > 0; --i) { s = s * 1664525u + 1013904223u; std::swap(v[i], v[(s >> 8) % (i + 1)]); }
  for (int i = 0; i < n; ++i) switch (kind) {
    case NEAR: v[i] = i / 32 * 32 + (i * 11 + 3) % 32; break;
    case FEW: s = s * 1664525u + 1013904223u; v[i] = (s >> 8) % 5 * 97; break;
    case PAIRS: v[i] = i / 2; break;
    case TWOROWS: v[i] = i % 2 * 32 + i / 8; break;
    case SAME: v[i] = 17; break;
    case EVEN: v[i] = i / 4 * 4; break;
  }
  int* d; CK(cudaMalloc(&d, n * 4)); CK(cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice)); return d;
}
template <class T> void moves(const char* t) {
  const int n = 1024; T* o = (T*)C; const T* i = (const T*)A; std::string m = std::string("move_") + t;
  ADD(m + "_plain", "", move<T>, 8, 128, 0, o, i, 1, 0, 1, 0); ADD(m + "_offsets", "", move<T>, 8, 128, 0, o, i, 1, 1, 1, 3);
  ADD(m + "_strides", "", move<T>, 8, 128, 0, o, i, 2, 0, 3, 1); ADD(m + "_reversed", "", move<T>, 8, 128, 0, o, i, -1, n - 1, 1, 0);
  ADD(m + "_backward", "", move<T>, 8, 128, 0, o, i, 1, 0, -2, 2 * n - 2);
}
template <class T> void strided(const char* t, int last) {
  std::string r = std::string("shared_stride_") + t, w = std::string("shared_store_") + t, p = std::string("shared_pick_") + t + "_";
  for (int s = 1; s <= last; ++s) ADD(U(r, s), "", shared_stride<T>, 1, 64, 0, (T*)C, (const T*)A, s, 0);
  for (int s : {1, 2, 3, 4, 5, 8, 16}) if (!last) ADD(U(r, s), "", shared_stride<T>, 1, 64, 0, (T*)C, (const T*)A, s, 0);
  for (int s : {1, 2, 3, 8}) ADD(U(w, s), "", shared_store<T>, 1, 64, 0, (T*)C, (const T*)A, s, 0);
  ADD(r + "_2_from_1", "", shared_stride<T>, 1, 64, 0, (T*)C, (const T*)A, 2, 1); ADD(r + "_1_from_5", "", shared_stride<T>, 1, 64, 0, (T*)C, (const T*)A, 1, 5); ADD(w + "_1_from_5", "", shared_store<T>, 1, 64, 0, (T*)C, (const T*)A, 1, 5);
  for (int k : {PERM, PAIRS, TWOROWS, EVEN}) { int* x = indices(k, 1024); ADD(p + kinds[k], "", shared_pick<T>, 1, 64, 0, (T*)C, (const T*)A, x); }
  for (int s : {1, 2, 8}) ADD(U(std::string("shared_mask_") + t, s), "", shared_mask<T>, 1, 64, 0, (T*)C, (const T*)A, s, 3, 1, 50);
}

int main(int argc, char** argv) {
  alloc_buffers();
  std::vector<float> h(1024); for (int i = 0; i < 1024; ++i) h[i] = i * 0.5f;
  CK(cudaMemcpyToSymbol(cm, h.data(), 4096)); std::vector<double> h64(256); for (int i = 0; i < 256; ++i) h64[i] = i * 0.5;
  CK(cudaMemcpyToSymbol(cm64, h64.data(), 2048)); CK(cudaMemcpyToSymbol(cm4, h.data(), 1024));
  const float* in = A; const int* words = (const int*)A;
  moves<signed char>("i8"); moves<short>("i16"); moves<long long>("i64"); moves<float2>("f32x2"); moves<double2>("f64x2"); moves<uchar4>("u8x4"); moves<uchar3>("u8x3"); moves<int3>("i32x3"); moves<short4>("i16x4"); moves<double3>("f64x3");
  dim3 shapes[] = {dim3(8, 4), dim3(64, 2), dim3(33), dim3(48), dim3(96), dim3(100), dim3(5, 5), dim3(1, 64), dim3(3, 11), dim3(16, 8, 2), dim3(2, 2, 32), dim3(7, 3, 5)};
  for (dim3 b : shapes) {
    std::string s = S(S(S("", b.x) + "x", b.y) + "x", b.z); int w = 100, e = 70, d = 5; dim3 g((w + b.x - 1) / b.x, (e + b.y - 1) / b.y);
    ADD("shape_linear_" + s, "", shape_linear, dim3(3, 2), b, 0, C, in);
    ADD("shape_volume_" + s, "", shape_volume, dim3(g.x, g.y, (d + b.z - 1) / b.z), b, 0, C, in, w, e, d);
    if (b.z > 1) continue;
    ADD("shape_rows_" + s, "", shape_rows, g, b, 0, C, in, w, e); ADD("shape_columns_" + s, "", shape_columns, g, b, 0, C, in, w, e);
  }
  for (int n : {1, 129, 1000}) { ADD(U("add_bounded_256", n), "", add_bounded, (n + 255) / 256, 256, 0, A, B, C, n); ADD(U("add_bounded_100", n), "", add_bounded, (n + 99) / 100, 100, 0, A, B, C, n); }
#define ST(T) ADD("struct_sum_" #T, "", struct_sum<T>, 8, 128, 0, (const T*)A, C); ADD("struct_copy_" #T, "", struct_copy<T>, 8, 128, 0, (T*)C, (const T*)A)
  ST(S16); ST(S16a); ST(S20); ST(S24); ST(S24a); ST(S32); ST(S32a); ST(S48); ST(S48a); ST(Mixed);
#define FI(T) ADD("struct_field_" #T, "", struct_field<T>, 8, 128, 0, (const T*)A, C); ADD("struct_first_" #T, "", struct_first<T>, 8, 128, 0, (const T*)A, C); ADD("struct_first2_" #T, "", struct_first2<T>, 8, 128, 0, (const T*)A, C); \
  ADD("struct_middle_" #T, "", struct_middle<T>, 8, 128, 0, (const T*)A, C); ADD("struct_three_" #T, "", struct_three<T>, 8, 128, 0, (const T*)A, C); ADD("struct_set_" #T, "", struct_set<T>, 8, 128, 0, (T*)C, 2.5f); ADD("struct_bump_" #T, "", struct_bump<T>, 8, 128, 0, (T*)C)
  FI(S16a); FI(S20); FI(S24a); FI(S32a);
  ADD("grayscale4", "", grayscale4, 8, 128, 0, (unsigned char*)C, (const uchar4*)A); ADD("grayscale3", "", grayscale3, 8, 128, 0, (unsigned char*)C, (const unsigned char*)A); ADD("invert4", "", invert4, 8, 128, 0, (uchar4*)C, (const uchar4*)A);
  for (int k = PERM; k <= EVEN; ++k) {
    int* x = indices(k, 4096); ADD(std::string("gather_") + kinds[k], "", gather, 32, 128, 0, C, in, x); ADD(std::string("gather_double_") + kinds[k], "", gather_double, 32, 128, 0, (double*)C, (const double*)A, x);
    if (k <= NEAR) ADD(std::string("scatter_") + kinds[k], "", scatter, 32, 128, 0, C, in, x);
  }
  for (int m : {2, 3, 8, 33}) ADD(U("branch_guard", m), "", branch_guard, 4, 128, 0, C, in, m);
  ADD("branch_arrays", "", branch_arrays, 4, 128, 0, C, A, B); ADD("branch_values", "", branch_values, 4, 128, 0, C, in); ADD("branch_stores", "", branch_stores, 4, 128, 0, C, in); ADD("branch_apart", "", branch_apart, 4, 128, 0, C, in);
  ADD("branch_return", "", branch_return, 4, 128, 0, C, in, 400); ADD("branch_nested", "", branch_nested, 4, 128, 0, C, in); ADD("branch_switch", "", branch_switch, 4, 128, 0, C, in); ADD("branch_loop", "", branch_loop, 4, 128, 0, C, in, 700); ADD("branch_ternary", "", branch_ternary, 4, 128, 0, C, in, 512);
  { int n = 64; for (dim3 b : {dim3(8, 8), dim3(16, 16), dim3(32, 4)}) { std::string s = S(S("", b.x) + "x", b.y); dim3 g(n / b.x, n / b.y);
      ADD("matmul_bt_" + s, "", matmul_bt, g, b, 0, A, B, C, n); ADD("matmul_swapped_" + s, "", matmul_swapped, dim3(n / b.x, n / b.y), b, 0, A, B, C, n); ADD("matmul_accumulate_" + s, "", matmul_accumulate, g, b, 0, A, B, C, n);
      Matrix ma{n, n, A}, mb{n, n, B}, mc{n, n, C}; ADD("matmul_struct_" + s, "", matmul_struct, g, b, 0, ma, mb, mc);
      ADD("matmul_rect_" + s, "", matmul_rect, dim3((50 + b.x - 1) / b.x, (30 + b.y - 1) / b.y), b, 0, A, B, C, 30, 50, 37); }
    ADD("matmul_tiled_bounded_40", "", matmul_tiled_bounded, dim3(3, 3), dim3(16, 16), 0, A, B, C, 40); ADD("matmul_tiled_bounded_16", "", matmul_tiled_bounded, 1, dim3(16, 16), 0, A, B, C, 16);
    ADD("aat_simple", "", aat_simple, dim3(2, 2), dim3(32, 32), 0, A, C, 64); ADD("aat_shared", "", aat_shared<0>, 1, dim3(32, 32), 0, A, C, 32); ADD("aat_padded", "", aat_shared<1>, 1, dim3(32, 32), 0, A, C, 32); ADD("ab_coalesced", "", ab_coalesced, 1, dim3(32, 32), 0, A, B, C, 32); }
  ADD("pitched_scale_512", "", pitched_scale, 1, 128, 0, (char*)C, 512, 100, 9); ADD("pitched_scale_400", "", pitched_scale, 1, 128, 0, (char*)C, 400, 100, 9); ADD("row_sums_33", "", row_sums, 2, 64, 0, C, in, 20, 33); ADD("row_sums_32", "", row_sums, 2, 64, 0, C, in, 20, 32);
  for (dim3 b : {dim3(16, 8), dim3(32, 2)}) { std::string s = S(S("", b.x) + "x", b.y); dim3 g((70 + b.x - 1) / b.x, (40 + b.y - 1) / b.y); ADD("stencil5_" + s, "", stencil5, g, b, 0, C, in, 70, 40); ADD("blur_" + s, "", blur, g, b, 0, C, in, 70, 40); }
  ADD("stencil7_8x8x4", "", stencil7, dim3(3, 3, 6), dim3(8, 8, 4), 0, C, in, 24); ADD("stencil7_16x4x2", "", stencil7, dim3(2, 6, 12), dim3(16, 4, 2), 0, C, in, 24); ADD("stencil_shared", "", stencil_shared, 4, 64, 0, C, in, 256);
  strided<float>("f32", 34); strided<signed char>("i8", 0); strided<short>("i16", 0); strided<double>("f64", 0); strided<float2>("f32x2", 0); strided<float4>("f32x4", 0); strided<uchar4>("u8x4", 0); strided<int3>("i32x3", 0);
#define SS(T) ADD("shared_struct_" #T, "", shared_struct<T>, 1, 64, 0, C, (const T*)A); ADD("shared_field_" #T, "", shared_field<T>, 1, 64, 0, C, (const T*)A)
  SS(S16); SS(S16a); SS(S20); SS(S24); SS(S24a); SS(S32a);
  ADD("shared_pairs", "", shared_pairs, 1, 64, 0, C, in); ADD("shared_threes", "", shared_threes, 1, 64, 0, C, in); ADD("shared_fours", "", shared_fours, 1, 64, 0, C, in); ADD("shared_rows", "", shared_rows, 1, 32, 0, C, in); ADD("shared_rows_padded", "", shared_rows_padded, 1, 32, 0, C, in);
  for (dim3 b : {dim3(32, 32), dim3(16, 16), dim3(32, 8), dim3(8, 32), dim3(20, 10)}) for (int p = 0; p < 5; ++p) ADD(U("tile_pad_" + S(S("", b.x) + "x", b.y), p), "", tile_pad, 1, b, (b.x + p) * b.y * 4, (int*)C, p);
  ADD("tile16_i32", "", (tile16<int, 0>), 1, dim3(16, 16), 0, (int*)C); ADD("tile16_i32_padded", "", (tile16<int, 1>), 1, dim3(16, 16), 0, (int*)C); ADD("tile16_f64", "", (tile16<double, 0>), 1, dim3(16, 16), 0, (double*)C); ADD("tile16_f64_padded", "", (tile16<double, 1>), 1, dim3(16, 16), 0, (double*)C); ADD("tile16_i16", "", (tile16<short, 0>), 1, dim3(16, 16), 0, (short*)C); ADD("tile16_i8", "", (tile16<signed char, 0>), 1, dim3(16, 16), 0, (signed char*)C);
  ADD("tile64", "", tile64, 1, dim3(64, 4), 0, (int*)C); ADD("tile_vec4", "", tile_vec4, 1, dim3(16, 16), 0, (float4*)C, (const float4*)A); ADD("tile_vec4_y", "", tile_vec4_y, 1, dim3(16, 16), 0, C, (const float4*)A);
  ADD("transpose_rows16", "", (transpose_rows<16, 0>), 1, dim3(16, 8), 0, C, in, 16); ADD("transpose_rows32", "", (transpose_rows<32, 0>), 1, dim3(32, 8), 0, C, in, 32); ADD("transpose_rows32_padded", "", (transpose_rows<32, 1>), 1, dim3(32, 8), 0, C, in, 32); ADD("transpose_rows64", "", (transpose_rows<64, 0>), 1, dim3(64, 8), 0, C, in, 64);
  ADD("reverse_static", "", reverse_static, 1, 64, 0, (int*)C, 64); ADD("reverse_dynamic", "", reverse_dynamic, 1, 64, 256, (int*)C, 64); ADD("histogram", "", histogram, 1, 128, 0, (int*)C, words, 1000);
  for (int b : {64, 256}) { ADD(U("sum_strided", b), "", sum_strided, 1, b, b * 4, in, C); ADD(U("sum_first_add", b), "", sum_first_add, 1, b, b * 4, in, C); ADD(U("sum_last_warp", b), "", sum_last_warp, 1, b, b * 4, in, C); ADD(U("sum_in_place", b), "", sum_in_place, 3, b, 0, B, C); }
  ADD("sum_volatile", "", sum_volatile, 1, 64, 256, in, C); ADD("sum_grid_stride", "", sum_grid_stride, 1, 128, 0, in, C, 1000); ADD("scan_double", "", scan_double, 1, 128, 1024, C, in, 128); ADD("scan_in_place", "", scan_in_place, 1, 128, 0, C, in); ADD("scan_tree", "", scan_tree<false>, 1, 128, 1024, C, in, 256); ADD("scan_tree_padded", "", scan_tree<true>, 1, 128, 1056, C, in, 256);
  struct { int mul, div, mod; } ci[] = {{1, 1, 1}, {1, 1, 3}, {1, 1, 5}, {1, 1, 7}, {1, 1, 31}, {1, 1, 32}, {2, 1, 64}, {1, 2, 32}, {1, 4, 32}, {1, 16, 32}, {1, 32, 32}};
  for (auto k : ci) { std::string s = S(S(S("_", k.mul) + "_", k.div) + "_", k.mod); ADD("const_none" + s, "", const_none, 2, 128, 0, C, k.mul, k.div, k.mod); ADD("const_index" + s, "", const_index, 2, 128, 0, C, k.mul, k.div, k.mod); ADD("const_index64" + s, "", const_index64, 2, 128, 0, (double*)C, k.mul, k.div, k.mod); ADD("const_index4" + s, "", const_index4, 2, 128, 0, (float4*)C, k.mul, k.div, k.mod); }
  for (int n : {0, 1, 20}) ADD(U("const_loop", n), "", const_loop, 2, 128, 0, C, n);
  ADD("const_fixed", "", const_fixed, 2, 128, 0, C, in); ADD("const_block", "", const_block, 2, 128, 0, C); for (int m : {1, 3, 4, 32}) ADD(U("const_masked", m), "", const_masked, 2, 128, 0, C, m);
  for (int n : {1000, 10000}) ADD(U("saxpy_grid", n), "", saxpy_grid, 4, 128, 0, C, in, 2.0f, n);
  ADD("chunk4", "", chunk4, 4, 128, 0, C, in); for (int n : {3, 4, 8}) ADD(U("chunk_run", n), "", chunk_run, 4, 128, 0, C, in, n);
  ADD("vec4_sum", "", vec4_sum, 4, 128, 0, C, (const float4*)A, 1000); ADD("vec2_scale", "", vec2_scale, 4, 128, 0, (float2*)C, 3.0f); ADD("uniform_array", "", uniform_array, 4, 128, 0, C, in, 23); ADD("uniform_block", "", uniform_block, 4, 128, 0, C, in); ADD("uniform_warp", "", uniform_warp, 4, 128, 0, C, in);
#define IO(K, ...) ADD(#K, "", K, 4, 128, 0, C, in, ##__VA_ARGS__)
  IO(load_twice); IO(load_between, B); IO(load_between_ro, B); IO(load_invariant, 6); IO(load_invariant_ro, 6); IO(load_dead); IO(store_twice); IO(store_twice_ro); IO(store_load); IO(store_sum, 6); IO(store_sum_ro, 6); IO(store_sum_fixed); IO(store_maximum, 6); IO(pointer_walk, 2048); IO(local_pick); IO(local_sort);
  ADD("shared_sum", "", shared_sum, 1, 128, 0, C, in, 6); ADD("compare_swap", "", compare_swap, 4, 128, 0, B + 65536, 1000);
  return run_main(argc, argv);
}
