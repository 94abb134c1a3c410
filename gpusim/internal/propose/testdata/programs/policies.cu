// Reduces with a policy and an operation as template arguments; a fold expression says how many threads.
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
enum class Op : std::uint8_t { Sum, Max };
template <Op op, class T> __device__ __forceinline__ T combine(T a, T b) {
  if constexpr (op == Op::Sum) return a + b;
  else return a > b ? a : b;
}
template <int N> struct Block { static constexpr int threads = N; };
template <class... Ts> __host__ __device__ constexpr auto total(Ts... ts) { return (ts + ...); }
template <class Policy, Op op, class T> __global__ void reduceKernel(const T *__restrict__ in, T *__restrict__ out, std::size_t n, T init) {
  __shared__ T s[Policy::threads];
  T v = init;
  for (std::size_t i = blockIdx.x * std::size_t(Policy::threads) + threadIdx.x; i < n; i += std::size_t(gridDim.x) * Policy::threads) v = combine<op>(v, in[i]);
  s[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (int d = Policy::threads / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] = combine<op>(s[threadIdx.x], s[threadIdx.x + d]);
    __syncthreads();
  }
  if (!threadIdx.x) out[blockIdx.x] = s[0];
}
template <Op op, class T> T reduce(const std::array<T, 4096> &h, T init) {
  using P = Block<total(64, 32, 32)>;
  T *in, *out;
  constexpr unsigned blocks = 8;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, blocks * sizeof(T));
  cudaMemcpy(in, h.data(), sizeof h, cudaMemcpyHostToDevice);
  reduceKernel<P, op><<<blocks, P::threads>>>(in, out, h.size(), init);
  std::array<T, blocks> r;
  cudaMemcpy(r.data(), out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in); cudaFree(out);
  T acc = init;
  for (auto x : r) acc = op == Op::Sum ? acc + x : std::max(acc, x);
  return acc;
}
int main() {
  static std::array<double, 4096> h;
  std::iota(h.begin(), h.end(), -100.0);
  auto [s, m] = std::make_tuple(reduce<Op::Sum>(h, 0.0), reduce<Op::Max>(h, -1e300));
  std::printf("%g %g\n", s, m);
}
