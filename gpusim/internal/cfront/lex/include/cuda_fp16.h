// Numbers of half precision: what kernels use of it, by the CUDA Math API. A value takes 16 bits in
// memory. Arithmetic converts it to float and back, which takes more instructions than a device.
#pragma once

__device__ inline unsigned short __half_bits(float f) {
	unsigned u = __float_as_uint(f), sign = u >> 16 & 0x8000u;
	u &= 0x7fffffffu;
	if (u >= 0x47800000u) // too large, infinite or no number
		return sign | (u > 0x7f800000u ? 0x7fffu : 0x7c00u);
	if (u < 0x38800000u) // subnormal: the sum puts the bits in their places, rounded to even
		return sign | (__float_as_uint(__uint_as_float(u) + 0.5f) - 0x3f000000u);
	return sign | (u - 0x38000000u + 0xfffu + (u >> 13 & 1)) >> 13;
}
__device__ inline float __half_value(unsigned short h) {
	unsigned u = (h & 0x7fffu) << 13, exponent = u & 0x0f800000u;
	u += 0x38000000u;
	if (exponent == 0x0f800000u)
		u += 0x38000000u;
	float f = __uint_as_float(u);
	if (exponent == 0)
		f = __uint_as_float(u + 0x800000u) - 6.103515625e-05f;
	return __uint_as_float(__float_as_uint(f) | (unsigned)(h & 0x8000u) << 16);
}

#define __NUMBER __half
#define __NUMBER2 __half2
#define __WORD half
#define __SHORT half
#define __BITS __half_bits
#define __VALUE __half_value
#include <numbers16.h>

typedef __half half;
typedef __half2 half2;
