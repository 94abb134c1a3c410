// The types and functions that cuda_fp16.h and cuda_bf16.h share. Each of them includes this file with
// the names __NUMBER, __NUMBER2, __WORD, __SHORT, the conversions __BITS and __VALUE, and the arithmetic
// of bits __SUM, __DIFFERENCE, __PRODUCT, __FUSED, and of pairs in a word __SUM2 to __MOST2.
#define __PASTE3(a, b, c) a##b##c
#define __PASTE(a, b, c) __PASTE3(a, b, c)

struct __align__(2) __NUMBER {
	unsigned short __x;
	__NUMBER() = default;
	__device__ __NUMBER(float f) { __x = __BITS(f); }
	__device__ __NUMBER(double f) { __x = __BITS((float)f); }
	__device__ __NUMBER(int i) { __x = __BITS((float)i); }
	__device__ __NUMBER(unsigned i) { __x = __BITS((float)i); }
	__device__ __NUMBER(long long i) { __x = __BITS((float)i); }
	__device__ operator float() const { return __VALUE(__x); }
};
struct __align__(4) __NUMBER2 {
	__NUMBER x, y;
};
__device__ inline unsigned __word_of(__NUMBER2 a) { return a.x.__x | (unsigned)a.y.__x << 16; }
__device__ inline __NUMBER2 __PASTE(__, __WORD, _pair)(unsigned w) { __NUMBER2 r; r.x.__x = w; r.y.__x = w >> 16; return r; }
__device__ inline __NUMBER operator+(__NUMBER a, __NUMBER b) { a.__x = __SUM(a.__x, b.__x); return a; }
__device__ inline __NUMBER __hadd(__NUMBER a, __NUMBER b) { return a + b; }
__device__ inline __NUMBER & operator+=(__NUMBER &a, __NUMBER b) { a = a + b; return a; }
__device__ inline __NUMBER2 __hadd2(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__SUM2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 operator+(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__SUM2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 & operator+=(__NUMBER2 &a, __NUMBER2 b) { a = a + b; return a; }
__device__ inline __NUMBER operator-(__NUMBER a, __NUMBER b) { a.__x = __DIFFERENCE(a.__x, b.__x); return a; }
__device__ inline __NUMBER __hsub(__NUMBER a, __NUMBER b) { return a - b; }
__device__ inline __NUMBER & operator-=(__NUMBER &a, __NUMBER b) { a = a - b; return a; }
__device__ inline __NUMBER2 __hsub2(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__DIFFERENCE2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 operator-(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__DIFFERENCE2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 & operator-=(__NUMBER2 &a, __NUMBER2 b) { a = a - b; return a; }
__device__ inline __NUMBER operator*(__NUMBER a, __NUMBER b) { a.__x = __PRODUCT(a.__x, b.__x); return a; }
__device__ inline __NUMBER __hmul(__NUMBER a, __NUMBER b) { return a * b; }
__device__ inline __NUMBER & operator*=(__NUMBER &a, __NUMBER b) { a = a * b; return a; }
__device__ inline __NUMBER2 __hmul2(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__PRODUCT2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 operator*(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__PRODUCT2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 & operator*=(__NUMBER2 &a, __NUMBER2 b) { a = a * b; return a; }
__device__ inline __NUMBER operator/(__NUMBER a, __NUMBER b) { return __NUMBER(__VALUE(a.__x) / __VALUE(b.__x)); }
__device__ inline __NUMBER __hdiv(__NUMBER a, __NUMBER b) { return a / b; }
__device__ inline __NUMBER & operator/=(__NUMBER &a, __NUMBER b) { a = a / b; return a; }
__device__ inline __NUMBER2 __h2div(__NUMBER2 a, __NUMBER2 b) { __NUMBER2 r; r.x = a.x / b.x; r.y = a.y / b.y; return r; }
__device__ inline __NUMBER2 operator/(__NUMBER2 a, __NUMBER2 b) { __NUMBER2 r; r.x = a.x / b.x; r.y = a.y / b.y; return r; }
__device__ inline __NUMBER2 & operator/=(__NUMBER2 &a, __NUMBER2 b) { a = a / b; return a; }
__device__ inline bool operator<(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) < __VALUE(b.__x); }
__device__ inline bool __hlt(__NUMBER a, __NUMBER b) { return a < b; }
__device__ inline bool operator<=(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) <= __VALUE(b.__x); }
__device__ inline bool __hle(__NUMBER a, __NUMBER b) { return a <= b; }
__device__ inline bool operator>(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) > __VALUE(b.__x); }
__device__ inline bool __hgt(__NUMBER a, __NUMBER b) { return a > b; }
__device__ inline bool operator>=(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) >= __VALUE(b.__x); }
__device__ inline bool __hge(__NUMBER a, __NUMBER b) { return a >= b; }
__device__ inline bool operator==(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) == __VALUE(b.__x); }
__device__ inline bool __heq(__NUMBER a, __NUMBER b) { return a == b; }
__device__ inline bool operator!=(__NUMBER a, __NUMBER b) { return __VALUE(a.__x) != __VALUE(b.__x); }
__device__ inline bool __hne(__NUMBER a, __NUMBER b) { return a != b; }
__device__ inline __NUMBER operator-(__NUMBER a) { a.__x ^= 0x8000; return a; }
__device__ inline __NUMBER __hneg(__NUMBER a) { return -a; }
__device__ inline __NUMBER __habs(__NUMBER a) { a.__x &= 0x7fff; return a; }
__device__ inline __NUMBER __hmax(__NUMBER a, __NUMBER b) { a.__x = __MOST2(a.__x, b.__x); return a; }
__device__ inline __NUMBER __hmin(__NUMBER a, __NUMBER b) { a.__x = __LEAST2(a.__x, b.__x); return a; }
__device__ inline __NUMBER __hfma(__NUMBER a, __NUMBER b, __NUMBER c) { a.__x = __FUSED(a.__x, b.__x, c.__x); return a; }
__device__ inline __NUMBER2 __hfma2(__NUMBER2 a, __NUMBER2 b, __NUMBER2 c) { return __PASTE(__, __WORD, _pair)(__FUSED2(__word_of(a), __word_of(b), __word_of(c))); }
__device__ inline __NUMBER2 __hmin2(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__LEAST2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 __hmax2(__NUMBER2 a, __NUMBER2 b) { return __PASTE(__, __WORD, _pair)(__MOST2(__word_of(a), __word_of(b))); }
__device__ inline __NUMBER2 __hneg2(__NUMBER2 a) { return __PASTE(__, __WORD, _pair)(__word_of(a) ^ 0x80008000); }
__device__ inline __NUMBER2 operator-(__NUMBER2 a) { return __hneg2(a); }
__device__ inline __NUMBER2 __habs2(__NUMBER2 a) { return __PASTE(__, __WORD, _pair)(__word_of(a) & 0x7fff7fff); }
__device__ inline bool __hisnan(__NUMBER a) { return isnan(__VALUE(a.__x)); }
__device__ inline __NUMBER hexp(__NUMBER a) { return __NUMBER(expf(__VALUE(a.__x))); }
__device__ inline __NUMBER hlog(__NUMBER a) { return __NUMBER(logf(__VALUE(a.__x))); }
__device__ inline __NUMBER hsqrt(__NUMBER a) { return __NUMBER(sqrtf(__VALUE(a.__x))); }
__device__ inline __NUMBER hrsqrt(__NUMBER a) { return __NUMBER(rsqrtf(__VALUE(a.__x))); }
__device__ inline __NUMBER hsin(__NUMBER a) { return __NUMBER(sinf(__VALUE(a.__x))); }
__device__ inline __NUMBER hcos(__NUMBER a) { return __NUMBER(cosf(__VALUE(a.__x))); }
__device__ inline __NUMBER hexp2(__NUMBER a) { return __NUMBER(exp2f(__VALUE(a.__x))); }
__device__ inline __NUMBER hlog2(__NUMBER a) { return __NUMBER(log2f(__VALUE(a.__x))); }
__device__ inline __NUMBER hfloor(__NUMBER a) { return __NUMBER(floorf(__VALUE(a.__x))); }
__device__ inline __NUMBER hceil(__NUMBER a) { return __NUMBER(ceilf(__VALUE(a.__x))); }
__device__ inline __NUMBER hrint(__NUMBER a) { return __NUMBER(rintf(__VALUE(a.__x))); }
__device__ inline __NUMBER htrunc(__NUMBER a) { return __NUMBER(truncf(__VALUE(a.__x))); }
__device__ inline __NUMBER hrcp(__NUMBER a) { return __NUMBER(1.0f / __VALUE(a.__x)); }
__device__ inline float __PASTE(__, __WORD, 2float)(__NUMBER a) { return __VALUE(a.__x); }
__device__ inline __NUMBER __PASTE(__float2, __WORD, )(float f) { return __NUMBER(f); }
__device__ inline __NUMBER __PASTE(__float2, __WORD, _rn)(float f) { return __NUMBER(f); }
__device__ inline __NUMBER __PASTE(__double2, __WORD, )(double f) { return __NUMBER(f); }
__device__ inline __NUMBER __PASTE(__int2, __WORD, _rn)(int i) { return __NUMBER(i); }
__device__ inline int __PASTE(__, __WORD, 2int_rn)(__NUMBER a) { return __float2int_rn(__VALUE(a.__x)); }
__device__ inline int __PASTE(__, __WORD, 2int_rz)(__NUMBER a) { return (int)__VALUE(a.__x); }
__device__ inline __NUMBER __PASTE(__ushort_as_, __WORD, )(unsigned short u) { __NUMBER a; a.__x = u; return a; }
__device__ inline unsigned short __PASTE(__, __WORD, _as_ushort)(__NUMBER a) { return a.__x; }
__device__ inline __NUMBER2 __PASTE(__halves2, __WORD, 2)(__NUMBER a, __NUMBER b) { __NUMBER2 r; r.x = a; r.y = b; return r; }
__device__ inline __NUMBER2 __PASTE(make_, __SHORT, 2)(__NUMBER a, __NUMBER b) { __NUMBER2 r; r.x = a; r.y = b; return r; }
__device__ inline __NUMBER2 __PASTE(__PASTE(__, __WORD, 2), __WORD, 2)(__NUMBER a) { __NUMBER2 r; r.x = a; r.y = a; return r; }
__device__ inline __NUMBER2 __PASTE(__float2, __WORD, 2_rn)(float f) { __NUMBER2 r; r.x = __NUMBER(f); r.y = r.x; return r; }
__device__ inline __NUMBER2 __PASTE(__floats2, __WORD, 2_rn)(float a, float b) { __NUMBER2 r; r.x = __NUMBER(a); r.y = __NUMBER(b); return r; }
__device__ inline __NUMBER2 __PASTE(__float22, __WORD, 2_rn)(float2 a) { __NUMBER2 r; r.x = __NUMBER(a.x); r.y = __NUMBER(a.y); return r; }
__device__ inline float2 __PASTE(__, __WORD, 22float2)(__NUMBER2 a) { return make_float2(__VALUE(a.x.__x), __VALUE(a.y.__x)); }
__device__ inline __NUMBER __PASTE(__low2, __WORD, )(__NUMBER2 a) { return a.x; }
__device__ inline __NUMBER __PASTE(__high2, __WORD, )(__NUMBER2 a) { return a.y; }
#define __OF_EACH(NAME) __device__ inline __NUMBER2 h2##NAME(__NUMBER2 a) { __NUMBER2 r; r.x = h##NAME(a.x); r.y = h##NAME(a.y); return r; }
__OF_EACH(exp)
__OF_EACH(log)
__OF_EACH(sqrt)
__OF_EACH(rsqrt)
__OF_EACH(sin)
__OF_EACH(cos)
__OF_EACH(exp2)
__OF_EACH(log2)
__OF_EACH(floor)
__OF_EACH(ceil)
__OF_EACH(rint)
__OF_EACH(trunc)
__OF_EACH(rcp)
#undef __OF_EACH
__device__ inline __NUMBER2 __PASTE(__low2, __WORD, 2)(__NUMBER2 a) { a.y = a.x; return a; }
__device__ inline __NUMBER2 __PASTE(__high2, __WORD, 2)(__NUMBER2 a) { a.x = a.y; return a; }
__device__ inline __NUMBER2 __PASTE(__lows2, __WORD, 2)(__NUMBER2 a, __NUMBER2 b) { a.y = b.x; return a; }
__device__ inline __NUMBER2 __PASTE(__highs2, __WORD, 2)(__NUMBER2 a, __NUMBER2 b) { a.x = a.y; a.y = b.y; return a; }
__device__ inline __NUMBER2 __lowhigh2highlow(__NUMBER2 a) { __NUMBER2 r; r.x = a.y; r.y = a.x; return r; }
__device__ inline float __low2float(__NUMBER2 a) { return __VALUE(a.x.__x); }
__device__ inline float __high2float(__NUMBER2 a) { return __VALUE(a.y.__x); }

#undef __NUMBER
#undef __NUMBER2
#undef __WORD
#undef __SHORT
#undef __BITS
#undef __VALUE
#undef __SUM
#undef __DIFFERENCE
#undef __PRODUCT
#undef __FUSED
#undef __SUM2
#undef __DIFFERENCE2
#undef __PRODUCT2
#undef __FUSED2
#undef __LEAST2
#undef __MOST2
