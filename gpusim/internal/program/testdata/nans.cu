// What operations make of NaN, infinity and zero: for each pair of numbers the bits of each result.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>

constexpr int n = 8;
constexpr unsigned words[n] = {0x00000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc12345, 0xffc00000, 0xff812345};
constexpr unsigned long long longs[n] = {0x0000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
                                         0xfff0000000000000, 0x7ff8000012345678, 0xfff8000000000000, 0xfff0000012345678};
constexpr unsigned short shorts[n] = {0x0000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e12, 0xfe00, 0xfd12};
constexpr int most = 16;

__global__ void floats(const unsigned *in, unsigned *out) {
	float a = __uint_as_float(in[threadIdx.x]), b = __uint_as_float(in[threadIdx.y]);
	float r[] = {a + b, a - b, a * b, a / b, fmaf(a, b, 1.0f), fmaf(1.0f, a, b), fminf(a, b), fmaxf(a, b),
	             sqrtf(a), -a, fabsf(a), a > b ? a : b, __fdividef(a, b), rsqrtf(a), truncf(a), (float)(double)a};
	for (int i = 0; i < most; i++)
		out[(threadIdx.y * n + threadIdx.x) * most + i] = __float_as_uint(r[i]);
}

__global__ void doubles(const unsigned long long *in, unsigned long long *out) {
	double a = __longlong_as_double(in[threadIdx.x]), b = __longlong_as_double(in[threadIdx.y]);
	double r[] = {a + b, a - b, a * b, a / b, fma(a, b, 1.0), fma(1.0, a, b), fmin(a, b), fmax(a, b),
	              sqrt(a), -a, fabs(a), a > b ? a : b, rsqrt(a), trunc(a), (double)(float)a, 0};
	for (int i = 0; i < most; i++)
		out[(threadIdx.y * n + threadIdx.x) * most + i] = __double_as_longlong(r[i]);
}

__global__ void halves(const unsigned short *in, unsigned short *out) {
	__half a = __ushort_as_half(in[threadIdx.x]), b = __ushort_as_half(in[threadIdx.y]);
	__half r[] = {__hadd(a, b), __hsub(a, b), __hmul(a, b), __hdiv(a, b), __hfma(a, b, __float2half(1.0f)), __hmin(a, b), __hmax(a, b),
	              hsqrt(a), __float2half(__half2float(a)), __float2half(__half2float(a) + 1.0f)};
	for (int i = 0; i < 10; i++)
		out[(threadIdx.y * n + threadIdx.x) * most + i] = __half_as_ushort(r[i]);
}

template <class T> void run(const char *name, void (*kernel)(const T *, T *), const T *values, int results) {
	T *in, *out;
	cudaMallocManaged(&in, n * sizeof(T));
	cudaMallocManaged(&out, n * n * most * sizeof(T));
	memcpy(in, values, n * sizeof(T));
	kernel<<<1, dim3(n, n)>>>(in, out);
	if (cudaError_t e = cudaDeviceSynchronize())
		printf("%s\n", cudaGetErrorString(e));
	const int digits = 2 * sizeof(T);
	for (int i = 0; i < n * n; i++) {
		printf("%s %0*llx %0*llx", name, digits, (unsigned long long)in[i % n], digits, (unsigned long long)in[i / n]);
		for (int j = 0; j < results; j++)
			printf(" %0*llx", digits, (unsigned long long)out[i * most + j]);
		printf("\n");
	}
}

int main() {
	run("float", floats, words, 16);
	run("double", doubles, longs, 15);
	run("half", halves, shorts, 10);
}
