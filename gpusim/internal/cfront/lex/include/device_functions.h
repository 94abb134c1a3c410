// Functions of CUDA that consist of others. The preprocessor adds this file to a source that names one
// of them.
#pragma once

__device__ inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { return __permute_of(a, b, s & 0x7777); }
__device__ inline int __dp4a(int a, int b, int c) { return __dot_bytes_of(a, b, c); }
__device__ inline unsigned __word_of(uchar4 a) { return a.x | a.y << 8 | a.z << 16 | (unsigned)a.w << 24; }
__device__ inline unsigned __word_of(char4 a) { return (unsigned char)a.x | (unsigned char)a.y << 8 | (unsigned char)a.z << 16 | (unsigned)a.w << 24; }
__device__ inline int __dp4a(char4 a, char4 b, int c) { return __dot_bytes_of(__word_of(a), __word_of(b), c); }
__device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(__word_of(a), __word_of(b), c); }
__device__ inline double __hiloint2double(int hi, int lo) { return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo)); }
__device__ inline int __double2hiint(double x) { return __double_as_longlong(x) >> 32; }
__device__ inline int __double2loint(double x) { return __double_as_longlong(x); }
// The sine of x half turns, or its cosine where turn is 1. The remainder of x is exact.
__device__ inline float __halfturns(float x, int turn) {
	float whole = rintf(x + x), r = fmaf(-whole, 0.5f, x), rr = __fmul_rn(r, r);
	int quarter = (int)whole + turn;
	float even = fmaf(fmaf(fmaf(fmaf(0x1.d09c24p-3f, rr, -0x1.55a5c0p0f), rr, 0x1.03c19ep2f), rr, -0x1.3bd3ccp2f), rr, 1.0f);
	float odd = fmaf(fmaf(-0x1.2f5992p-1f, rr, 0x1.466b20p1f), rr, -0x1.4abbecp2f);
	float s = quarter & 1 ? even : fmaf(3.14159274f, r, __fmul_rn(odd, __fmul_rn(rr, r)));
	return quarter & 2 ? 0.0f - s : s;
}
__device__ inline double __halfturns(double x, int turn) {
	double whole = rint(x + x), r = fma(-whole, 0.5, x);
	double angle = fma(r, 3.1415926535897931, __dmul_rn(r, 1.2246467991473532e-16));
	long long quarter = (long long)whole + turn;
	double s = quarter & 1 ? cos(angle) : sin(angle);
	return quarter & 2 ? 0.0 - s : s;
}
__device__ inline float sinpif(float x) { return truncf(x) == x ? x * 0.0f : __halfturns(x, 0); }
__device__ inline float cospif(float x) { return __halfturns(fabsf(x) <= 16777216.0f ? x : x * 0.0f, 1); }
__device__ inline double sinpi(double x) { return trunc(x) == x ? x * 0.0 : __halfturns(x, 0); }
__device__ inline double cospi(double x) { return __halfturns(fabs(x) <= 9007199254740992.0 ? x : x * 0.0, 1); }
__device__ inline float sinpi(float x) { return sinpif(x); }
__device__ inline float cospi(float x) { return cospif(x); }
__device__ inline void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
__device__ inline void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
__device__ inline float modff(float x, float *whole) {
	*whole = truncf(x);
	return *whole == x ? copysignf(0.0f, x) : __fsub_rn(x, *whole);
}
__device__ inline double modf(double x, double *whole) {
	*whole = trunc(x);
	return *whole == x ? copysign(0.0, x) : __dsub_rn(x, *whole);
}
__device__ inline float modf(float x, float *whole) { return modff(x, whole); }
__device__ inline float fdimf(float x, float y) { return x <= y ? 0.0f : __fsub_rn(x, y); }
__device__ inline double fdim(double x, double y) { return x <= y ? 0.0 : __dsub_rn(x, y); }
__device__ inline float fdim(float x, float y) { return fdimf(x, y); }

// Norms: a power of two scales the arguments, so that no square is too large or too small.
__device__ inline unsigned __exponent(float x) { return __float_as_uint(x) & 0xfe000000u; }
__device__ inline float __downscale(float x) { return __uint_as_float(0x7e800000u - __exponent(x)); }
__device__ inline float __upscale(float x) { return __uint_as_float(__exponent(x) | 0x00800000u); }
__device__ inline unsigned __exponent(double x) { return __double2hiint(x) & 0xffc00000u; }
__device__ inline double __downscale(double x) { return __hiloint2double(0x7fd00000u - __exponent(x), 0); }
__device__ inline double __upscale(double x) { return __hiloint2double(__exponent(x) | 0x00100000u, 0); }
__device__ inline float norm4df(float x, float y, float z, float w) {
	x = fabsf(x), y = fabsf(y), z = fabsf(z), w = fabsf(w);
	float sum = z + (x + y + w);
	float a = fminf(x, y), most = fmaxf(x, y), b = fminf(most, z);
	most = fmaxf(most, z);
	float c = fminf(most, w);
	most = fmaxf(most, w);
	if (most == 1.0f / 0.0f)
		return most;
	float down = __downscale(most);
	a *= down, b *= down, c *= down;
	float m = most * down, norm = sqrtf(fmaf(m, m, fmaf(a, a, fmaf(b, b, __fmul_rn(c, c))))) * __upscale(most);
	return sum > most ? norm : sum;
}
// Of three numbers most is the largest. Its square and those of the others, all scaled down, add up to squares, and
// sum > most is false where a number is NaN or alone.
#define __NORM3(T, ABS, MIN, MAX, FMA, MUL, INFINITE, OF_INFINITE)                    \
	x = ABS(x), y = ABS(y), z = ABS(z);                                               \
	T sum = x + y + z, a = MIN(x, y), most = MAX(x, y), b = MIN(most, z);             \
	most = MAX(most, z);                                                              \
	if (most == INFINITE)                                                             \
		return OF_INFINITE;                                                           \
	T down = __downscale(most);                                                       \
	a *= down, b *= down;                                                             \
	T m = most * down, squares = FMA(m, m, FMA(a, a, MUL(b, b)));
__device__ inline float norm3df(float x, float y, float z) {
	__NORM3(float, fabsf, fminf, fmaxf, fmaf, __fmul_rn, 1.0f / 0.0f, most)
	float norm = sqrtf(squares) * __upscale(most);
	return sum > most ? norm : sum;
}
__device__ inline float rnorm3df(float x, float y, float z) {
	__NORM3(float, fabsf, fminf, fmaxf, fmaf, __fmul_rn, 1.0f / 0.0f, 0.0f)
	float norm = rsqrtf(squares) * down;
	return isnan(sum) ? sum : norm;
}
__device__ inline double norm3d(double x, double y, double z) {
	__NORM3(double, fabs, fmin, fmax, fma, __dmul_rn, 1.0 / 0.0, most)
	double norm = sqrt(squares) * __upscale(most);
	return sum > most ? norm : sum;
}
__device__ inline double rnorm3d(double x, double y, double z) {
	__NORM3(double, fabs, fmin, fmax, fma, __dmul_rn, 1.0 / 0.0, 0.0)
	double norm = rsqrt(squares) * down;
	return sum > 0.0 ? norm : sum + 1.0 / 0.0;
}
__device__ inline float rhypotf(float x, float y) {
	if (isinf(x) || isinf(y))
		return 0.0f;
	float most = fmaxf(fabsf(x), fabsf(y)), down = __downscale(most), a = fminf(fabsf(x), fabsf(y)) * down, m = most * down;
	return isnan(x + y) ? x + y : rsqrtf(fmaf(m, m, __fmul_rn(a, a))) * down;
}
__device__ inline double rhypot(double x, double y) {
	if (isinf(x) || isinf(y))
		return 0.0;
	double most = fmax(fabs(x), fabs(y)), down = __downscale(most), a = fmin(fabs(x), fabs(y)) * down, m = most * down;
	return isnan(x + y) ? x + y : rsqrt(fma(m, m, __dmul_rn(a, a))) * down;
}
__device__ inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
__device__ inline double rcbrt(double x) { return 1.0 / cbrt(x); }
__device__ inline float rcbrt(float x) { return rcbrtf(x); }
// The normal distribution. Far below 0, what rounding takes from x/sqrt(2) counts many times.
__device__ inline float normcdff(float x) {
	float t = x * -0.70710678f, e = fmaf(x, -0.70710678f, -t) + x * -1.21016172e-8f, r = 0.5f * erfcf(t);
	return t > 1.0f && t < 11.0f ? fmaf(-2.0f * t * e, r, r) : r;
}
__device__ inline double normcdf(double x) {
	double t = x * -0.70710678118654757, e = fma(x, -0.70710678118654757, -t) + x * 4.8336466567264567e-17, r = 0.5 * erfc(t);
	return t > 1.0 && t < 28.0 ? fma(-2.0 * t * e, r, r) : r;
}
__device__ inline float normcdf(float x) { return normcdff(x); }
__device__ inline float remainderf(float x, float y) {
	float n = fabsf(y), r = fmodf(fabsf(x), n + n); // exact; below two n
	if (isinf(n + n))
		r = fmodf(fabsf(x), n);
	if (n < 0x1p-125f ? r + r > n : r > n / 2)
		r -= n;
	if (n < 0x1p-125f ? r + r >= n : r >= n / 2)
		r -= n;
	return signbit(x) ? -r : r;
}
__device__ inline double remainder(double x, double y) {
	double n = fabs(y), r = fmod(fabs(x), n + n); // exact; below two n
	if (isinf(n + n))
		r = fmod(fabs(x), n);
	if (n < 0x1p-1021 ? r + r > n : r > n / 2)
		r -= n;
	if (n < 0x1p-1021 ? r + r >= n : r >= n / 2)
		r -= n;
	return signbit(x) ? -r : r;
}
__device__ inline float remainder(float x, float y) { return remainderf(x, y); }
__device__ inline unsigned __sad(int a, int b, unsigned c) { return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b); }
__device__ inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
__device__ inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__device__ inline unsigned __uhadd(unsigned a, unsigned b) { return ((unsigned long long)a + b) >> 1; }
__device__ inline unsigned __fns(unsigned mask, unsigned base, int offset) {
	int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
	for (unsigned i = base; i < 32; i += step) {
		if ((mask >> i & 1) && --left <= 0)
			return i;
		if (offset == 0)
			break;
	}
	return 0xffffffffu;
}
__device__ inline void *memcpy(void *to, const void *from, size_t n) {
	for (size_t i = 0; i < n; i++)
		((char *)to)[i] = ((const char *)from)[i];
	return to;
}
__device__ inline void *memset(void *to, int c, size_t n) {
	for (size_t i = 0; i < n; i++)
		((unsigned char *)to)[i] = c;
	return to;
}
