#include "blind.cuh"
__global__ void hist_warp(const unsigned char* in, int* out, int n) {
  __shared__ int h[8][256];
  int w = threadIdx.x / 32;
  for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x) ((int*)h)[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[w][in[i]], 1);
  __syncthreads();
  int s = 0;
  for (int k = 0; k < 8; k++) s += h[k][threadIdx.x];
  atomicAdd(&out[threadIdx.x], s);
}
__global__ void spmv_scalar(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int j = ptr[r]; j < ptr[r + 1]; j++) s += val[j] * x[col[j] & 16383];
    y[r] = s;
  }
}
__global__ void spmv_vector(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
  int lane = threadIdx.x & 31, r = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
  if (r < rows) {
    float s = 0;
    int e = ptr[r + 1];
    for (int j = ptr[r] + lane; j < e; j += 32) s += val[j] * x[col[j] & 16383];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (!lane) y[r] = s;
  }
}
struct Mat4 { float m[4][4]; };
__global__ void mul4x4(const Mat4* a, const Mat4* b, Mat4* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Mat4 x = a[i], y = b[i], z;
  for (int r = 0; r < 4; r++)
    for (int k = 0; k < 4; k++) {
      float s = 0;
      for (int j = 0; j < 4; j++) s += x.m[r][j] * y.m[j][k];
      z.m[r][k] = s;
    }
  c[i] = z;
}
__global__ void bitonic(const float* in, float* out) {
  __shared__ float s[512];
  int t = threadIdx.x, base = blockIdx.x * 512;
  s[t] = in[base + t];
  s[t + 256] = in[base + t + 256];
  for (int k = 2; k <= 512; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      bool up = (i & k) == 0;
      float a = s[i], b = s[i + j];
      if ((a > b) == up) { s[i] = b; s[i + j] = a; }
    }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + 256] = s[t + 256];
}
struct Vec3 { float x, y, z; };
__global__ void particles(Vec3* pos, const Vec3* vel, const float* mass, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec3 p = pos[i], v = vel[i];
  float m = dt / (mass[i] + 1.0f);
  p.x += v.x * m; p.y += v.y * m; p.z += v.z * m;
  if (p.x < 0.0f) p.x = -p.x;
  pos[i] = p;
}
int main() {
  fill();
  for (int n : {1 << 16, 1 << 22}) run("hist_warp", hist_warp, 132, 256, 0, {I, O, n});
  for (int n : {4000, 100000}) {
    run("spmv_scalar", spmv_scalar, (n + 127) / 128, 128, 0, {P, I, A, A, O, n});
    run("spmv_vector", spmv_vector, (n + 7) / 8, 256, 0, {P, I, A, A, O, n});
    run("mul4x4", mul4x4, (n + 255) / 256, 256, 0, {A, A, O, n});
    run("particles", particles, (n + 255) / 256, 256, 0, {O, A, A, 0.01f, n});
  }
  for (int n : {64, 2048}) run("bitonic", bitonic, n, 256, 0, {A, O});
}
