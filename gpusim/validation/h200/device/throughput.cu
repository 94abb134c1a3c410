// Throughput microbenchmarks: what one SM and the whole chip sustain, by resource. Cycles are clock64 around the timed part, the slowest warp's.
#include "../include/common.cuh"
__device__ unsigned long long g_max;
__device__ float g_sink;
#define T0 __syncthreads(); long long t0 = clock64();
#define T1 long long t1 = clock64(); atomicMax(&g_max, (unsigned long long)(t1 - t0));
template <int ILP> __global__ void ffma(int n) { float a[ILP]; for (int k = 0; k < ILP; ++k) a[k] = threadIdx.x + k; float b = 1.0001f, c = 0.5f; T0 for (int i = 0; i < n; ++i) {
#pragma unroll
  for (int k = 0; k < ILP; ++k) a[k] = a[k] * b + c; } T1 float s = 0; for (int k = 0; k < ILP; ++k) s += a[k]; if (s == 1.234f) g_sink = s; }
template <class T, class F> __device__ __forceinline__ void chain(int n, T v, F f) { T0 for (int i = 0; i < n; ++i) {
#pragma unroll
  for (int k = 0; k < 16; ++k) v = f(v); } T1 if (v == T(77)) g_sink = (float)v; }
#define OP(name, T, init, expr) __global__ void op_##name(int n) { T b = (T)(threadIdx.x + 3); chain<T>(n, (T)(init), [=](T v) { return (T)(expr); }); }
OP(fadd, float, threadIdx.x, v + 1.5f) OP(fmul, float, threadIdx.x, v * 1.0001f) OP(iadd, int, threadIdx.x, (v ^ 0x55) + b) OP(imad, int, threadIdx.x, v * b + 7) OP(shl, unsigned, threadIdx.x, (v << 1) ^ b) OP(idiv, int, 1 << 30, (v / b) + (1 << 29)) OP(irem, int, 1 << 30, (v % b) + (1 << 29))
OP(fdiv, float, 1e9f, v / 1.0003f) OP(frcp, float, 1.5f, 1.0f / v + 0.5f) OP(fsqrt, float, 1e9f, sqrtf(v) + 5.0f) OP(rsqrt, float, 1e9f, rsqrtf(v) + 5.0f) OP(sinf, float, 0.5f, sinf(v) + 0.1f) OP(expf, float, 0.5f, __expf(-v)) OP(dadd, double, threadIdx.x, v + 1.5) OP(dfma, double, threadIdx.x, v * 1.0001 + 0.5) OP(ddiv, double, 1e9, v / 1.0003) OP(lmad, long long, threadIdx.x, v * b + 7) OP(i2f, float, 3, (float)((int)v + 1))
template <class T> __global__ void smem_tp(int n, int stride) { __shared__ T s[2048]; for (int k = threadIdx.x; k < 2048; k += blockDim.x) s[k] = T(); __syncthreads(); T acc[8]; int a = (threadIdx.x * stride) & 1023; T0 for (int i = 0; i < n; ++i) {
#pragma unroll
  for (int k = 0; k < 8; ++k) acc[k] = *(volatile T*)&s[(a + k * 32) & 2047]; a ^= i & 1; } T1 float z = 0; for (int k = 0; k < 8; ++k) z += (float)*(float*)&acc[k]; if (z == 3.21f) g_sink = z; }
__device__ __forceinline__ float lo(float v) { return v; }
__device__ __forceinline__ float lo(float2 v) { return v.x + v.y; }
__device__ __forceinline__ float lo(float4 v) { return v.x + v.y + v.z + v.w; }
template <class T, bool CG> __global__ void gmem_tp(const T* p, int n, int stride, unsigned mask, unsigned blockstep) { float z = 0; unsigned a = threadIdx.x * stride + blockIdx.x * blockstep; T0 for (int i = 0; i < n; ++i) {
#pragma unroll
  for (int k = 0; k < 8; ++k) { T v = CG ? __ldcg(p + ((a + k * 32 * stride) & mask)) : __ldca(p + ((a + k * 32 * stride) & mask)); z += lo(v); } a += 256 * stride; } T1 if (z == 3.21f) g_sink = z; }
__global__ void store_tp(float* p, int n, int stride, unsigned mask) { unsigned a = (blockIdx.x * blockDim.x + threadIdx.x) * stride; for (int i = 0; i < n; ++i) { p[a & mask] = a; a += gridDim.x * blockDim.x * stride; } }
__global__ void read_tp(const float4* p, size_t n) { float z = 0; for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += 8 * (size_t)gridDim.x * blockDim.x) {
#pragma unroll
  for (int k = 0; k < 8; ++k) z += lo(__ldcg(p + i + k * (size_t)gridDim.x * blockDim.x)); } if (z == 3.21f) g_sink = z; }
__global__ void atomic_tp(int* p, int n, int spread) { int* q = p + ((threadIdx.x + blockIdx.x * blockDim.x) % spread); for (int i = 0; i < n; ++i) atomicAdd(q, 1); }
__global__ void atomic_ret_tp(int* p, int n, int spread, int* out) { int* q = p + ((threadIdx.x + blockIdx.x * blockDim.x) % spread); int z = 0; for (int i = 0; i < n; ++i) z += atomicAdd(q, 1); if (z == -77) *out = z; }
__global__ void atomic_shared_tp(int n, int spread) { __shared__ int s[1024]; s[threadIdx.x] = 0; int* q = s + threadIdx.x % spread; int z = 0; T0 for (int i = 0; i < n; ++i) z += atomicAdd(q, 1); T1 if (z == -5) g_sink = z; }
__global__ void same_line(const volatile float* p, int n) { float z = 0; T0 for (int i = 0; i < n; ++i) z += p[i & 7]; T1 if (z == 3.2f) g_sink = z; }
__constant__ float cm[16384];
__global__ void const_tp(int n, int distinct) { float z = 0; int a = (threadIdx.x % 32) % distinct; T0 for (int i = 0; i < n; ++i) { z += cm[a]; a = (a + distinct) & 255; } T1 if (z == 3.2f) g_sink = z; }
__global__ void diverge_tp(int n, int ways) { float v = threadIdx.x; int m = (threadIdx.x % 32) * ways / 32; T0 for (int i = 0; i < n; ++i) for (int w = 0; w < ways; ++w) if (m == w) { v = v * 1.01f + w; v = v * v + 0.1f; v = v * 0.99f + w; v = v * v + 0.3f; } T1 if (v == 1.2f) g_sink = v; }
__global__ void empty() {}
__global__ void touch(float* p) { if (p == nullptr) g_sink = 1; }
static double cyc(std::function<void()> f) { std::vector<double> v; for (int i = 0; i < 5; ++i) { unsigned long long z = 0; CK(cudaMemcpyToSymbol(g_max, &z, 8)); f(); CK(cudaGetLastError()); CK(cudaDeviceSynchronize()); CK(cudaMemcpyFromSymbol(&z, g_max, 8)); v.push_back((double)z); } std::sort(v.begin(), v.end()); return v[2]; }
static double us(std::function<void()> f) { cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); std::vector<float> v; for (int i = 0; i < 12; ++i) { cudaEventRecord(a); f(); cudaEventRecord(b); cudaEventSynchronize(b); float ms; cudaEventElapsedTime(&ms, a, b); if (i > 1) v.push_back(ms * 1000); } std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
int main() { setvbuf(stdout, nullptr, _IOLBF, 0); alloc_buffers(); int N = 2000; float* D; CK(cudaMalloc(&D, size_t(1) << 31)); CK(cudaMemset(D, 1, size_t(1) << 31));
  for (int t : {32, 64, 128, 256, 512, 1024}) { printf("ffma warps_per_sm=%d", t / 32); 
#define F(I) { double c = cyc([=] { ffma<I><<<1, t>>>(N); }); printf(" ilp%d=%.3f", I, (double)N * I * (t / 32) / c); }
    F(1) F(2) F(4) F(8) printf(" warp_inst_per_cycle\n"); }
#define L(name) { double c1 = cyc([=] { op_##name<<<1, 32>>>(64); }), c32 = cyc([=] { op_##name<<<1, 1024>>>(64); }); printf("op %s latency_cycles=%.2f throughput_lanes_per_cycle_sm=%.2f\n", #name, c1 / 1024, 1024.0 * 1024 / c32); }
  L(fadd) L(fmul) L(iadd) L(imad) L(shl) L(idiv) L(irem) L(fdiv) L(frcp) L(fsqrt) L(rsqrt) L(sinf) L(expf) L(dadd) L(dfma) L(ddiv) L(lmad) L(i2f)
  for (int s : {1, 2, 4, 8, 16, 32}) printf("shared_load stride=%d bytes4=%.3f bytes8=%.3f cycles_per_warp_load_32warps\n", s, cyc([=] { smem_tp<float><<<1, 1024>>>(200, s); }) / (200 * 8 * 32), cyc([=] { smem_tp<double><<<1, 1024>>>(200, s); }) / (200 * 8 * 32));
  for (int w : {1, 2, 4, 8, 16, 32}) { printf("global_l1hit warps=%d", w); for (int s : {1, 2, 4, 8, 16, 32}) printf(" stride%d=%.3f", s, cyc([=] { gmem_tp<float, false><<<1, w * 32>>>(A, 200, s, 4095, 0); }) / (200.0 * 8 * w)); printf(" cycles_per_warp_load footprint=16KB\n"); }
  printf("global_l1hit warps=32 float2=%.3f float4=%.3f cycles_per_warp_load\n", cyc([=] { gmem_tp<float2, false><<<1, 1024>>>((float2*)A, 200, 1, 2047, 0); }) / (200.0 * 8 * 32), cyc([=] { gmem_tp<float4, false><<<1, 1024>>>((float4*)A, 200, 1, 1023, 0); }) / (200.0 * 8 * 32));
  for (int b : {1, 8, 33, 66, 132, 264}) { printf("global_l2hit blocks=%d threads=1024", b); for (int s : {1, 2, 4, 8, 32}) { double c = cyc([=] { gmem_tp<float, true><<<b, 1024>>>(A, 100, s, (1 << 22) - 1, 8192); }); printf(" stride%d=%.2f", s, c / (100.0 * 8 * 32)); } printf(" cycles_per_warp_load_per_sm footprint=16MB\n"); }
  for (int w : {1, 2, 4, 8, 16, 32}) { double t = us([=] { read_tp<<<132, w * 32>>>((float4*)D, size_t(1) << 27); }); printf("dram_read warps_per_sm=%d GBps=%.1f footprint=2GiB (each load 512 B, 8 in flight a warp)\n", w, 16.0 * (size_t(1) << 27) / t / 1000); }
  for (int s : {1, 2, 4, 8, 32}) { double t = us([=] { store_tp<<<1056, 256>>>(C, 16, s, (1u << 26) - 1); }); printf("store stride=%d GBps_requested=%.1f us=%.1f\n", s, 1056.0 * 256 * 16 * 4 / t / 1000, t); }
  for (int sp : {1, 2, 32, 1024, 262144}) { double t = us([=] { atomic_tp<<<1024, 256>>>((int*)C, 16, sp); }); double r = us([=] { atomic_ret_tp<<<1024, 256>>>((int*)C, 16, sp, (int*)B); }); printf("atomic_global spread=%d no_return_Gops=%.2f return_Gops=%.2f\n", sp, 1024.0 * 256 * 16 / t / 1000, 1024.0 * 256 * 16 / r / 1000); }
  for (int sp : {1, 2, 4, 8, 16, 32, 1024}) printf("atomic_shared spread=%d cycles_per_warp_op_32warps=%.2f\n", sp, cyc([=] { atomic_shared_tp<<<1, 1024>>>(100, sp); }) / (100.0 * 32));
  for (int b : {1, 2, 8, 32, 132, 264, 1056}) printf("same_line_volatile blocks=%d threads=256 cycles_per_warp_load=%.2f\n", b, cyc([=] { same_line<<<b, 256>>>(A, 64); }) / (64.0 * 8));
  for (int d : {1, 2, 4, 8, 16, 32}) printf("const_load distinct=%d warps1=%.2f warps32=%.2f cycles_per_warp_load\n", d, cyc([=] { const_tp<<<1, 32>>>(1000, d); }) / 1000, cyc([=] { const_tp<<<1, 1024>>>(1000, d); }) / 32000);
  for (int w : {1, 2, 4, 8, 16, 32}) printf("diverge ways=%d warps32=%.2f cycles_per_round (4 dependent ffma a way)\n", w, cyc([=] { diverge_tp<<<1, 1024>>>(100, w); }) / 3200.0);
  for (int b : {1, 132, 1056, 8448, 67584, 540672}) { printf("launch blocks=%d", b); for (int t : {32, 256, 1024}) printf(" threads%d=%.2fus", t, us([=] { empty<<<b, t>>>(); })); printf("\n"); }
  { double one = us([=] { empty<<<1, 32>>>(); }), many = us([=] { for (int k = 0; k < 100; ++k) empty<<<1, 32>>>(); }); printf("launch back_to_back_us=%.3f single_us=%.3f\n", many / 100, one); }
  for (size_t b : {size_t(4), size_t(4096), size_t(65536), size_t(1) << 20, size_t(1) << 24, size_t(1) << 27}) { void *h; CK(cudaMallocHost(&h, b)); void* g = malloc(b); memset(g, 0, b); printf("copy bytes=%zu h2d_pinned_us=%.2f d2h_pinned_us=%.2f h2d_pageable_us=%.2f d2h_pageable_us=%.2f d2d_us=%.2f\n", b, us([=] { cudaMemcpyAsync(A, h, b, cudaMemcpyHostToDevice); }), us([=] { cudaMemcpyAsync(h, A, b, cudaMemcpyDeviceToHost); }), us([=] { cudaMemcpy(A, g, b, cudaMemcpyHostToDevice); }), us([=] { cudaMemcpy(g, A, b, cudaMemcpyDeviceToHost); }), us([=] { cudaMemcpyAsync(B, A, b, cudaMemcpyDeviceToDevice); })); cudaFreeHost(h); free(g); }
  return 0; }
