// A stencil of seven points in one dimension, with its weights in constant memory.
#include <cstdio>
constexpr int RADIUS = 3;
__constant__ float weights[2 * RADIUS + 1];

__global__ void stencil(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < RADIUS || i >= n - RADIUS) return;
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; k++) sum += weights[k + RADIUS] * in[i + k];
  out[i] = sum;
}

int main() {
  const int n = 4096;
  float h[n], w[2 * RADIUS + 1];
  for (int i = 0; i < n; i++) h[i] = sinf(i * 0.01f);
  for (int k = 0; k < 2 * RADIUS + 1; k++) w[k] = 1.0f / (2 * RADIUS + 1);
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, w, sizeof(w));
  stencil<<<dim3((n + 255) / 256), dim3(256)>>>(in, out, n);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
}
