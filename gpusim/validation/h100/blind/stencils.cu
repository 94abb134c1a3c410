#include "blind.cuh"
__constant__ float coef[81];
template <int R> __global__ void stencil1d(const float* in, float* out, int n) {
  __shared__ float t[256 + 2 * R];
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
  t[l] = in[g];
  if (threadIdx.x < R) {
    t[l - R] = g >= R ? in[g - R] : 0.0f;
    t[l + 256] = g + 256 < n ? in[g + 256] : 0.0f;
  }
  __syncthreads();
  float s = 0;
  for (int k = -R; k <= R; k++) s += t[l + k] * coef[k + R];
  out[g] = s;
}
template <int R> __global__ void conv_tile(const float* in, float* out, int w, int h) {
  const int T = 16 + 2 * R;
  __shared__ float t[T][T];
  int bx = blockIdx.x * 16 - R, by = blockIdx.y * 16 - R;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < T * T; i += 256) {
    int y = i / T, x = i % T;
    int gx = min(max(bx + x, 0), w - 1), gy = min(max(by + y, 0), h - 1);
    t[y][x] = in[gy * w + gx];
  }
  __syncthreads();
  float s = 0;
  for (int j = 0; j <= 2 * R; j++)
    for (int i = 0; i <= 2 * R; i++) s += t[threadIdx.y + j][threadIdx.x + i] * coef[j * (2 * R + 1) + i];
  out[(by + R + threadIdx.y) * w + bx + R + threadIdx.x] = s;
}
__global__ void heat3d(const float* in, float* out, int nx, int ny, int nz, float c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int i = y * nx + x, s = nx * ny;
  float below = in[i], cur = in[i + s];
  for (int z = 1; z < nz - 1; z++) {
    i += s;
    float above = in[i + s];
    out[i] = cur + c * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above - 6.0f * cur);
    below = cur; cur = above;
  }
}
__global__ void seg_reduce(const float* in, const int* ptr, float* out, int segs) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (w >= segs) return;
  float s = 0;
  for (int i = ptr[w] + lane; i < ptr[w + 1]; i += 32) s += in[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) out[w] = s;
}
__global__ void block_scan(const int* in, int* out, int* sums) {
  __shared__ int ws[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  int v = in[i];
  for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
  if (lane == 31) ws[w] = v;
  __syncthreads();
  if (w == 0) {
    int s = lane < blockDim.x / 32 ? ws[lane] : 0;
    for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(~0u, s, d); if (lane >= d) s += u; }
    ws[lane] = s;
  }
  __syncthreads();
  if (w > 0) v += ws[w - 1];
  out[i] = v;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
int main() {
  fill();
  for (int n : {1 << 14, 1 << 20}) {
    run("stencil1d<2>", stencil1d<2>, n / 256, 256, 0, {A, O, n});
    run("stencil1d<4>", stencil1d<4>, n / 256, 256, 0, {A, O, n});
  }
  for (int n : {256, 1024}) {
    run("conv_tile<2>", conv_tile<2>, dim3(n / 16, n / 16), dim3(16, 16), 0, {A, O, n, n});
    run("conv_tile<4>", conv_tile<4>, dim3(n / 16, n / 16), dim3(16, 16), 0, {A, O, n, n});
  }
  for (int n : {64, 128}) run("heat3d", heat3d, dim3(n / 32, n / 8), dim3(32, 8), 0, {A, O, n, n, n, 0.1f});
  for (int n : {1000, 100000}) run("seg_reduce", seg_reduce, (n * 32 + 255) / 256, 256, 0, {A, P, O, n});
  for (int b : {128, 512}) run("block_scan", block_scan, 1 << 11, b, 0, {I, O, Q});
}
