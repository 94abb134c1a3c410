// Clamps numbers at zero; memory belongs to a class, in C++17.
#include <cuda_runtime.h>
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu {
inline void check(cudaError_t e, const char* expr, const char* file, int line) {
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expr + ": " + cudaGetErrorString(e));
}
#define GPU_CHECK(expr) ::gpu::check((expr), #expr, __FILE__, __LINE__)

template <typename T>
class Buffer {
public:
    explicit Buffer(std::size_t count) : count_{count} { GPU_CHECK(cudaMalloc(reinterpret_cast<void**>(&ptr_), bytes())); }
    Buffer(const std::vector<T>& v) : Buffer(v.size()) { copy_from(v); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { cudaFree(ptr_); }
    void copy_from(const std::vector<T>& v) { GPU_CHECK(cudaMemcpy(ptr_, v.data(), bytes(), cudaMemcpyHostToDevice)); }
    void copy_to(std::vector<T>& v) const { GPU_CHECK(cudaMemcpy(v.data(), ptr_, bytes(), cudaMemcpyDeviceToHost)); }
    T* data() noexcept { return ptr_; }
    const T* data() const noexcept { return ptr_; }
    std::size_t size() const noexcept { return count_; }
    std::size_t bytes() const noexcept { return count_ * sizeof(T); }
private:
    T* ptr_{nullptr};
    std::size_t count_{};
};
}  // namespace gpu

__global__ void relu(float* x, std::size_t n) {
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        x[i] = x[i] > 0.f ? x[i] : 0.f;
}

int main() {
    std::vector<float> host(10'000);
    std::generate(host.begin(), host.end(), [n = -5000]() mutable { return static_cast<float>(n++); });
    gpu::Buffer<float> x(host);
    relu<<<std::min<std::size_t>((x.size() + 255) / 256, 1024), 256>>>(x.data(), x.size());
    GPU_CHECK(cudaGetLastError());
    x.copy_to(host);
    std::cout << *std::max_element(host.begin(), host.end()) << '\n';
}
