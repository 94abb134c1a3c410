#include "../../h100/blind/blind.cuh"
// a sliding window held in a register array, one strip of consecutive outputs per thread
__global__ void moving_average(const float* __restrict__ in, float* __restrict__ out, int n, int strip) {
  int start = (blockIdx.x * blockDim.x + threadIdx.x) * strip;
  if (start + strip + 8 > n) return;
  float w[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) w[i] = in[start + i];
  for (int i = 0; i < strip; ++i) {
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) s += w[j];
    out[start + i] = s * 0.125f;
#pragma unroll
    for (int j = 0; j < 7; ++j) w[j] = w[j + 1];
    w[7] = in[start + 8 + i];
  }
}
// a small local array with a run-time index
__global__ void mode_of_run(const int* data, int* mode, int* most, int n) {
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  int bins[16];
  for (int b = 0; b < 16; b++) bins[b] = 0;
  for (unsigned i = tid; i < n; i += threads) bins[(data[i] >> 5) & 15]++;
  int best = 0;
  for (int b = 1; b < 16; b++)
    if (bins[b] > bins[best]) best = b;
  mode[tid] = best;
  most[tid] = bins[best];
}
// strided reads, misaligned reads and writes
__global__ void copy_strided(float* dst, const float* src, int count, int stride, int shift) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < count) dst[i + shift] = src[i * stride + shift];
}
// the same copy for any element type
template <typename T>
__global__ void copy_elems(const T* src, T* dst, int n) {
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t k = size_t(blockIdx.x) * blockDim.x + threadIdx.x; k < size_t(n); k += step) dst[k] = src[k];
}
// constant tables: a polynomial (uniform) and a colour ramp (divergent)
__constant__ float gamma_poly[6] = {0.01f, 0.45f, 1.9f, -2.6f, 1.75f, -0.51f};
__constant__ unsigned ramp[32] = {0x000004, 0x02020c, 0x050417, 0x0a0722, 0x10092d, 0x160b39, 0x1e0c45, 0x260c51, 0x2f0a5b, 0x380962, 0x400a67,
                                  0x490b6a, 0x510e6c, 0x59106e, 0x61136e, 0x69166e, 0x71196e, 0x781c6d, 0x801f6c, 0x88226a, 0x902568, 0x982766,
                                  0xa02a63, 0xa82e5f, 0xb0315b, 0xb73557, 0xbf3952, 0xc63d4d, 0xcc4248, 0xd34743, 0xd94d3d, 0xdf5337};
__global__ void shade(const int* pix, float* lum, unsigned* col, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int p = pix[y * w + x];
    float v = (p & 255) / 255.0f;
    float r = gamma_poly[5];
    for (int k = 4; k >= 0; k--) r = r * v + gamma_poly[k];
    lum[y * w + x] = r;
    col[y * w + x] = ramp[p & 31] ^ (ramp[(p >> 5) & 31] << 8);
  }
}
// two transposes through shared memory: floats without padding, doubles with it
__global__ void transpose_pair(const float* a, float* at, const double* b, double* bt, int w) {
  __shared__ float plain[16][16];
  __shared__ double padded[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * 16 + tx, row = blockIdx.y * 16;
  for (int r = ty; r < 16; r += blockDim.y) {
    plain[r][tx] = a[(row + r) * w + col];
    padded[r][tx] = b[(row + r) * w + col];
  }
  __syncthreads();
  col = blockIdx.y * 16 + tx;
  row = blockIdx.x * 16;
  for (int r = ty; r < 16; r += blockDim.y) {
    at[(row + r) * w + col] = plain[tx][r];
    bt[(row + r) * w + col] = padded[tx][r];
  }
}
// array of structures in, structure of arrays and array of structures out
struct Body {
  float px, py, pz, qw, qx, qy, qz;
  __device__ float3 spin(float3 v) const {
    float tx = 2.0f * (qy * v.z - qz * v.y), ty = 2.0f * (qz * v.x - qx * v.z), tz = 2.0f * (qx * v.y - qy * v.x);
    return make_float3(v.x + qw * tx + qy * tz - qz * ty, v.y + qw * ty + qz * tx - qx * tz, v.z + qw * tz + qx * ty - qy * tx);
  }
  __device__ void move(float3 d, float dt) { px += d.x * dt; py += d.y * dt; pz += d.z * dt; }
};
__global__ void bodies_aos(const Body* bodies, Body* moved, float* soa, int n, float dt) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  Body b = bodies[i];
  float3 v = b.spin(make_float3(1.0f, 0.5f, -0.25f));
  b.move(v, dt);
  soa[i] = v.x;
  soa[n + i] = v.y;
  soa[2 * n + i] = v.z;
  moved[i] = b;
}
// a pitched image: rows start every `pitch` bytes
__device__ __forceinline__ const float* row_of(const float* base, int y, size_t pitch) { return (const float*)((const char*)base + y * pitch); }
__global__ void blur_pitched(const float* __restrict__ src, float* __restrict__ dst, int pitch, int width, int height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= width - 1 || y >= height - 1) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++) {
    const float* row = row_of(src, (int)y + dy, pitch);
    sum += __ldg(row + x - 1) + 2.0f * __ldg(row + x) + __ldg(row + x + 1);
  }
  float* d = (float*)((char*)dst + (size_t)y * pitch);
  d[x] = sum / 12.0f;
}
int main() {
  fill();
  run("moving_average", moving_average, 32, 128, 0, {A, O, 1 << 16, 16});
  run("moving_average", moving_average, 820, 256, 0, {A, O, 1 << 20, 5});
  run("mode_of_run", mode_of_run, 64, 128, 0, {I, O, Q, 1 << 17});
  run("mode_of_run", mode_of_run, 500, 192, 0, {I, O, Q, 1500000});
  run("copy_strided", copy_strided, (1000000 + 255) / 256, 256, 0, {O, A, 1000000, 1, 3});
  run("copy_strided", copy_strided, (250000 + 191) / 192, 192, 0, {O, A, 250000, 13, 0});
  run("copy_elems<unsigned char>", copy_elems<unsigned char>, 256, 256, 0, {A, O, 1 << 17});
  run("copy_elems<unsigned char>", copy_elems<unsigned char>, 1000, 128, 0, {A, O, 1 << 20});
  run("copy_elems<float4>", copy_elems<float4>, 64, 256, 0, {A, O, 100000});
  run("copy_elems<float4>", copy_elems<float4>, 1024, 512, 0, {A, O, 1 << 20});
  run("shade", shade, dim3(10, 15), dim3(32, 8), 0, {I, O, Q, 320, 120});
  run("shade", shade, dim3(64, 63), dim3(16, 16), 0, {I, O, Q, 1024, 1000});
  run("transpose_pair", transpose_pair, dim3(10, 10), dim3(16, 16), 0, {A, O, A, Q, 160});
  run("transpose_pair", transpose_pair, dim3(64, 64), dim3(16, 4), 0, {A, O, A, Q, 1024});
  run("bodies_aos", bodies_aos, (10000 + 127) / 128, 128, 0, {A, O, Q, 10000, 0.01f});
  run("bodies_aos", bodies_aos, (400000 + 255) / 256, 256, 0, {A, O, Q, 400000, 0.25f});
  run("blur_pitched", blur_pitched, dim3(7, 25), dim3(32, 4), 0, {A, O, 1024, 201, 100});
  run("blur_pitched", blur_pitched, dim3(17, 100), dim3(64, 8), 0, {A, O, 4224, 1030, 800});
}
