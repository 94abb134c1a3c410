// cuda_runtime.h declares what the programs use of CUDA, so that clang's CUDA front end
// checks their syntax and types without CUDA's headers.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __noinline__ __attribute__((noinline))
#define BOTH __host__ __device__

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef unsigned long long cudaTextureObject_t;
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };

#define VECTORS(name, T, two, four)                          \
	struct __align__(two) name##2 { T x, y; };               \
	struct name##3 { T x, y, z; };                           \
	struct __align__(four) name##4 { T x, y, z, w; };        \
	BOTH name##2 make_##name##2(T x, T y);                   \
	BOTH name##3 make_##name##3(T x, T y, T z);              \
	BOTH name##4 make_##name##4(T x, T y, T z, T w);
VECTORS(char, signed char, 2, 4)
VECTORS(uchar, unsigned char, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(ushort, unsigned short, 4, 8)
VECTORS(int, int, 8, 16)
VECTORS(uint, unsigned, 8, 16)
VECTORS(longlong, long long, 16, 16)
VECTORS(ulonglong, unsigned long long, 16, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)
struct dim3 {
	unsigned x, y, z;
	BOTH dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
#include "__clang_cuda_builtin_vars.h"

extern "C" {
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, size_t*, void*);
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
cudaError_t cudaSetupArgument(const void*, size_t, size_t);
cudaError_t cudaLaunch(const void*);
}
const char* cudaGetErrorString(cudaError_t);
cudaError_t cudaMalloc(void**, size_t);
cudaError_t cudaFree(void*);
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T&, const void*, size_t);
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int);
enum cudaLimit { cudaLimitStackSize };
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);

// Functions with the same arguments in Go, from the table of package intrinsic.
#include "functions.h"

#define LDG(T) __device__ T __ldg(const T*);
#define LDGS(name) LDG(name##2) LDG(name##4)
LDG(signed char) LDG(unsigned char) LDG(short) LDG(unsigned short)
LDGS(char) LDGS(uchar) LDGS(short) LDGS(ushort) LDGS(int) LDGS(uint) LDGS(float)
LDG(double2) LDG(longlong2) LDG(ulonglong2)

__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ float frexpf(float, int*);
__device__ double frexp(double, int*);
__device__ float modff(float, float*);
__device__ double modf(double, double*);
__device__ void sincosf(float, float*, float*);
__device__ void sincos(double, double*, double*);
__device__ double rsqrt(double);
__device__ bool isinf(float);
__device__ bool isinf(double);
__device__ bool isnan(float);

#define MINMAX(T) BOTH T min(T, T); BOTH T max(T, T);
MINMAX(int) MINMAX(unsigned) MINMAX(long long) MINMAX(unsigned long long)
BOTH unsigned min(int, unsigned);
BOTH unsigned max(int, unsigned);
BOTH unsigned min(unsigned, int);
BOTH unsigned max(unsigned, int);

template <typename... T>
__device__ int printf(const char*, T...);
__device__ void* memcpy(void*, const void*, size_t);

template <typename T>
__device__ T tex1Dfetch(cudaTextureObject_t, int);
template <typename T>
__device__ T tex1D(cudaTextureObject_t, float);
template <typename T>
__device__ T tex2D(cudaTextureObject_t, float, float);
