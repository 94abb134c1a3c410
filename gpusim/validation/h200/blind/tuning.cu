#include "../../h100/blind/blind.cuh"
__inline__ __device__ float warp_sum(float v) {
  for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(0xffffffff, v, off);
  return v;
}
// grid-stride loop, unrolled, then a reduction with shuffles
__global__ void dot_shuffle(const float* x, const int* weight, float* partial, int n) {
  __shared__ float warp_part[32];
  float acc = 0.f;
  int stride = gridDim.x * blockDim.x;
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) acc += x[i] * (float)weight[i];
  acc = warp_sum(acc);
  int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  if (lane == 0) warp_part[wid] = acc;
  __syncthreads();
  if (wid == 0) {
    acc = lane < (blockDim.x >> 5) ? warp_part[lane] : 0.f;
    acc = warp_sum(acc);
    if (lane == 0) partial[blockIdx.x] = acc;
  }
}
// 64x64 tile per block, 4x4 per thread, double-buffered shared memory
__global__ void __launch_bounds__(256) sgemm_4x4(const float* a, const float* b, float* c, int n) {
  __shared__ __align__(16) float sa[2][8][64];
  __shared__ __align__(16) float sb[2][8][64];
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  const int ar = t >> 2, ak = (t & 3) * 2, bk = t >> 5, bc = (t & 31) * 2;
  float acc[4][4] = {};
  float2 la = *(const float2*)(a + (row0 + ar) * n + ak);
  float2 lb = *(const float2*)(b + bk * n + col0 + bc);
  sa[0][ak][ar] = la.x;
  sa[0][ak + 1][ar] = la.y;
  *(float2*)&sb[0][bk][bc] = lb;
  __syncthreads();
  int cur = 0;
  for (int k0 = 8; k0 <= n; k0 += 8) {
    if (k0 < n) {
      la = *(const float2*)(a + (row0 + ar) * n + k0 + ak);
      lb = *(const float2*)(b + (k0 + bk) * n + col0 + bc);
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
      float ra[4], rb[4];
#pragma unroll
      for (int i = 0; i < 4; i++) { ra[i] = sa[cur][k][ty * 4 + i]; rb[i] = sb[cur][k][tx * 4 + i]; }
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) acc[i][j] += ra[i] * rb[j];
    }
    if (k0 < n) {
      sa[cur ^ 1][ak][ar] = la.x;
      sa[cur ^ 1][ak + 1][ar] = la.y;
      *(float2*)&sb[cur ^ 1][bk][bc] = lb;
    }
    __syncthreads();
    cur ^= 1;
  }
  for (int i = 0; i < 4; i++)
    *(float4*)(c + (row0 + ty * 4 + i) * n + col0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
// 2x2 results per thread, any size, guards at the edges
template <int TILE>
__global__ void tile_mul(const float* m, const float* v, float* r, int rows, int inner, int cols) {
  __shared__ float ms[2 * TILE][TILE + 1];
  __shared__ float vs[TILE][2 * TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int c0 = blockIdx.x * 2 * TILE + x, r0 = blockIdx.y * 2 * TILE + y;
  float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int base = 0; base < inner; base += TILE) {
    for (int h = 0; h < 2; h++) {
      int rr = r0 + h * TILE, cc = c0 + h * TILE;
      ms[y + h * TILE][x] = (rr < rows && base + x < inner) ? m[rr * inner + base + x] : 0.0f;
      vs[y][x + h * TILE] = (cc < cols && base + y < inner) ? v[(base + y) * cols + cc] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
      float m0 = ms[y][k], m1 = ms[y + TILE][k], v0 = vs[k][x], v1 = vs[k][x + TILE];
      s00 += m0 * v0;
      s01 += m0 * v1;
      s10 += m1 * v0;
      s11 += m1 * v1;
    }
    __syncthreads();
  }
  if (r0 < rows && c0 < cols) r[r0 * cols + c0] = s00;
  if (r0 < rows && c0 + TILE < cols) r[r0 * cols + c0 + TILE] = s01;
  if (r0 + TILE < rows && c0 < cols) r[(r0 + TILE) * cols + c0] = s10;
  if (r0 + TILE < rows && c0 + TILE < cols) r[(r0 + TILE) * cols + c0 + TILE] = s11;
}
// inclusive prefix sum of each row, one warp a row
__global__ void scan_rows(const int* in, int* out, unsigned rows, unsigned cols) {
  unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  unsigned lane = threadIdx.x % warpSize;
  if (warp >= rows) return;
  const int* src = in + warp * cols;
  int* dst = out + warp * cols;
  int carry = 0;
  for (unsigned base = 0; base < cols; base += warpSize) {
    unsigned c = base + lane;
    int v = c < cols ? src[c] & 1023 : 0;
    for (unsigned d = 1; d < 32; d <<= 1) {
      int u = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += u;
    }
    v += carry;
    if (c < cols) dst[c] = v;
    carry = __shfl_sync(~0u, v, 31);
  }
}
// colour histogram, several private copies in dynamic shared memory
__global__ void hist_private(const unsigned char* img, unsigned* hist, int pixels, int copies) {
  extern __shared__ unsigned bins[];
  for (int i = threadIdx.x; i < 256 * copies; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  unsigned* mine = bins + 256 * ((threadIdx.x / 32) % copies);
  const uchar4* px = reinterpret_cast<const uchar4*>(img);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x) {
    uchar4 c = px[i];
    atomicAdd(&mine[c.x], 1u);
    atomicAdd(&mine[c.y], 1u);
    atomicAdd(&mine[c.z], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned total = 0;
    for (int k = 0; k < copies; k++) total += bins[k * 256 + i];
    if (total) atomicAdd(&hist[i], total);
  }
}
// branches that split warps (shift 0..4) or not (shift 5), then selects
__global__ void diverge(const float* in, float* out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if ((threadIdx.x >> shift) & 1) {
    for (int k = 0; k < 6; k++) x = sqrtf(x + k);
  } else {
    int left = 10;
    while (left--) {
      x = x * 0.97f + 0.03f;
      if (x > 0.95f) break;
    }
  }
  float y = x > 1.0f ? x - 1.0f : x;
  y = (i & 4) ? -y : y;
  out[i] = y;
}
// float4 loads and stores with a scalar tail
__global__ void __launch_bounds__(128, 8) axpy_vec4(float alpha, const float* x, float* y, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int quads = n >> 2;
  const float4* x4 = reinterpret_cast<const float4*>(x);
  float4* y4 = reinterpret_cast<float4*>(y);
  for (int q = tid; q < quads; q += gridDim.x * blockDim.x) {
    float4 u = x4[q], w = y4[q];
    w.x = fmaf(alpha, u.x, w.x);
    w.y = fmaf(alpha, u.y, w.y);
    w.z = fmaf(alpha, u.z, w.z);
    w.w = fmaf(alpha, u.w, w.w);
    y4[q] = w;
  }
  int r = quads * 4 + tid;
  if (r < n) y[r] = fmaf(alpha, x[r], y[r]);
}
// time steps inside shared memory, two buffers swapped; the size of the segment limits the occupancy
__global__ void heat_steps(const float* start, float* end, int width, int steps) {
  extern __shared__ float cells[];
  float *now = cells, *next = cells + width;
  const float* from = start + (size_t)blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) now[i] = from[i];
  __syncthreads();
  do {
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
      float left = i > 0 ? now[i - 1] : now[i];
      float right = i < width - 1 ? now[i + 1] : now[i];
      next[i] = now[i] + 0.2f * (left - 2.0f * now[i] + right);
    }
    __syncthreads();
    float* tmp = now;
    now = next;
    next = tmp;
  } while (--steps > 0);
  for (int i = threadIdx.x; i < width; i += blockDim.x) end[(size_t)blockIdx.x * width + i] = now[i];
}
int main() {
  fill();
  run("dot_shuffle", dot_shuffle, 64, 256, 0, {A, I, O, 200000});
  run("dot_shuffle", dot_shuffle, 264, 512, 0, {A, I, O, 1 << 22});
  for (int n : {128, 256}) run("sgemm_4x4", sgemm_4x4, dim3(n / 64, n / 64), dim3(16, 16), 0, {A, A, O, n});
  run("tile_mul<16>", tile_mul<16>, dim3(4, 4), dim3(16, 16), 0, {A, A, O, 100, 100, 100});
  run("tile_mul<16>", tile_mul<16>, dim3(12, 10), dim3(16, 16), 0, {A, A, O, 300, 150, 370});
  run("scan_rows", scan_rows, 25, 128, 0, {I, O, 100, 500});
  run("scan_rows", scan_rows, 250, 256, 0, {I, O, 2000, 333});
  run("hist_private", hist_private, 32, 256, 4 * 256 * 2, {I, O, 100000, 2});
  run("hist_private", hist_private, 264, 512, 4 * 256 * 8, {I, O, 2000000, 8});
  run("diverge", diverge, (100000 + 127) / 128, 128, 0, {A, O, 100000, 0});
  run("diverge", diverge, (900001 + 255) / 256, 256, 0, {A, O, 900001, 5});
  run("axpy_vec4", axpy_vec4, 100, 128, 0, {2.5f, A, O, 100003});
  run("axpy_vec4", axpy_vec4, 2000, 96, 0, {-0.75f, A, O, 4000001});
  run("heat_steps", heat_steps, 300, 256, 4 * 2 * 1000, {A, O, 1000, 5});
  run("heat_steps", heat_steps, 200, 128, 4 * 2 * 5000, {A, O, 5000, 3});
}
