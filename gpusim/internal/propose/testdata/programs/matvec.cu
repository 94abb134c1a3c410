// Multiplies a matrix with a vector: a warp per row.
#include <cuda_runtime.h>
#include <iostream>
#include <random>
#include <vector>

namespace linalg {
template <typename T>
__global__ void matvec(const T *A, const T *x, T *y, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  int lane = threadIdx.x % warpSize;
  if (row >= rows) return;
  T sum = T(0);
  for (int c = lane; c < cols; c += warpSize) sum += A[row * cols + c] * x[c];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) y[row] = sum;
}
}  // namespace linalg

template <typename T>
T *upload(const std::vector<T> &host) {
  T *device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

int main() {
  const int rows = 300, cols = 200;
  std::vector<float> A(rows * cols), x(cols), y(rows);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) A[r * cols + c] = r + c;
  std::fill(x.begin(), x.end(), 1.0f);
  float *dA = upload(A), *dx = upload(x), *dy = upload(y);
  const int threads = 128, warpsPerBlock = threads / 32;
  linalg::matvec<float><<<(rows + warpsPerBlock - 1) / warpsPerBlock, threads>>>(dA, dx, dy, rows, cols);
  cudaMemcpy(y.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; ++r) {
    float want = r * cols + cols * (cols - 1) / 2;
    if (y[r] != want) {
      std::cerr << "row " << r << ": " << y[r] << ", want " << want << '\n';
      return 1;
    }
  }
  std::cout << "ok\n";
  for (float *p : {dA, dx, dy}) cudaFree(p);
}
