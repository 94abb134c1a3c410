// What lies between two launches of a stream.
//
//   nvcc -O3 -arch=sm_90 -o gaps gaps.cu && ./gaps > gaps.txt
//
// spin: kernels whose blocks wait for so many cycles, `launches` of them between two events.
// each_us: what 40 launches take more than 20, a launch. inside_us: from the first block's
// start to the last one's end by the device's timer, the mean of launches 10 to 38. between_us:
// from a launch's last end to the next one's first start. read: 16 MB from L2, as in micro.cu.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned long long u64;
static __device__ u64 now() { u64 t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
struct Log { u64 first, last; };
static __device__ void begin(Log* l) { if (l && threadIdx.x == 0) atomicMin(&l->first, now()); }
static __device__ void end(Log* l) { if (l) { __syncthreads(); if (threadIdx.x == 0) atomicMax(&l->last, now()); } }
__global__ void spin(long long cycles, Log* l) { begin(l); long long t = clock64(); while (clock64() - t < cycles); end(l); }
__global__ void stream_read(const float4* a, float* s, size_t n, Log* l) { begin(l); float x = 0; for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) { float4 v = a[i]; x += v.x + v.y + v.z + v.w; } if (x == 12345.678f) *s = x; end(l); }
int main() {
  Log* logs; float4* a; float* s; CK(cudaMalloc(&logs, 64 * sizeof(Log))); CK(cudaMalloc(&a, 1 << 24)); CK(cudaMalloc(&s, 4)); CK(cudaMemset(a, 0, 1 << 24));
  cudaEvent_t e0, e1; CK(cudaEventCreate(&e0)); CK(cudaEventCreate(&e1));
  auto run = [&](const char* name, std::function<void(Log*)> f) {
    auto us = [&](int n) { std::vector<float> v; for (int i = 0; i < 11; ++i) { spin<<<1, 1>>>(400000, nullptr); CK(cudaEventRecord(e0)); for (int k = 0; k < n; ++k) f(nullptr); CK(cudaEventRecord(e1)); CK(cudaEventSynchronize(e1)); float t; CK(cudaEventElapsedTime(&t, e0, e1)); v.push_back(t * 1e3); } std::sort(v.begin(), v.end()); return v[5]; };
    std::vector<Log> h(64); for (auto& x : h) x = {~0ull, 0};
    double inside = 0, between = 0; 
    for (int i = 0; i < 3; ++i) { CK(cudaMemcpy(logs, h.data(), 64 * sizeof(Log), cudaMemcpyHostToDevice)); spin<<<1, 1>>>(400000, nullptr); for (int k = 0; k < 40; ++k) f(logs + k); CK(cudaDeviceSynchronize()); }
    std::vector<Log> g(64); CK(cudaMemcpy(g.data(), logs, 64 * sizeof(Log), cudaMemcpyDeviceToHost));
    for (int k = 10; k < 38; ++k) { inside += g[k].last - g[k].first; between += double(g[k + 1].first) - double(g[k].last); }
    float u1 = us(1), u2 = us(2), u10 = us(10), u20 = us(20), u40 = us(40);
    printf("gap %s one_us=%.2f two_us=%.2f ten_us=%.2f each_us=%.3f inside_us=%.3f between_us=%.3f\n", name, u1, u2, u10, (u40 - u20) / 20, inside / 28e3, between / 28e3);
  };
  char name[99];
  for (int blocks : {1, 132, 1056, 4224}) for (int threads : {32, 256, 1024}) for (long long c : {0ll, 2000ll, 5000ll, 20000ll}) {
    snprintf(name, 99, "spin blocks=%d threads=%d cycles=%lld", blocks, threads, c); run(name, [=](Log* l) { spin<<<blocks, threads>>>(c, l); }); }
  for (int mb : {2, 4, 8, 16}) { snprintf(name, 99, "read mb=%d", mb); run(name, [=](Log* l) { stream_read<<<132 * 8, 256>>>(a, s, size_t(mb) << 16, l); }); }
}
