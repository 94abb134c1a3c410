#include "blind.cuh"
__constant__ int lut[256];
__global__ void threshold(const unsigned char* in, unsigned char* out, int n, int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > t ? 255 : in[i] / 2;
}
__global__ void mix16(const short* a, const short* b, short* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int s = a[i] + b[i];
    out[i] = s > 32767 ? 32767 : s < -32768 ? -32768 : s;
  }
}
__global__ void rows4(const float4* in, float* out, int pitch, int w) {
  const float4* row = in + blockIdx.x * pitch;
  float s = 0;
  for (int i = threadIdx.x; i < w; i += blockDim.x) { float4 v = row[i]; s += v.x * v.y + v.z * v.w; }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void lookup(const int* in, int* out, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = lut[in[i] & mask] + in[i];
}
__global__ void digits(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int cnt[10] = {0}, v = in[i];
  while (v > 0) { cnt[v % 10]++; v /= 10; }
  int best = 0;
  for (int k = 1; k < 10; k++) if (cnt[k] > cnt[best]) best = k;
  out[i] = best * 16 + cnt[best];
}
__global__ void poly64(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = in[i], s = 0.0;
  for (int k = 0; k < 16; k++) s = s * x + 1.0 / (k + 1);
  out[i] = sqrt(s * s + 1.0) / (x + 2.0);
}
__global__ void permute(const float* in, float* out, int a, int b, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a * b * c) return;
  int z = i % c, y = i / c % b, x = i / (c * b);
  out[(z * b + y) * a + x] = in[i];
}
__global__ void gcds(const int* in, int* out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = in[i] % m, b = in[i + 1] % m;
  while (b != 0) { int t = a % b; a = b; b = t; }
  out[i] = a;
}
__global__ void compact(const float* in, float* out, int* count, float t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > t) out[atomicAdd(count, 1)] = in[i];
}
int main() {
  fill();
  for (int n : {1 << 16, 1 << 20}) {
    run("threshold", threshold, n / 256, 256, 0, {I, O, n, 100});
    run("mix16", mix16, 264, 256, 0, {I, A, O, n});
    run("lookup", lookup, n / 256, 256, 0, {I, O, 15});
    run("digits", digits, n / 128, 128, 0, {I, O, n});
    run("poly64", poly64, n / 256, 256, 0, {A, O, n});
    run("permute", permute, n / 256, 256, 0, {A, O, n / 1024, 16, 64});
    run("gcds", gcds, n / 256, 256, 0, {I, O, 1000});
    run("compact", compact, n / 256, 256, 0, {A, O, Q, 0.5f, n});
  }
  for (int n : {264, 2048}) run("rows4", rows4, n, 128, 0, {A, O, 251, 250});
}
