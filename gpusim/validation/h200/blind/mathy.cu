#include "../../h100/blind/blind.cuh"
// one step of an LU factorisation: the trailing matrix and the column of multipliers
__global__ void lu_step(const float* m, float* next, float* mult, int n, int k) {
  int col = k + blockIdx.x * blockDim.x + threadIdx.x;
  int row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float f = m[row * n + k] / (m[k * n + k] + 1.0f);
  if (col == k)
    mult[row] = f;
  else
    next[row * n + col] = m[row * n + col] - f * m[k * n + col];
}
// red-black successive over-relaxation of a 32x32 tile with its halo kept in shared memory
#define TILE_W 32
__global__ void red_black(const float* guess, const float* rhs, float* u, int w, int sweeps, float omega) {
  __shared__ float s[TILE_W + 2][TILE_W + 2];
  const int base = blockIdx.y * TILE_W * w + blockIdx.x * TILE_W;
  for (int y = threadIdx.y; y < TILE_W + 2; y += blockDim.y)
    for (int x = threadIdx.x; x < TILE_W + 2; x += blockDim.x) s[y][x] = guess[base + y * w + x];
  for (int half = 0; half < 2 * sweeps; ++half) {
    __syncthreads();
    const int x = threadIdx.x + 1;
    for (int y = threadIdx.y + 1; y <= TILE_W; y += blockDim.y) {
      if (((x + y) & 1) != (half & 1)) continue;
      float avg = 0.25f * (s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1] - 0.001f * rhs[base + y * w + x]);
      s[y][x] += omega * (avg - s[y][x]);
    }
  }
  __syncthreads();
  for (int y = threadIdx.y + 1; y <= TILE_W; y += blockDim.y) u[base + y * w + threadIdx.x + 1] = s[y][threadIdx.x + 1];
}
// Thomas algorithm, one tridiagonal system per thread, systems interleaved
__global__ void thomas(const float* lower, const float* rhs, float* cp, float* x, int systems, int n) {
  int sys = blockIdx.x * blockDim.x + threadIdx.x;
  if (sys >= systems) return;
  float c = 0.0f, d = 0.0f;
  for (int i = 0; i < n; i++) {
    int at = i * systems + sys;
    float lo = i ? -lower[at] : 0.0f;
    float inv = 1.0f / (2.5f - lo * c);
    d = (rhs[at] - lo * d) * inv;
    c = -1.0f * inv;
    cp[at] = c;
    x[at] = d;
  }
  for (int i = n - 2; i >= 0; i--) {
    int at = i * systems + sys;
    d = x[at] - cp[at] * d;
    x[at] = d;
  }
}
// complex polynomial in double precision by Horner's rule
struct Cplx {
  double re, im;
  __device__ Cplx(double r, double i = 0.0) : re(r), im(i) {}
  __device__ Cplx operator*(const Cplx& o) const { return Cplx(re * o.re - im * o.im, re * o.im + im * o.re); }
  __device__ Cplx operator+(double r) const { return Cplx(re + r, im); }
  __device__ double norm() const { return sqrt(re * re + im * im); }
};
__global__ void horner_cx(const float2* pts, const float* coef, double2* val, int n, int degree) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += blockDim.x * gridDim.x) {
    float2 q = pts[i];
    Cplx z(2.0 * q.x - 1.0, 2.0 * q.y - 1.0), r(coef[degree]);
    for (int k = degree - 1; k >= 0; --k) r = r * z + (double)coef[k];
    val[i] = make_double2(r.re, r.norm() > 4.0 ? 4.0 : r.im);
  }
}
// points in the quarter circle, xorshift32 per thread
__device__ unsigned xorshift(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}
__global__ void mc_pi(const unsigned* seeds, int* total, int* per_warp, int tries) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = seeds[tid] | 1u;
  int inside = 0;
  do {
    float x = (xorshift(state) >> 8) * (1.0f / 16777216.0f);
    float y = (xorshift(state) >> 8) * (1.0f / 16777216.0f);
    unsigned who = __ballot_sync(0xffffffffu, x * x + y * y <= 1.0f);
    inside += __popc(who);
  } while (--tries > 0);
  if (tid % 32 == 0) {
    per_warp[tid / 32] = inside;
    atomicAdd(total, inside);
  }
}
// batched 4x4 inverses by Gauss-Jordan, one matrix per thread
struct Mat4 {
  float e[4][4];
  __device__ void load(const float4* p) {
    for (int r = 0; r < 4; r++) {
      float4 v = p[r];
      e[r][0] = v.x; e[r][1] = v.y; e[r][2] = v.z; e[r][3] = v.w;
      e[r][r] += 4.0f;
    }
  }
  __device__ void invert() {
#pragma unroll
    for (int k = 0; k < 4; k++) {
      float inv = 1.0f / e[k][k];
      e[k][k] = 1.0f;
#pragma unroll
      for (int j = 0; j < 4; j++) e[k][j] *= inv;
#pragma unroll
      for (int r = 0; r < 4; r++) {
        if (r == k) continue;
        float f = e[r][k];
        e[r][k] = 0.0f;
#pragma unroll
        for (int j = 0; j < 4; j++) e[r][j] -= f * e[k][j];
      }
    }
  }
};
__global__ void inverse4(const float4* in, float4* out, int count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < count) {
    Mat4 m;
    m.load(in + 4 * id);
    m.invert();
    for (int r = 0; r < 4; r++) out[4 * id + r] = make_float4(m.e[r][0], m.e[r][1], m.e[r][2], m.e[r][3]);
  }
}
// one-dimensional convolution, filter in constant memory, halo in dynamic shared memory
__constant__ float taps[33];
__global__ void conv_taps(const float* sig, float* res, int n, int radius) {
  extern __shared__ float line[];
  int first = (int)(blockIdx.x * blockDim.x) - radius;
  for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x) {
    int g = first + k;
    line[k] = (g < 0 || g >= n) ? 0.0f : sig[g];
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float acc = 0.0f;
  for (int k = -radius; k <= radius; k++) acc += taps[radius + k] * line[threadIdx.x + radius + k];
  res[i] = acc;
}
// words that hold a given byte: hits per line of `width` bytes, first hit and number of words per group of 32 words
__global__ void find_byte(const unsigned* text, int words, unsigned key, int width, int* line_hits, int* group) {
  const int lane = threadIdx.x & 31;
  const unsigned pat = key * 0x01010101u;
  for (int w = blockIdx.x * blockDim.x + threadIdx.x; w - lane < words; w += gridDim.x * blockDim.x) {
    unsigned v = w < words ? text[w] ^ pat : 0xffffffffu;
    unsigned zero = (v - 0x01010101u) & ~v & 0x80808080u;
    unsigned who = __ballot_sync(0xffffffffu, zero != 0);
    if (who == 0) continue;
    if (zero) {
      int pos = 4 * w + ((__ffs(zero) - 1) >> 3);
      atomicAdd(&line_hits[pos / width], 1 + pos % width);
    }
    if (lane == 0) group[w >> 5] = (31 - __clz(who & (0u - who))) * 64 + __popc(who);
  }
}
int main() {
  fill();
  float h[33];
  for (int k = 0; k < 33; k++) h[k] = 1.0f / (1 + (k - 16) * (k - 16));
  cudaMemcpyToSymbol(taps, h, sizeof(h));
  run("lu_step", lu_step, dim3(10, 38), dim3(32, 8), 0, {A, O, Q, 300, 3});
  run("lu_step", lu_step, dim3(63, 63), dim3(16, 16), 0, {A, O, Q, 1200, 200});
  run("red_black", red_black, dim3(6, 5), dim3(32, 8), 0, {A, A, O, 6 * 32 + 2, 3, 1.2f});
  run("red_black", red_black, dim3(16, 20), dim3(32, 4), 0, {A, A, O, 16 * 32 + 2, 5, 1.0f});
  run("thomas", thomas, 32, 64, 0, {A, A, Q, O, 2000, 50});
  run("thomas", thomas, 157, 128, 0, {A, A, Q, O, 20000, 90});
  run("horner_cx", horner_cx, 40, 128, 0, {A, A, O, 20000, 12});
  run("horner_cx", horner_cx, 200, 256, 0, {A, A, O, 150000, 25});
  run("mc_pi", mc_pi, 40, 64, 0, {I, O, Q, 100});
  run("mc_pi", mc_pi, 128, 256, 0, {I, O, Q, 50});
  run("inverse4", inverse4, (10000 + 127) / 128, 128, 0, {A, O, 10000});
  run("inverse4", inverse4, (100000 + 255) / 256, 256, 0, {A, O, 100000});
  run("conv_taps", conv_taps, (50000 + 127) / 128, 128, 4 * (128 + 2 * 4), {A, O, 50000, 4});
  run("conv_taps", conv_taps, (400000 + 255) / 256, 256, 4 * (256 + 2 * 16), {A, O, 400000, 16});
  run("find_byte", find_byte, 64, 256, 0, {I, 100001, 65, 80, O, Q});
  run("find_byte", find_byte, 300, 128, 0, {I, 1000000, 32, 1000, O, Q});
}
