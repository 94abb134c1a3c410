// Numbers of type bfloat16: what kernels use of it, by the CUDA Math API. A value takes 16 bits in
// memory. Arithmetic converts it to float and back, which takes more instructions than a device.
#pragma once

__device__ inline unsigned short __nv_bfloat16_bits(float f) {
	unsigned u = __float_as_uint(f);
	if ((u & 0x7fffffffu) > 0x7f800000u)
		return 0x7fff;
	return (u + 0x7fffu + (u >> 16 & 1)) >> 16;
}
__device__ inline float __nv_bfloat16_value(unsigned short h) { return __uint_as_float((unsigned)h << 16); }

#define __NUMBER __nv_bfloat16
#define __NUMBER2 __nv_bfloat162
#define __WORD bfloat16
#define __SHORT nv_bfloat16
#define __BITS __nv_bfloat16_bits
#define __VALUE __nv_bfloat16_value
#define __SUM(a, b) __BITS(__VALUE(a) + __VALUE(b))
#define __DIFFERENCE(a, b) __BITS(__VALUE(a) - __VALUE(b))
#define __PRODUCT(a, b) __BITS(__VALUE(a) * __VALUE(b))
#define __FUSED(a, b, c) __BITS(fmaf(__VALUE(a), __VALUE(b), __VALUE(c)))
#include <numbers16.h>

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
