// Numbers of type bfloat16: what kernels use of it, by the CUDA Math API. A value takes 16 bits in
// memory. Sums, products, both, minima and maxima are instructions of their own, of one value or of two. Other
// functions convert a value to float and back.
#pragma once

__device__ inline unsigned short __nv_bfloat16_bits(float f) { return __float_as_uint(__bfloat_bits_of(f)); }
__device__ inline float __nv_bfloat16_value(unsigned short h) { return __uint_as_float((unsigned)h << 16); }

__device__ inline unsigned short __nv_bfloat16_sum(unsigned short a, unsigned short b) { return __float_as_uint(__bfloat_add_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __nv_bfloat16_difference(unsigned short a, unsigned short b) { return __float_as_uint(__bfloat_sub_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __nv_bfloat16_product(unsigned short a, unsigned short b) { return __float_as_uint(__bfloat_mul_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __nv_bfloat16_fused(unsigned short a, unsigned short b, unsigned short c) { return __float_as_uint(__bfloat_fma_of(__uint_as_float(a), __uint_as_float(b), __uint_as_float(c))); }

#define __NUMBER __nv_bfloat16
#define __NUMBER2 __nv_bfloat162
#define __WORD bfloat16
#define __SHORT nv_bfloat16
#define __BITS __nv_bfloat16_bits
#define __VALUE __nv_bfloat16_value
#define __SUM __nv_bfloat16_sum
#define __DIFFERENCE __nv_bfloat16_difference
#define __PRODUCT __nv_bfloat16_product
#define __FUSED __nv_bfloat16_fused
#define __SUM2 __bfloat_pair_add_of
#define __DIFFERENCE2 __bfloat_pair_sub_of
#define __PRODUCT2 __bfloat_pair_mul_of
#define __FUSED2 __bfloat_pair_fma_of
#define __LEAST2 __bfloat_pair_min_of
#define __MOST2 __bfloat_pair_max_of
#include <numbers16.h>

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
