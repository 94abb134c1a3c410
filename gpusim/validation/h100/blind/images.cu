#include "blind.cuh"
__global__ void resize(const uchar4* in, uchar4* out, int w, int h, float sx, float sy) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float fx = x * sx, fy = y * sy; int x0 = (int)fx, y0 = (int)fy;
  int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1); fx -= x0; fy -= y0;
  uchar4 a = in[y0 * w + x0], b = in[y0 * w + x1], c = in[y1 * w + x0], d = in[y1 * w + x1];
  float r = (a.x * (1 - fx) + b.x * fx) * (1 - fy) + (c.x * (1 - fx) + d.x * fx) * fy;
  float g = (a.y * (1 - fx) + b.y * fx) * (1 - fy) + (c.y * (1 - fx) + d.y * fx) * fy;
  out[y * gridDim.x * blockDim.x + x] = make_uchar4(r, g, (a.z + d.z) / 2, 255);
}
__global__ void kmeans(const float* pts, const float* centers, int* label, int n, int k, int dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f; int at = 0;
  for (int c = 0; c < k; c++) {
    float s = 0;
    for (int d = 0; d < dim; d++) { float u = pts[d * n + i] - centers[c * dim + d]; s += u * u; }
    if (s < best) { best = s; at = c; }
  }
  label[i] = at;
}
__global__ void radix_count(const unsigned* keys, int* out, int shift) {
  __shared__ int c[16];
  int t = threadIdx.x;
  if (t < 16) c[t] = 0;
  __syncthreads();
  unsigned d = keys[blockIdx.x * blockDim.x + t] >> shift & 15;
  for (int k = 0; k < 16; k++) {
    unsigned m = __ballot_sync(~0u, d == k);
    if ((t & 31) == 0) atomicAdd(&c[k], __popc(m));
  }
  __syncthreads();
  if (t < 16) out[t * gridDim.x + blockIdx.x] = c[t];
}
__global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
  const unsigned char *a = in + (y - 1) * w + x, *b = a + w, *c = b + w;
  int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1], gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
  out[y * w + x] = min(abs(gx) + abs(gy), 255);
}
__global__ void matvec_warp(const float* a, const float* x, float* y, int n) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (r >= n) return;
  float s = 0;
  for (int i = lane; i < n; i += 32) s += __ldg(a + r * n + i) * __ldg(x + i);
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
  if (lane == 0) y[r] = s;
}
__global__ void eliminate(float* m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + k, i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
  if (i < n && j < n) m[i * n + j] -= m[i * n + k] / (m[k * n + k] + 2.0f) * m[k * n + j];
}
__global__ void sort8(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int v[8];
  for (int k = 0; k < 8; k++) v[k] = in[k * n + i];
  for (int p = 0; p < 8; p++) for (int k = 0; k < 7 - p; k++) if (v[k] > v[k + 1]) { int t = v[k]; v[k] = v[k + 1]; v[k + 1] = t; }
  for (int k = 0; k < 8; k++) out[k * n + i] = v[k];
}
int main() {
  fill();
  for (int n : {128, 512}) {
    run("resize", resize, dim3(n / 32, n / 8), dim3(32, 8), 0, {I, O, 1000, 1000, 1000.0f / n, 1000.0f / n});
    run("sobel", sobel, dim3(n / 32, n / 8), dim3(32, 8), 0, {I, O, n, n});
    run("matvec_warp", matvec_warp, n / 4, 128, 0, {A, A, O, n});
    run("eliminate", eliminate, dim3(n / 16, n / 16), dim3(16, 16), 0, {O, n, 3});
  }
  for (int n : {1 << 12, 1 << 17}) run("kmeans", kmeans, n / 128, 128, 0, {A, A, O, n, 8, 8});
  for (int n : {1 << 14, 1 << 20}) run("radix_count", radix_count, n / 256, 256, 0, {I, O, 4});
  for (int n : {1 << 14, 1 << 18}) run("sort8", sort8, n / 256, 256, 0, {I, O, n});
}
