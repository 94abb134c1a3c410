#include "blind.cuh"
__device__ float atomicMaxFloat(float* p, float v) {
  int* a = (int*)p; int old = *a, seen;
  do { seen = old; if (__int_as_float(seen) >= v) break; old = atomicCAS(a, seen, __float_as_int(v)); } while (old != seen);
  return __int_as_float(old);
}
__global__ void max_float(const float* in, float* out, int n) {
  __shared__ float m;
  if (threadIdx.x == 0) m = 0;
  __syncthreads();
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v = fmaxf(v, in[i]);
  atomicMaxFloat(&m, v);
  __syncthreads();
  if (threadIdx.x == 0) atomicMaxFloat(out, m);
}
__global__ void sum64(const int* in, unsigned long long* out, int n) {
  unsigned long long s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += (unsigned long long)in[i] * in[i];
  for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}
__global__ void chain(const int* key, int* head, int* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = atomicExch(&head[key[i] & 4095], i + 1);
}
__global__ void find_first(const int* in, int* found, int n, int key) {
  int hits = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if ((in[i] & 1023) == key) { atomicMin(found, i - n); hits++; if (hits > 1) break; }
  }
}
__global__ void interp(const int* code, float* data, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = i * 0.001f, b = 1.0f;
  for (int pc = 0; pc < len; pc++) {
    switch (code[pc] & 7) {
      case 0: a += b; break;
      case 1: a -= b * 0.5f; break;
      case 2: a *= 1.01f; break;
      case 3: b = a * 0.25f; break;
      case 4: b += 1.0f; break;
      case 5: { float t = a; a = b; b = t; } break;
      case 6: a = fabsf(a); break;
      default: b = fminf(a, b);
    }
  }
  data[i] = a + b;
}
__device__ float f(float t, float y) { return y * (1.0f - y) + 0.1f * t; }
__device__ float rk4(float t, float y, float h) {
  float k1 = f(t, y), k2 = f(t + h / 2, y + h / 2 * k1), k3 = f(t + h / 2, y + h / 2 * k2), k4 = f(t + h, y + h * k3);
  return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}
__global__ void ode(const float* y0, float* y, int steps, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = y0[i], t = 0;
  for (int s = 0; s < steps; s++) { v = rk4(t, v, h); t += h; }
  y[i] = v;
}
int main() {
  fill();
  for (int n : {1 << 16, 1 << 21}) {
    run("max_float", max_float, 132, 256, 0, {A, O, n});
    run("sum64", sum64, 132, 256, 0, {I, O, n});
    run("chain", chain, n / 256, 256, 0, {I, O, Q, n});
    run("find_first", find_first, 64, 256, 0, {I, O, n, 77});
    run("interp", interp, n / 512, 128, 0, {I, O, 50});
    run("ode", ode, n / 512, 128, 0, {A, O, 40, 0.01f});
  }
}
