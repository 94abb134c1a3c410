// Numbers of half precision: what kernels use of it, by the CUDA Math API. A value takes 16 bits in
// memory. Arithmetic converts it to float and back, an instruction each.
#pragma once

__device__ inline unsigned short __half_bits(float f) { return __float_as_uint(__half_bits_of(f)); }
__device__ inline float __half_value(unsigned short h) { return __half_value_of(__uint_as_float(h)); }

#define __NUMBER __half
#define __NUMBER2 __half2
#define __WORD half
#define __SHORT half
#define __BITS __half_bits
#define __VALUE __half_value
#include <numbers16.h>

typedef __half half;
typedef __half2 half2;
