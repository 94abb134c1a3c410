// How often a loop of unknown length, with two barriers, is copied if it holds a loop of R iterations:
// F is 0 for a plain loop, 1 for one with #pragma unroll, 2 for one in a device function, 3 for its iterations
// written out. A row of inner.txt is F, R and half of the STS in the machine code:
//
//   nvcc -O3 -arch=sm_90 -cubin -o inner.cubin inner.cu && cuobjdump -sass inner.cubin
template <int R> __device__ float dot(const float* a, const float* b) {
  float v = 0;
  for (int e = 0; e < R; ++e) v = v * a[e] + b[e * 32];
  return v;
}
template <int F, int R> __global__ void inner(float* o, const float* a, const float* b, int n) {
  __shared__ float s[1024], r[1024];
  int t = threadIdx.x;
  float v = 0;
  for (int m = 0; m < n; ++m) {
    s[t] = a[m * 32 + t];
    r[t] = b[m * n + t];
    __syncthreads();
    if (F == 0) for (int e = 0; e < R; ++e) v += s[t / 32 * 32 + e] * r[e * 32 + t % 32];
    if (F == 1)
#pragma unroll
      for (int e = 0; e < R; ++e) v += s[t / 32 * 32 + e] * r[e * 32 + t % 32];
    if (F == 2) v += dot<R>(s + t / 32 * 32, r + t % 32);
    if (F == 3) {
      v += s[t / 32 * 32] * r[t % 32];
      if (R > 1) v += s[t / 32 * 32 + 1] * r[32 + t % 32];
      if (R > 2) v += s[t / 32 * 32 + 2] * r[64 + t % 32];
      if (R > 3) v += s[t / 32 * 32 + 3] * r[96 + t % 32];
      if (R > 4) v += s[t / 32 * 32 + 4] * r[128 + t % 32];
      if (R > 5) v += s[t / 32 * 32 + 5] * r[160 + t % 32];
      if (R > 6) v += s[t / 32 * 32 + 6] * r[192 + t % 32];
      if (R > 7) v += s[t / 32 * 32 + 7] * r[224 + t % 32];
    }
    __syncthreads();
  }
  o[blockIdx.x * 256 + t] = v;
}
#define ONE(F, R) template __global__ void inner<F, R>(float*, const float*, const float*, int);
#define ALL(R) ONE(0, R) ONE(1, R) ONE(2, R) ONE(3, R)
ALL(1) ALL(2) ALL(4) ALL(6) ALL(8) ALL(16)
