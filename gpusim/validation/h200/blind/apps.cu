#include "../../h100/blind/blind.cuh"

// ---- bilateral filter, radius 2, clamped borders
__device__ inline int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

__global__ void bilateral5(const float* __restrict__ src, float* __restrict__ dst, int w, int h, float inv2ss, float inv2sr) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float center = src[y * w + x];
  float sum = 0.0f, norm = 0.0f;
  for (int dy = -2; dy <= 2; ++dy) {
    const int yy = clampi(y + dy, 0, h - 1);
    for (int dx = -2; dx <= 2; ++dx) {
      const int xx = clampi(x + dx, 0, w - 1);
      const float v = src[yy * w + xx];
      const float diff = v - center;
      const float wt = __expf(-(dx * dx + dy * dy) * inv2ss - diff * diff * inv2sr);
      sum += wt * v;
      norm += wt;
    }
  }
  dst[y * w + x] = sum / norm;
}

// ---- lattice Boltzmann D2Q9, pull scheme, periodic, structure of arrays
__global__ void lbm_d2q9(const float* f, float* g, int nx, int ny, float omega) {
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = blockIdx.y;
  if (x < nx) {
    int cells = nx * ny;
    float fi[9], rho = 0.f, ux = 0.f, uy = 0.f;
#pragma unroll
    for (int q = 0; q < 9; q++) {
      int xs = x - cx[q], ys = y - cy[q];
      if (xs < 0) xs += nx;
      if (xs >= nx) xs -= nx;
      if (ys < 0) ys += ny;
      if (ys >= ny) ys -= ny;
      fi[q] = f[q * cells + ys * nx + xs] + 0.01f;
      rho += fi[q];
      ux += cx[q] * fi[q];
      uy += cy[q] * fi[q];
    }
    ux /= rho;
    uy /= rho;
    float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; q++) {
      float cu = 3.f * (cx[q] * ux + cy[q] * uy);
      float feq = wt[q] * rho * (1.f + cu + 0.5f * cu * cu - usq);
      g[q * cells + y * nx + x] = fi[q] + omega * (feq - fi[q]);
    }
  }
}

// ---- XTEA in counter mode
__device__ uint2 xtea_block(uint2 v, const unsigned key[4], int rounds) {
  unsigned sum = 0;
  const unsigned delta = 0x9E3779B9u;
  for (int r = 0; r < rounds; r++) {
    v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + key[sum & 3]);
    sum += delta;
    v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + key[(sum >> 11) & 3]);
  }
  return v;
}

__global__ void xtea_ctr(const uint2* plain, const unsigned* keys, uint2* cipher, int n, int rounds) {
  unsigned key[4];
  for (int k = 0; k < 4; k++) key[k] = keys[k];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += gridDim.x * blockDim.x) {
    uint2 ctr = make_uint2(i, 0xC0FFEEu);
    uint2 ks = xtea_block(ctr, key, rounds);
    uint2 p = plain[i];
    cipher[i] = make_uint2(p.x ^ ks.x, p.y ^ ks.y);
  }
}

// ---- JPEG like 8x8 DCT and quantisation, one 8x8 block of threads per tile
__constant__ unsigned char lumaQuant[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

__global__ void dct8x8_quant(const float* img, short* coef, int pitch) {
  __shared__ float basis[8][8];
  __shared__ float pix[8][9];
  __shared__ float tmp[8][9];
  int tx = threadIdx.x, ty = threadIdx.y;
  float scale = ty == 0 ? 0.35355339f : 0.5f;
  basis[ty][tx] = scale * cospif((2 * tx + 1) * ty / 16.0f);
  size_t pos = (size_t)(blockIdx.y * 8 + ty) * pitch + blockIdx.x * 8 + tx;
  pix[ty][tx] = img[pos] * 255.0f - 128.0f;
  __syncthreads();
  float acc = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; k++) acc += pix[ty][k] * basis[tx][k];
  tmp[ty][tx] = acc;
  __syncthreads();
  acc = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; k++) acc += basis[ty][k] * tmp[k][tx];
  coef[pos] = (short)__float2int_rn(acc / lumaQuant[ty * 8 + tx]);
}

// ---- layer norm over the last dimension, vectorised, one block per row
__inline__ __device__ float warpSum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}

__inline__ __device__ float blockSum(float v, float* sh) {
  int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  v = warpSum(v);
  __syncthreads();
  if (lane == 0) sh[wid] = v;
  __syncthreads();
  v = lane < (int)(blockDim.x >> 5) ? sh[lane] : 0.0f;
  return warpSum(v);
}

__global__ void layernorm_vec4(const float4* __restrict__ x, const float4* __restrict__ gamma, const float4* __restrict__ beta, float4* __restrict__ y, int d4, float eps) {
  __shared__ float sh[32];
  const float4* row = x + (size_t)blockIdx.x * d4;
  float s = 0.0f, s2 = 0.0f;
  for (int i = threadIdx.x; i < d4; i += blockDim.x) {
    float4 v = row[i];
    s += v.x + v.y + v.z + v.w;
    s2 += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  s = blockSum(s, sh);
  s2 = blockSum(s2, sh);
  float mean = s / (4 * d4);
  float inv = rsqrtf(s2 / (4 * d4) - mean * mean + eps);
  for (int i = threadIdx.x; i < d4; i += blockDim.x) {
    float4 v = row[i], g = gamma[i], b = beta[i];
    v.x = (v.x - mean) * inv * g.x + b.x;
    v.y = (v.y - mean) * inv * g.y + b.y;
    v.z = (v.z - mean) * inv * g.z + b.z;
    v.w = (v.w - mean) * inv * g.w + b.w;
    y[(size_t)blockIdx.x * d4 + i] = v;
  }
}

// ---- Smith-Waterman score, one block per pair, one thread per query letter, anti-diagonals in shared memory
__global__ void sw_wavefront(const int* query, const int* target, int* score, int m) {
  extern __shared__ int diag[];
  __shared__ int best;
  const int len = blockDim.x, t = threadIdx.x;
  int* prev2 = diag;
  int* prev = diag + len + 1;
  int* cur = diag + 2 * (len + 1);
  for (int i = t; i < 3 * (len + 1); i += len) diag[i] = 0;
  if (t == 0) best = 0;
  int c = query[blockIdx.x * len + t] & 3, mine = 0;
  const int* tgt = target + blockIdx.x * m;
  __syncthreads();
  for (int d = 0; d < len + m - 1; d++) {
    int j = d - t;
    if (j >= 0 && j < m) {
      int sub = c == ((tgt[j] >> 2) & 3) ? 2 : -1;
      int h = max(max(0, prev2[t] + sub), max(prev[t], prev[t + 1]) - 1);
      cur[t + 1] = h;
      mine = max(mine, h);
    }
    __syncthreads();
    int* old = prev2;
    prev2 = prev;
    prev = cur;
    cur = old;
  }
  atomicMax(&best, mine);
  __syncthreads();
  if (t == 0) score[blockIdx.x] = best;
}

// ---- depthwise 3x3 convolution, folded batch norm, relu6; NCHW, zero padding
template <int STRIDE>
__global__ void dwconv3_bn_relu(const float* in, const float* weight, const float* bn, float* out, int H, int W, int OH, int OW) {
  int ox = blockIdx.x * blockDim.x + threadIdx.x;
  int oy = blockIdx.y * blockDim.y + threadIdx.y;
  int ch = blockIdx.z;
  if (ox >= OW || oy >= OH) return;
  const float* plane = in + ch * H * W;
  const float* k = weight + ch * 9;
  float acc = 0.f;
#pragma unroll
  for (int r = 0; r < 3; r++) {
    int iy = oy * STRIDE + r - 1;
    if (iy < 0 || iy >= H) continue;
#pragma unroll
    for (int s = 0; s < 3; s++) {
      int ix = ox * STRIDE + s - 1;
      if (ix >= 0 && ix < W) acc = fmaf(plane[iy * W + ix], __ldg(&k[r * 3 + s]), acc);
    }
  }
  acc = acc * bn[2 * ch] + bn[2 * ch + 1];
  out[(ch * OH + oy) * OW + ox] = fminf(fmaxf(acc, 0.f), 6.f);
}

// ---- Porter-Duff "over" of two RGBA images
__device__ __forceinline__ unsigned char mix(unsigned f, unsigned b, unsigned a) {
  unsigned t = f * a + b * (255u - a) + 128u;
  return (unsigned char)((t + (t >> 8)) >> 8);
}

__global__ void blend_over(const uchar4* fg, const uchar4* bg, uchar4* out, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) {
    uchar4 f = fg[i], b = bg[i];
    unsigned a = f.z;
    if (a == 255u) {
      out[i] = f;
    } else {
      uchar4 r;
      r.x = mix(f.x, b.x, a);
      r.y = mix(f.y, b.y, a);
      r.z = mix(f.z, b.z, a);
      r.w = (unsigned char)(a + (b.w * (255u - a)) / 255u);
      out[i] = r;
    }
  }
}

int main() {
  fill();
  run("bilateral5", bilateral5, dim3(10, 8), dim3(16, 16), 0, {A, O, 160, 120, 0.125f, 12.5f});
  run("bilateral5", bilateral5, dim3(10, 38), dim3(32, 4), 0, {A, O, 300, 151, 0.08f, 50.0f});
  run("lbm_d2q9", lbm_d2q9, dim3(1, 96), 128, 0, {A, O, 128, 96, 1.2f});
  run("lbm_d2q9", lbm_d2q9, dim3(5, 200), 64, 0, {A, O, 290, 200, 0.9f});
  run("xtea_ctr", xtea_ctr, 79, 256, 0, {A, I, O, 20000, 32});
  run("xtea_ctr", xtea_ctr, 132, 128, 0, {I, A, O, 40000, 12});
  run("dct8x8_quant", dct8x8_quant, dim3(32, 16), dim3(8, 8), 0, {A, O, 256});
  run("dct8x8_quant", dct8x8_quant, dim3(60, 40), dim3(8, 8), 0, {A, O, 500});
  run("layernorm_vec4", layernorm_vec4, 96, 256, 0, {A, A, A, O, 192, 1e-5f});
  run("layernorm_vec4", layernorm_vec4, 700, 64, 0, {A, A, A, O, 100, 1e-6f});
  run("sw_wavefront", sw_wavefront, 8, 128, 3 * 129 * 4, {I, I, O, 200});
  run("sw_wavefront", sw_wavefront, 40, 64, 3 * 65 * 4, {I, I, O, 100});
  run("dwconv3_bn_relu<1>", dwconv3_bn_relu<1>, dim3(4, 7, 32), dim3(16, 8), 0, {A, A, A, O, 56, 56, 56, 56});
  run("dwconv3_bn_relu<2>", dwconv3_bn_relu<2>, dim3(1, 15, 48), dim3(64, 4), 0, {A, A, A, O, 113, 113, 57, 57});
  run("blend_over", blend_over, 64, 256, 0, {I, A, O, 50001});
  run("blend_over", blend_over, 400, 192, 0, {A, I, O, 600000});
}
