// Complex numbers, by the headers of CUDA.
#pragma once

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

__device__ inline float cuCrealf(float2 a) { return a.x; }
__device__ inline float cuCimagf(float2 a) { return a.y; }
__device__ inline float2 make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
__device__ inline float2 make_cuComplex(float x, float y) { return make_float2(x, y); }
__device__ inline float2 cuConjf(float2 a) { return make_float2(a.x, -a.y); }
__device__ inline float2 cuCaddf(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 cuCsubf(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ inline float2 cuCmulf(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ inline float2 cuCfmaf(float2 a, float2 b, float2 c) { return make_float2(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y); }
__device__ inline float2 cuCdivf(float2 a, float2 b) {
	float s = 1.0f / (fabsf(b.x) + fabsf(b.y)), ax = a.x * s, ay = a.y * s, bx = b.x * s, by = b.y * s;
	float t = 1.0f / (bx * bx + by * by);
	return make_float2((ax * bx + ay * by) * t, (ay * bx - ax * by) * t);
}
__device__ inline float cuCabsf(float2 a) { return hypotf(a.x, a.y); }
__device__ inline double cuCreal(double2 a) { return a.x; }
__device__ inline double cuCimag(double2 a) { return a.y; }
__device__ inline double2 make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
__device__ inline double2 cuConj(double2 a) { return make_double2(a.x, -a.y); }
__device__ inline double2 cuCadd(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
__device__ inline double2 cuCsub(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }
__device__ inline double2 cuCmul(double2 a, double2 b) { return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ inline double2 cuCfma(double2 a, double2 b, double2 c) { return make_double2(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y); }
__device__ inline double2 cuCdiv(double2 a, double2 b) {
	double s = 1.0 / (fabs(b.x) + fabs(b.y)), ax = a.x * s, ay = a.y * s, bx = b.x * s, by = b.y * s;
	double t = 1.0 / (bx * bx + by * by);
	return make_double2((ax * bx + ay * by) * t, (ay * bx - ax * by) * t);
}
__device__ inline double cuCabs(double2 a) { return hypot(a.x, a.y); }
