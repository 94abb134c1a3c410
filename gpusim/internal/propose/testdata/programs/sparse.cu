// Multiplies a sparse matrix with a vector.
#include <cstdint>
#include <iostream>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>
using Csr = std::tuple<std::vector<int>, std::vector<int>, std::vector<float>>;
__global__ void spmv(int rows, const int *__restrict__ ptr, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y) {
  int r = blockDim.x * blockIdx.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = ptr[r]; k < ptr[r + 1]; ++k) s += val[k] * x[col[k]];
  y[r] = s;
}
static Csr tridiagonal(int n) {
  std::vector<int> ptr{0}, col;
  std::vector<float> val;
  for (int r = 0; r < n; ++r) {
    for (int c : {r - 1, r, r + 1})
      if (c >= 0 && c < n) {
        col.push_back(c);
        val.emplace_back(c == r ? 2.0f : -1.0f);
      }
    ptr.push_back(static_cast<int>(col.size()));
  }
  return {ptr, col, val};
}
template <class T> T *to_device(std::vector<T> const &v) {
  void *p;
  cudaMalloc(&p, sizeof(T) * v.size());
  cudaMemcpy(p, v.data(), sizeof(T) * v.size(), cudaMemcpyHostToDevice);
  return static_cast<T *>(p);
}
int main() {
  int const n = 2000;
  auto [ptr, col, val] = tridiagonal(n);
  std::vector<float> x(n, 1.f), y(n);
  auto *dp = to_device(ptr);
  auto *dc = to_device(col);
  auto *dv = to_device(val), *dx = to_device(x), *dy = to_device(y);
  spmv<<<(n - 1) / 128 + 1, 128>>>(n, dp, dc, dv, dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::cout << std::accumulate(y.begin(), y.end(), 0.f) << '\n';
}
