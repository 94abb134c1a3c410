#include "blind.cuh"
__global__ void softmax(const float* in, float* out, int cols) {
  __shared__ float red[256];
  const float* x = in + blockIdx.x * cols; float* y = out + blockIdx.x * cols; int t = threadIdx.x;
  float m = -1e30f;
  for (int i = t; i < cols; i += blockDim.x) m = fmaxf(m, x[i]);
  red[t] = m; __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (t < s) red[t] = fmaxf(red[t], red[t + s]); __syncthreads(); }
  m = red[0]; __syncthreads();
  float sum = 0;
  for (int i = t; i < cols; i += blockDim.x) { float e = expf(x[i] - m); y[i] = e; sum += e; }
  red[t] = sum; __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (t < s) red[t] += red[t + s]; __syncthreads(); }
  sum = red[0];
  for (int i = t; i < cols; i += blockDim.x) y[i] /= sum;
}
__global__ void last_block(const float* in, float* part, unsigned* count, int n) {
  __shared__ float s[256]; __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  s[threadIdx.x] = v; __syncthreads();
  for (int d = 128; d > 0; d >>= 1) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }
  if (threadIdx.x == 0) { part[blockIdx.x] = s[0]; __threadfence(); last = atomicInc(count, gridDim.x) == gridDim.x - 1; }
  __syncthreads();
  if (last && threadIdx.x == 0) { float r = 0; for (int i = 0; i < gridDim.x; i++) r += ((volatile float*)part)[i]; part[gridDim.x] = r; }
}
__global__ void floyd(float* d, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= n) return;
  float via = d[i * n + k] + d[k * n + j];
  if (via < d[i * n + j]) d[i * n + j] = via;
}
__global__ void bfs(const int* ptr, const int* adj, int* level, int* changed, int n, int cur) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || (v & 7) > cur) return;
  for (int e = ptr[v]; e < ptr[v + 1]; e++) {
    int u = adj[e] % n;
    if (atomicCAS(&level[u], 0, cur + 1) == 0) *changed = 1;
  }
}
__global__ void edit(const int* a, const int* b, int* out) {
  __shared__ int d[3][130];
  int t = threadIdx.x;
  int x = a[blockIdx.x * 128 + t] & 3;
  for (int k = 0; k < 3; k++) d[k][t] = t;
  __syncthreads();
  for (int s = 0; s < 255; s++) {
    int j = s - t, cur = s % 3, p = (s + 2) % 3, q = (s + 1) % 3;
    if (j >= 0 && j < 128) {
      int y = b[blockIdx.x * 128 + j] & 3;
      d[cur][t + 1] = min(min(d[p][t], d[p][t + 1]) + 1, d[q][t] + (x != y));
    }
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = d[0][t + 1];
}
__global__ void fft256(const float2* in, float2* out) {
  __shared__ float2 s[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[__brev(t) >> 24] = in[base + t]; s[__brev(t + 128) >> 24] = in[base + t + 128];
  for (int h = 1; h < 256; h <<= 1) {
    __syncthreads();
    int k = t & (h - 1), i = 2 * (t - k) + k; float sn, cs;
    __sincosf(-3.14159265f * k / h, &sn, &cs);
    float2 u = s[i], v = s[i + h], w = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
    s[i] = make_float2(u.x + w.x, u.y + w.y); s[i + h] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  out[base + t] = s[t]; out[base + t + 128] = s[t + 128];
}
int main() {
  fill();
  for (int n : {64, 2048}) run("softmax", softmax, n, 256, 0, {A, O, 1000});
  for (int n : {1 << 16, 1 << 22}) run("last_block", last_block, 264, 256, 0, {A, O, Q, n});
  for (int n : {256, 1000}) run("floyd", floyd, dim3((n + 255) / 256, n), 256, 0, {O, n, 5});
  for (int n : {4096, 200000}) run("bfs", bfs, (n + 255) / 256, 256, 0, {P, I, O, Q, n, 1});
  for (int n : {64, 1024}) run("edit", edit, n, 128, 0, {I, A, O});
  for (int n : {64, 4096}) run("fft256", fft256, n, 128, 0, {A, O});
}
