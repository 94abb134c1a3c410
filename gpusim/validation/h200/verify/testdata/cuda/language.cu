// The rules of C, one by one.
#include "shapes.cuh"
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
enum Mode { PLAIN, TWICE = 4, NEXT };
typedef unsigned int word;
using real = float;
constexpr int COUNT = 3;
__constant__ float table[COUNT + 1] = {1, 2, 3, 4};
__constant__ float coefficients[4] = {0.5f, -1, 2};
__device__ int offset = 7;
__device__ const int primes[] = {2, 3, 5, 7, 11};

__global__ void promotions(int* out, const signed char* a, const unsigned char* b, const short* c) {
	int i = GID;
	unsigned char wrapped = b[i] + 250;
	signed char narrow = a[i] * 5;
	short s = c[i] + 32760;
	out[i] = wrapped + narrow + s + (a[i] - 100 < b[i]) + ~b[i] + (-a[i] >> 1) + !c[i];
}
__global__ void signedness(int* out, const int* in) {
	int i = GID, n = in[i] - 30;
	unsigned u = n;
	out[i] = (n < 5u) + (u > -1) * 2 + (u / 3) % 7 + n / 4 + n % 4 + (n >> 2) + int(u >> 28) + (n < 0 ? -1 : 1);
}
__global__ void longs(long long* out, const int* in) {
	int i = GID;
	long long big = (long long)in[i] * 123456789 << 3;
	size_t size = sizeof(int) * i;
	unsigned long long u = ~0ull / (in[i] + 1);
	out[i] = big + size - (big % 1000) + (long)(u >> 40) + __mul64hi(big, big) + __umulhi(in[i] * 77777u, 99999u);
}
__global__ void pointers(int* out, const int* in, int n) {
	int i = GID;
	const int *p = in + i + 8, *q = &in[i];
	int s = p[-3] + *(p - 1) + (p - q) + (q < p) + (p != q);
	for (const int* r = q; r < p; r += 2) s += *r++;
	int* o = out + i;
	*o++ = s;
	o[-1] += 3[in] * n;
}
__global__ void effects(int* out, const int* in) {
	int i = GID, k = 0, a = 0, b = 0;
	a = b = in[i];
	a += k++, b -= ++k;
	if (in[i] > 20 && (k = 9) && a++ > 3 || (b += 2, false)) k *= 2;
	int c = in[i] & 1 ? k++ : (k -= 3, k--);
	while (k-- > 0) b += k;
	out[i] = a * 10000 + b * 100 + c + k;
}
__global__ void loops(int* out, const int* in) {
	int s = 0, i = 0;
	do {
		if (i % 3 == 0) continue;
		if (i == 11) break;
		s += i;
	} while (++i < in[GID]);
	for (int a = 0, b = 10; a < b; ++a, b--) {
		if (a == 2) continue;
		s += a * b;
	}
	for (;;) if (++s % 7 == 0) break;
	for (int x = 0; x < 4; x++) for (int y = x; y < 4; y++) { if (y == 3) break; s += x ^ y; }
	out[GID] = s;
}
__global__ void switches(int* out, const int* in) {
	int r = 0;
	switch (in[GID] % 8) {
	case PLAIN: r = 1;
	case 1: r += 10; break;
	case 2: case 3: { r = 3; break; }
	case TWICE: r = 44; break;
	case NEXT: if (in[GID] > 20) break; r = 5;
	default: r += 7;
	}
	out[GID] = r;
}
__global__ void floats(float* out, double* dout, const float* in) {
	int i = GID;
	float x = in[i], y = x * 0.1 + 1;
	double d = x / 3 + 1e-3;
	out[i] = (int)x + (float)(unsigned char)(int)(x + 10) + sqrtf(fabsf(x)) + fmaf(x, y, 2.f) + floorf(x) - ceilf(y) + fminf(x, y) + fmaxf(x, 0) + fabsf(-x) + max(3, i % 5) + rintf(x * 2.5f) + truncf(y);
	dout[i] = d + fabs(-d) + fmin(d, 2.0) + (x < y) + x;
}
__global__ void constants(float* out) {
	int i = GID;
	float acc = 0;
	for (int k = 0; k < COUNT; ++k) acc += table[k] * coefficients[k];
	out[i] = acc + coefficients[i % 4] + offset + primes[i % 5] + 'a' + 0x1F + 017 + 1e2f + (real)COUNT;
}
__global__ void arrays(int* out, const int* in) {
	int a[4] = {1, 2}, m[2][3] = {{1, 2, 3}, {4}}, flat[2][2] = {5, 6, 7, 8}, sized[] = {9, 8, 7};
	for (int k = 0; k < 4; k++) a[k] += in[GID + k];
	int* p = a;
	p[1] *= 2;
	out[GID] = a[0] + a[1] + a[2] * a[3] + m[1][0] + m[0][2] + m[1][2] + flat[1][0] + sizeof(sized) / sizeof(sized[0]) + a[in[GID] & 3];
}
__device__ void swap_ints(int& a, int& b) { int t = a; a = b; b = t; }
__device__ int twice(int x) { return 2 * x; }
__device__ float twice(float x) { return 2 * x + 0.5f; }
__device__ int defaults(int a, int b = 4, int c = COUNT) { return a + b * c; }
__device__ unsigned factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void calls(float* out, const int* in) {
	int a = in[GID], b = 3;
	swap_ints(a, b);
	out[GID] = twice(a) + twice(1.5f) + defaults(b) + defaults(b, 1) + factorial(b % 6) + min(a, b);
}
__global__ void structs(float* out, const float* in) {
	int i = GID;
	Vec2 v(in[i], 1), w = {2, 3};
	v += w;
	Vec2 u = v * 2.0f - w;
	Box b = {u, {1, 1}, 4};
	Box c = b;
	c.low.x = 9;
	Vec2* p = &c.high;
	p->y++;
	out[i] = dot(u, v) + b.low.x + c.low.x + c.area() + b.tag + (v == w) + p->length2();
}
__global__ void vectors(float4* out, const float4* in, float2* pairs) {
	int i = GID;
	float4 f = in[i];
	f.x += f.w;
	f = make_float4(f.y, f.x, f.z * 2, 1);
	int2 n = make_int2(i, i + 1);
	uchar4 c = make_uchar4(n.x, 2, 3, 255);
	float2 g = pairs[i];
	g.x -= c.w;
	pairs[i] = g;
	f.w += n.y + dim3(5).y;
	out[i] = f;
}
__global__ void reinterpreted(float* out, const float* in) {
	int i = GID;
	float4 v = reinterpret_cast<const float4*>(in)[i % 16];
	const int* bits = (const int*)in;
	unsigned char* bytes = (unsigned char*)(out + 512);
	bytes[i] = static_cast<unsigned char>(bits[i] >> 16);
	out[i] = v.x + v.y - v.z * v.w + (float)(bits[i] & 0xff) + __int_as_float(__float_as_int(in[i]) ^ 1);
}
template <typename T, int N> struct Stack {
	T items[N];
	int size = 0;
	__device__ bool push(const T& v) { if (size == N) return false; items[size++] = v; return true; }
	__device__ T pop() { return items[--size]; }
};
__global__ void class_template(int* out, const int* in) {
	Stack<int, 4> s;
	for (int k = 0; k < 6; k++) if (!s.push(in[GID + k])) break;
	out[GID] = s.pop() * 100 + s.pop() + s.size;
}
template <int N> __device__ int power(int x) { if constexpr (N == 0) return 1; else return x * power<N - 1>(x); }
template <typename T> __device__ T clamp(T x, T lo, T hi) { return x < lo ? lo : x > hi ? hi : x; }
template <typename A, typename B> __device__ auto mixed(A a, B b) { return a + b; }
__global__ void templates(float* out, const int* in) {
	int x = in[GID] % 9;
	out[GID] = power<3>(x) + clamp(x, 2, 5) + clamp<float>(x, 0.5f, 3.5f) + mixed(x, 1.5f);
}
__global__ void lambdas(int* out, const int* in) {
	int x = in[GID], total = 0;
	auto add = [&](int d) { total += d * x; };
	auto copied = [=](int d) -> int { return d + x; };
	x = 1;
	for (int k = 0; k < 3; k++) add(k);
	out[GID] = total + copied(100);
}
__global__ void shadowed(int* out, const int* in) {
	int len = in[GID], type = 2, func = 3, range = 4, min_ = 1;
	{ int len = 5; type += len; }
	for (int len = 0; len < 2; len++) range += len;
	out[GID] = len + type + func + range + min_;
}
__global__ void bits(unsigned* out, const unsigned* in) {
	unsigned v = in[GID];
	v = (v << 16) | (v >> 16), v ^= 0x55u, v &= ~4u, v |= 1u << 5;
	out[GID] = __brev(v) + __popc(v) + __clz(v) + __ffs(v) + (v << (in[GID] & 7)) + umin(v, 9u);
}
__global__ void unused_result(int* out, int* counter) {
	int unused, seen = 3;
	atomicAdd(counter, 1);
	seen;
	out[GID] = 1 ? 2 : seen;
}
__global__ void early(float* out, const float* in, int n) {
	int i = GID;
	if (i >= n * 10) return;
	if (in[i] < 0) { out[i] = -1; return; }
	out[i] = in[i] > 2 ? in[i] > 3 ? 3 : 2.5f : in[i];
}
namespace inner { __device__ int deep(int x) { return x - 1; } }
__global__ void spaces(int* out, const int* in) { out[GID] = inner::deep(in[GID]); }
__global__ void grid_stride(float* y, const float* x, float a, int n) {
	for (size_t i = GID; i < (size_t)n * 50; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
__global__ void lookup(int* out, const int* __restrict__ in) { out[GID] = __ldg(&in[in[GID] % 100]) + __ldg(in + GID); }
__global__ void pascal(int* out) {
	int row[8];
	for (int i = 0; i < 8; i++) {
		row[i] = 1;
		for (int j = i - 1; j > 0; --j) row[j] += row[j - 1];
	}
	out[GID] = row[GID % 8];
}
__global__ void sorted(float* out, const float* in) {
	float a[5];
	for (int k = 0; k < 5; ++k) a[k] = in[(GID + k * 13) % 64];
	for (int k = 0; k < 4; ++k) for (int j = 0; j < 4 - k; ++j) if (a[j] > a[j + 1]) { float v = a[j]; a[j] = a[j + 1]; a[j + 1] = v; }
	out[GID] = a[2];
}
__global__ void collatz(int* out, const int* in) {
	int n = in[GID] + 1, steps = 0;
	while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; }
	out[GID] = steps;
}
__global__ void newton(float* out, const float* in) {
	float x = fabsf(in[GID]) + 1, r = x;
	for (int i = 0; i < 10 && r * r - x > 1e-4f; i++) r = 0.5f * (r + x / r);
	out[GID] = r;
}
__global__ void mandel(int* out, int n) {
	float cx = (int)(GID % 16) * 0.2f - 2, cy = GID / 16 * 0.25f - 1, x = 0, y = 0;
	int i = 0;
	for (; i < 20 && x * x + y * y < 4; i++) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; }
	out[GID] = i * n;
}
__global__ void hash(unsigned* out, const unsigned* in) {
	unsigned h = 2166136261u;
	const unsigned char* p = (const unsigned char*)&in[GID];
	for (int k = 0; k < 4; k++) h = (h ^ p[k]) * 16777619u;
	out[GID] = h;
}
__global__ void saxpy_half(float* y, const float* x, float a) {
	const int i = GID;
	y[i] *= a, y[i] /= 3.0f, y[i] -= x[i], y[i] += (i & 1) ? -a : +a;
}
