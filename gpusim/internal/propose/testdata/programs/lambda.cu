// A helper that launches any function on all elements, in modern C++.
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <type_traits>

template <class T>
struct Affine {
  T scale, shift;
  __host__ __device__ T operator()(T x) const { return scale * x + shift; }
};

template <class T, class F>
__global__ void map(const T *in, T *out, std::size_t n, F f) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}

template <class T>
struct Deleter {
  void operator()(T *p) const { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], Deleter<T>>;

template <class T>
device_ptr<T> make_device(std::size_t n) {
  T *p{};
  if (cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)) != cudaSuccess) throw std::bad_alloc{};
  return device_ptr<T>{p};
}

int main() try {
  static std::array<int, 3000> values;
  for (auto i = 0u; i < values.size(); ++i) values[i] = static_cast<int>(i);
  auto in = make_device<int>(values.size());
  auto out = make_device<int>(values.size());
  cudaMemcpy(in.get(), values.data(), sizeof values, cudaMemcpyHostToDevice);
  constexpr auto threads = 192;
  const auto blocks = static_cast<unsigned>((values.size() + threads - 1) / threads);
  map<<<blocks, threads>>>(in.get(), out.get(), values.size(), Affine<int>{3, 1});
  cudaMemcpy(values.data(), out.get(), sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 3000; ++i)
    if (values[i] != 3 * i + 1) throw std::runtime_error("wrong");
  std::puts("ok");
} catch (const std::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
