// A pipeline of operations with virtual functions.
#include <cuda_runtime.h>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>
__global__ void addConst(int *v, int n, int c) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] += c; }
__global__ void mulConst(int *v, int n, int c) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] *= c; }
class Operation {
public:
  virtual ~Operation() = default;
  virtual void apply(int *device, int n) const = 0;
};
class Add final : public Operation {
  int c_;
public:
  explicit Add(int c) : c_(c) {}
  void apply(int *device, int n) const override { addConst<<<(n + 63) / 64, 64>>>(device, n, c_); }
};
class Mul final : public Operation {
  int c_;
public:
  explicit Mul(int c) : c_(c) {}
  void apply(int *device, int n) const override { mulConst<<<(n + 63) / 64, 64>>>(device, n, c_); }
};
class Pipeline {
  std::vector<std::unique_ptr<Operation>> steps_;
public:
  Pipeline &then(std::unique_ptr<Operation> op) { steps_.push_back(std::move(op)); return *this; }
  std::vector<int> run(std::vector<int> data) {
    int *device = nullptr;
    const auto bytes = data.size() * sizeof(int);
    cudaMalloc(&device, bytes);
    cudaMemcpy(device, data.data(), bytes, cudaMemcpyHostToDevice);
    for (const auto &step : steps_) step->apply(device, static_cast<int>(data.size()));
    cudaMemcpy(data.data(), device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return data;
  }
};
int main() {
  Pipeline p;
  p.then(std::make_unique<Add>(3)).then(std::make_unique<Mul>(2));
  auto out = p.run(std::vector<int>(1000, 4));
  std::cout << out.front() << std::endl;
  return out.front() == 14 ? 0 : 1;
}
