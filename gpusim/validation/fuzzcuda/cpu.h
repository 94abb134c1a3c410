#include <cmath>
#include <cstdio>
#include <cstring>
#define __global__
#define __device__
#define __host__
#define __constant__
static struct { unsigned x, y, z; } threadIdx;
static int __mul24(int a, int b) { return (int)((long long)(a << 8 >> 8) * (b << 8 >> 8)); }
static unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static int __clz(int x) { return x ? __builtin_clz(x) : 32; }
static int __ffs(int x) { return __builtin_ffs(x); }
static unsigned __brev(unsigned x) { unsigned y = 0; for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (31 - i); return y; }
static unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) { return (unsigned)((((unsigned long long)hi << 32 | lo) << (n & 31)) >> 32); }
static unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
	unsigned long long both = (unsigned long long)b << 32 | a;
	unsigned r = 0;
	for (int i = 0; i < 4; i++) {
		unsigned byte = (unsigned)(both >> 8 * (s >> 4 * i & 7)) & 255;
		r |= byte << 8 * i;
	}
	return r;
}
template <class T> static T min(T a, T b) { return b < a ? b : a; }
template <class T> static T max(T a, T b) { return a < b ? b : a; }
static float __fmul_rn(float a, float b) { return a * b; }
static double __dmul_rn(double a, double b) { return a * b; }
static void run(void (*k)(unsigned long long *, const unsigned *)) {
	unsigned long long out[THREADS];
	for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++) k(out, input);
	fwrite(out, sizeof out, 1, stdout);
}
