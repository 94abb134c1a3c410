//: Array
// Array is an array that is copied, passed and compared as a value.
template <typename T, int N>
struct Array {
	T v[N];
	__host__ __device__ T& operator[](int i) { return v[i]; }
	__host__ __device__ const T& operator[](int i) const { return v[i]; }
};
//: Slice
// Slice is a pointer and the number of elements there.
template <typename T>
struct Slice {
	T* data;
	int len;
};
//: Pitched
// Pitched is a matrix whose rows begin at aligned addresses: row y begins at Data[y * Stride].
template <typename T>
struct Pitched {
	T* Data;
	int Width, Height, Stride;
};
//: equalValue
template <typename T>
__device__ inline bool equal(const T& a, const T& b) {
	return a == b;
}
//: equalArray
template <typename T, int N>
__device__ inline bool equal(const Array<T, N>& a, const Array<T, N>& b) {
	bool same = true;
	for (int i = 0; i < N; i++) {
		same &= equal(a.v[i], b.v[i]);
	}
	return same;
}
//: same_bytes
// same_bytes converts between structs with the same fields.
template <typename To, typename From>
__device__ inline To same_bytes(const From& x) {
	To y;
	memcpy(&y, &x, sizeof y);
	return y;
}
//: shl
// shl shifts by any number of bits: from the width of T on the result is 0.
template <typename T, typename N>
__device__ inline T shl(T x, N n) {
	return (unsigned long long)n < 8 * sizeof(T) ? (T)(x << n) : (T)0;
}
//: shr
// shr shifts by any number of bits: from the width of T on only copies of the sign are left.
template <typename T, typename N>
__device__ inline T shr(T x, N n) {
	return (unsigned long long)n < 8 * sizeof(T) ? (T)(x >> n) : x < 0 ? (T)-1 : (T)0;
}
//: fmax_nan
// fmax_nan is the larger of x and y, and NaN if either is.
__device__ inline float fmax_nan(float x, float y) {
#if __CUDA_ARCH__ >= 800 && !defined __GPUSIM__
	float r;
	asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
	return r;
#else
	return x != x || y != y ? x + y : x == y ? (signbit(x) ? y : x) : x > y ? x : y;
#endif
}
__device__ inline double fmax_nan(double x, double y) {
	return x != x || y != y ? x + y : x == y ? (signbit(x) ? y : x) : x > y ? x : y;
}
//: fmin_nan
// fmin_nan is the smaller of x and y, and NaN if either is.
__device__ inline float fmin_nan(float x, float y) {
#if __CUDA_ARCH__ >= 800 && !defined __GPUSIM__
	float r;
	asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
	return r;
#else
	return x != x || y != y ? x + y : x == y ? (signbit(x) ? x : y) : x < y ? x : y;
#endif
}
__device__ inline double fmin_nan(double x, double y) {
	return x != x || y != y ? x + y : x == y ? (signbit(x) ? x : y) : x < y ? x : y;
}
//: mul_rn
// mul_rn, add_rn, sub_rn and div_rn are rounded by themselves, never fused.
__device__ inline float mul_rn(float x, float y) { return __fmul_rn(x, y); }
__device__ inline double mul_rn(double x, double y) { return __dmul_rn(x, y); }
//: add_rn
__device__ inline float add_rn(float x, float y) { return __fadd_rn(x, y); }
__device__ inline double add_rn(double x, double y) { return __dadd_rn(x, y); }
//: sub_rn
__device__ inline float sub_rn(float x, float y) { return __fsub_rn(x, y); }
__device__ inline double sub_rn(double x, double y) { return __dsub_rn(x, y); }
//: div_rn
__device__ inline float div_rn(float x, float y) { return __fdiv_rn(x, y); }
__device__ inline double div_rn(double x, double y) { return __ddiv_rn(x, y); }
//: lane_id
// lane_id is the position of the thread in its warp.
__device__ inline int lane_id() {
	return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}
//: warp_id
// warp_id is the position of the thread's warp in its block.
__device__ inline int warp_id() {
	return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / warpSize;
}
//: match_all
// match_all is the mask if v has the same bits in all its lanes, and 0 otherwise.
template <typename T>
__device__ inline unsigned match_all(unsigned mask, T v) {
	int all;
	return __match_all_sync(mask, v, &all);
}
//: dynamicBytes
// dynamic_shared_bytes is the size of the dynamic shared memory of the launch.
__device__ inline unsigned dynamic_shared_bytes() {
#ifdef DYNAMIC_SHARED_BYTES // where the assembler is not a GPU's
	return DYNAMIC_SHARED_BYTES;
#else
	unsigned n;
	asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(n));
	return n;
#endif
}
//: trailing_zeros
template <typename T>
__device__ inline int trailing_zeros(T x) {
	return sizeof(T) == 8 ? __clzll(__brevll(x)) : __clz(__brev((unsigned)x));
}
//: bit_length
template <typename T>
__device__ inline int bit_length(T x) {
	return sizeof(T) == 8 ? 64 - __clzll(x) : 32 - __clz((unsigned)x);
}
//: rotate_left
template <typename T>
__device__ inline T rotate_left(T x, int n) {
	const int bits = 8 * sizeof(T);
	int left = n & (bits - 1), right = (bits - left) & (bits - 1);
	return (T)(x << left) | (T)(x >> right);
}
//: full_product
__device__ inline void full_product(unsigned x, unsigned y, unsigned* high, unsigned* low) {
	unsigned long long p = (unsigned long long)x * y;
	*high = (unsigned)(p >> 32), *low = (unsigned)p;
}
__device__ inline void full_product(unsigned long long x, unsigned long long y, unsigned long long* high, unsigned long long* low) {
	*high = __umul64hi(x, y), *low = x * y;
}
//: frexp_go
// frexp_go is frexp with the exponent 0 for infinity and NaN.
__device__ inline float frexp_go(float x, int* exp) {
	float frac = frexpf(x, exp);
	if (isinf(x) || isnan(x)) {
		*exp = 0;
	}
	return frac;
}
__device__ inline double frexp_go(double x, int* exp) {
	double frac = frexp(x, exp);
	if (isinf(x) || isnan(x)) {
		*exp = 0;
	}
	return frac;
}
//: modf_go
// modf_go is modf with the fraction NaN for infinity.
__device__ inline float modf_go(float x, float* whole) {
	float frac = modff(x, whole);
	return isinf(x) ? x - x : frac;
}
__device__ inline double modf_go(double x, double* whole) {
	double frac = modf(x, whole);
	return isinf(x) ? x - x : frac;
}
//: load_matrix_x4
__device__ inline Array<unsigned, 4> load_matrix_x4(const void* row) {
	Array<unsigned, 4> m;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m.v[0]), "=r"(m.v[1]), "=r"(m.v[2]), "=r"(m.v[3]) : "r"((unsigned)__cvta_generic_to_shared(row)));
	return m;
}
//: load_matrix_x4_trans
__device__ inline Array<unsigned, 4> load_matrix_x4_trans(const void* row) {
	Array<unsigned, 4> m;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m.v[0]), "=r"(m.v[1]), "=r"(m.v[2]), "=r"(m.v[3]) : "r"((unsigned)__cvta_generic_to_shared(row)));
	return m;
}
//: load_matrix_x2
__device__ inline Array<unsigned, 2> load_matrix_x2(const void* row) {
	Array<unsigned, 2> m;
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m.v[0]), "=r"(m.v[1]) : "r"((unsigned)__cvta_generic_to_shared(row)));
	return m;
}
//: load_matrix_x2_trans
__device__ inline Array<unsigned, 2> load_matrix_x2_trans(const void* row) {
	Array<unsigned, 2> m;
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m.v[0]), "=r"(m.v[1]) : "r"((unsigned)__cvta_generic_to_shared(row)));
	return m;
}
//: mma_m16n8k16
__device__ inline Array<float, 4> mma_m16n8k16(Array<unsigned, 4> a, Array<unsigned, 2> b, Array<float, 4> c) {
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
		: "+f"(c.v[0]), "+f"(c.v[1]), "+f"(c.v[2]), "+f"(c.v[3])
		: "r"(a.v[0]), "r"(a.v[1]), "r"(a.v[2]), "r"(a.v[3]), "r"(b.v[0]), "r"(b.v[1]));
	return c;
}
//: atomicAdd s64
__device__ inline long long atomicAdd(long long* p, long long v) {
	return (long long)atomicAdd((unsigned long long*)p, (unsigned long long)v);
}
//: atomicSub s64
__device__ inline long long atomicSub(long long* p, long long v) {
	return (long long)atomicAdd((unsigned long long*)p, 0ull - (unsigned long long)v);
}
//: atomicSub u64
__device__ inline unsigned long long atomicSub(unsigned long long* p, unsigned long long v) { return atomicAdd(p, 0ull - v); }
//: atomicSub f32
__device__ inline float atomicSub(float* p, float v) { return atomicAdd(p, -v); }
//: atomicSub f64
__device__ inline double atomicSub(double* p, double v) { return atomicAdd(p, -v); }
//: atomicAnd s64
__device__ inline long long atomicAnd(long long* p, long long v) {
	return (long long)atomicAnd((unsigned long long*)p, (unsigned long long)v);
}
//: atomicOr s64
__device__ inline long long atomicOr(long long* p, long long v) {
	return (long long)atomicOr((unsigned long long*)p, (unsigned long long)v);
}
//: atomicXor s64
__device__ inline long long atomicXor(long long* p, long long v) {
	return (long long)atomicXor((unsigned long long*)p, (unsigned long long)v);
}
//: atomicExch s64
__device__ inline long long atomicExch(long long* p, long long v) {
	return (long long)atomicExch((unsigned long long*)p, (unsigned long long)v);
}
//: atomicExch f64
__device__ inline double atomicExch(double* p, double v) {
	return __longlong_as_double(atomicExch((unsigned long long*)p, (unsigned long long)__double_as_longlong(v)));
}
//: atomicCAS s64
__device__ inline long long atomicCAS(long long* p, long long compare, long long v) {
	return (long long)atomicCAS((unsigned long long*)p, (unsigned long long)compare, (unsigned long long)v);
}
//: atomicCAS f32
// atomicCAS of floats compares as == does: -0 equals 0, and NaN nothing.
__device__ inline float atomicCAS(float* p, float compare, float v) {
	unsigned old = *(volatile unsigned*)p;
	while (__uint_as_float(old) == compare) {
		unsigned seen = atomicCAS((unsigned*)p, old, __float_as_uint(v));
		if (seen == old) {
			break;
		}
		old = seen;
	}
	return __uint_as_float(old);
}
//: atomicCAS f64
// atomicCAS of floats compares as == does: -0 equals 0, and NaN nothing.
__device__ inline double atomicCAS(double* p, double compare, double v) {
	unsigned long long old = *(volatile unsigned long long*)p;
	while (__longlong_as_double(old) == compare) {
		unsigned long long seen = atomicCAS((unsigned long long*)p, old, (unsigned long long)__double_as_longlong(v));
		if (seen == old) {
			break;
		}
		old = seen;
	}
	return __longlong_as_double(old);
}
//: atomicMin f32
__device__ inline float atomicMin(float* p, float v) {
	unsigned old = *(volatile unsigned*)p, seen;
	do {
		seen = old;
		old = atomicCAS((unsigned*)p, seen, __float_as_uint(fmin_nan(__uint_as_float(seen), v)));
	} while (old != seen);
	return __uint_as_float(old);
}
//: atomicMax f32
__device__ inline float atomicMax(float* p, float v) {
	unsigned old = *(volatile unsigned*)p, seen;
	do {
		seen = old;
		old = atomicCAS((unsigned*)p, seen, __float_as_uint(fmax_nan(__uint_as_float(seen), v)));
	} while (old != seen);
	return __uint_as_float(old);
}
//: atomicMin f64
__device__ inline double atomicMin(double* p, double v) {
	unsigned long long old = *(volatile unsigned long long*)p, seen;
	do {
		seen = old;
		old = atomicCAS((unsigned long long*)p, seen, (unsigned long long)__double_as_longlong(fmin_nan(__longlong_as_double(seen), v)));
	} while (old != seen);
	return __longlong_as_double(old);
}
//: atomicMax f64
__device__ inline double atomicMax(double* p, double v) {
	unsigned long long old = *(volatile unsigned long long*)p, seen;
	do {
		seen = old;
		old = atomicCAS((unsigned long long*)p, seen, (unsigned long long)__double_as_longlong(fmax_nan(__longlong_as_double(seen), v)));
	} while (old != seen);
	return __longlong_as_double(old);
}
