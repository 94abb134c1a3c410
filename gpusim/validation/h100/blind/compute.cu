#include "blind.cuh"
__global__ void __launch_bounds__(256, 4) gemm_reg(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float as[8][64], bs[8][64];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16, br = blockIdx.y * 64, bc = blockIdx.x * 64;
  float acc[4][4] = {0};
  for (int k = 0; k < n; k += 8) {
    for (int i = threadIdx.x; i < 512; i += 256) {
      as[i % 8][i / 8] = a[(br + i / 8) * n + k + i % 8];
      bs[i / 64][i % 64] = b[(k + i / 64) * n + bc + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < 8; e++) {
      float x[4], y[4];
      for (int i = 0; i < 4; i++) { x[i] = as[e][ty * 4 + i]; y[i] = bs[e][tx * 4 + i]; }
      for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) acc[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) c[(br + ty * 4 + i) * n + bc + tx * 4 + j] = acc[i][j];
}
__global__ void nbody(const float4* p, float4* acc, int n) {
  __shared__ float4 t[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = p[i]; float3 s = make_float3(0, 0, 0);
  for (int k = 0; k < n; k += blockDim.x) {
    t[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float dx = t[j].x - me.x, dy = t[j].y - me.y, dz = t[j].z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = t[j].w * r * r * r;
      s.x += dx * w; s.y += dy * w; s.z += dz * w;
    }
    __syncthreads();
  }
  acc[i] = make_float4(s.x, s.y, s.z, 0);
}
__global__ void mandel(int* out, int w, float scale, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
  float cx = x * scale - 2.0f, cy = y * scale - 1.5f, zx = 0, zy = 0;
  while (k < most && zx * zx + zy * zy < 4.0f) { float t = zx * zx - zy * zy + cx; zy = 2.0f * zx * zy + cy; zx = t; k++; }
  out[y * w + x] = k;
}
__global__ void options(const float* s, const float* k, float* call, float* put, float r, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float S = s[i] * 50.0f + 10.0f, X = k[i] * 40.0f + 20.0f, T = 1.0f;
  float q = sqrtf(T), d1 = (logf(S / X) + (r + 0.5f * v * v) * T) / (v * q), d2 = d1 - v * q;
  float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f), e = expf(-r * T);
  call[i] = S * n1 - X * e * n2;
  put[i] = X * e * (1.0f - n2) - S * (1.0f - n1);
}
__global__ void pi_count(int* hits, int tries) {
  unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1; int c = 0;
  for (int k = 0; k < tries; k++) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5; float x = s * 2.3283064e-10f;
    s ^= s << 13; s ^= s >> 17; s ^= s << 5; float y = s * 2.3283064e-10f;
    if (x * x + y * y <= 1.0f) c++;
  }
  atomicAdd(hits, c);
}
int main() {
  fill();
  for (int n : {256, 512}) run("gemm_reg", gemm_reg, dim3(n / 64, n / 64), 256, 0, {A, A, O, n});
  for (int n : {1024, 4096}) run("nbody", nbody, n / 128, 128, 0, {A, O, n});
  for (int n : {128, 512}) run("mandel", mandel, dim3(n / 16, n / 16), dim3(16, 16), 0, {O, n, 3.0f / n, 200});
  for (int n : {1 << 14, 1 << 20}) run("options", options, n / 256, 256, 0, {A, I, O, Q, 0.02f, 0.3f, n});
  for (int n : {132, 1056}) run("pi_count", pi_count, n, 256, 0, {O, 100});
}
