// Functions of CUDA that consist of others. The preprocessor adds this file to a source that names one
// of them.
#pragma once

__device__ inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
	unsigned long long v = (unsigned long long)b << 32 | a;
	unsigned r = 0;
	for (int i = 0; i < 4; i++) {
		unsigned n = s >> 4 * i & 0xf, byte = v >> 8 * (n & 7) & 0xff;
		r |= ((n & 8) ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
	}
	return r;
}
__device__ inline int __dp4a(int a, int b, int c) {
	for (int i = 0; i < 32; i += 8)
		c += (signed char)(a >> i) * (signed char)(b >> i);
	return c;
}
__device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
	for (int i = 0; i < 32; i += 8)
		c += (a >> i & 0xff) * (b >> i & 0xff);
	return c;
}
__device__ inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ inline double __hiloint2double(int hi, int lo) { return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo)); }
__device__ inline int __double2hiint(double x) { return __double_as_longlong(x) >> 32; }
__device__ inline int __double2loint(double x) { return __double_as_longlong(x); }
__device__ inline float sinpif(float x) { return sinf(3.141592654f * fmodf(x, 2.0f)); }
__device__ inline float cospif(float x) { return cosf(3.141592654f * fmodf(x, 2.0f)); }
__device__ inline double sinpi(double x) { return sin(3.1415926535897931 * fmod(x, 2.0)); }
__device__ inline double cospi(double x) { return cos(3.1415926535897931 * fmod(x, 2.0)); }
__device__ inline void sincospif(float x, float *s, float *c) { sincosf(3.141592654f * fmodf(x, 2.0f), s, c); }
__device__ inline float fdimf(float x, float y) { return x > y ? x - y : 0.0f; }
__device__ inline double fdim(double x, double y) { return x > y ? x - y : 0.0; }
__device__ inline float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
__device__ inline double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
__device__ inline float norm4df(float x, float y, float z, float w) { return sqrtf(x * x + y * y + z * z + w * w); }
__device__ inline float rnorm3df(float x, float y, float z) { return rsqrtf(x * x + y * y + z * z); }
__device__ inline double rnorm3d(double x, double y, double z) { return rsqrt(x * x + y * y + z * z); }
__device__ inline float rhypotf(float x, float y) { return rsqrtf(x * x + y * y); }
__device__ inline double rhypot(double x, double y) { return rsqrt(x * x + y * y); }
__device__ inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
__device__ inline double rcbrt(double x) { return 1.0 / cbrt(x); }
__device__ inline float normcdff(float x) { return 0.5f * erfcf(-0.70710678f * x); }
__device__ inline double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752440 * x); }
__device__ inline float remainderf(float x, float y) { return x - y * rintf(x / y); }
__device__ inline double remainder(double x, double y) { return x - y * rint(x / y); }
__device__ inline unsigned __sad(int a, int b, unsigned c) { return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b); }
__device__ inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
__device__ inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__device__ inline unsigned __uhadd(unsigned a, unsigned b) { return ((unsigned long long)a + b) >> 1; }
__device__ inline unsigned __fns(unsigned mask, unsigned base, int offset) {
	for (unsigned i = base; i < 32; i++)
		if ((mask >> i & 1) && --offset <= 0)
			return i;
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
