// Numbers of half precision: what kernels use of it, by the CUDA Math API. A value takes 16 bits in
// memory. Sums, products, both, minima and maxima are instructions of their own, of one value or of two. Other
// functions convert a value to float and back, an instruction each.
#pragma once

__device__ inline unsigned short __half_bits(float f) { return __float_as_uint(__half_bits_of(f)); }
__device__ inline float __half_value(unsigned short h) { return __half_value_of(__uint_as_float(h)); }
__device__ inline unsigned short __half_sum(unsigned short a, unsigned short b) { return __float_as_uint(__half_add_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __half_difference(unsigned short a, unsigned short b) { return __float_as_uint(__half_sub_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __half_product(unsigned short a, unsigned short b) { return __float_as_uint(__half_mul_of(__uint_as_float(a), __uint_as_float(b))); }
__device__ inline unsigned short __half_fused(unsigned short a, unsigned short b, unsigned short c) { return __float_as_uint(__half_fma_of(__uint_as_float(a), __uint_as_float(b), __uint_as_float(c))); }

#define __NUMBER __half
#define __NUMBER2 __half2
#define __WORD half
#define __SHORT half
#define __BITS __half_bits
#define __VALUE __half_value
#define __SUM __half_sum
#define __DIFFERENCE __half_difference
#define __PRODUCT __half_product
#define __FUSED __half_fused
#define __SUM2 __half_pair_add_of
#define __DIFFERENCE2 __half_pair_sub_of
#define __PRODUCT2 __half_pair_mul_of
#define __FUSED2 __half_pair_fma_of
#define __LEAST2 __half_pair_min_of
#define __MOST2 __half_pair_max_of
#include <numbers16.h>

typedef __half half;
typedef __half2 half2;
