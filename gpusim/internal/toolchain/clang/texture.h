// Texture objects.
#pragma once

// A texel as the hardware gives it: four numbers, of which T has the first ones.
template <class T> struct gpusim_texel;
#define GPUSIM_TEXEL(T, N, V) template <> struct gpusim_texel<T> { typedef N number; GPUSIM_DEVICE T of(N x, N y, N z, N w) { return V; } };
#define GPUSIM_TEXELS(name, N)                                                                               \
	GPUSIM_TEXEL(name##1, N, name##1{(decltype(name##1::x))x}) GPUSIM_TEXEL(name##2, N, (name##2{(decltype(name##1::x))x, (decltype(name##1::x))y})) \
	GPUSIM_TEXEL(name##4, N, (name##4{(decltype(name##1::x))x, (decltype(name##1::x))y, (decltype(name##1::x))z, (decltype(name##1::x))w}))
GPUSIM_TEXEL(float, float, x) GPUSIM_TEXEL(int, int, x) GPUSIM_TEXEL(gpusim_uint, gpusim_uint, x)
GPUSIM_TEXEL(char, int, (char)x) GPUSIM_TEXEL(signed char, int, (signed char)x) GPUSIM_TEXEL(gpusim_uchar, gpusim_uint, (gpusim_uchar)x)
GPUSIM_TEXEL(short, int, (short)x) GPUSIM_TEXEL(gpusim_ushort, gpusim_uint, (gpusim_ushort)x)
GPUSIM_TEXELS(float, float) GPUSIM_TEXELS(int, int) GPUSIM_TEXELS(uint, gpusim_uint)
GPUSIM_TEXELS(char, int) GPUSIM_TEXELS(uchar, gpusim_uint) GPUSIM_TEXELS(short, int) GPUSIM_TEXELS(ushort, gpusim_uint)

// One fetch for each kind of number. shape is "2d.v4", at the operands of the place.
#define GPUSIM_FETCH(shape, by, at, ...)                                                                     \
	typename gpusim_texel<T>::number a, b, c, d;                                                             \
	if constexpr (__is_same(decltype(a), float)) asm volatile("tex." shape ".f32." by " {%0, %1, %2, %3}, [%4, " at "];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(t), __VA_ARGS__); \
	else if constexpr (__is_same(decltype(a), int)) asm volatile("tex." shape ".s32." by " {%0, %1, %2, %3}, [%4, " at "];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(t), __VA_ARGS__); \
	else asm volatile("tex." shape ".u32." by " {%0, %1, %2, %3}, [%4, " at "];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(t), __VA_ARGS__); \
	return gpusim_texel<T>::of(a, b, c, d);
template <class T> GPUSIM_DEVICE T tex1Dfetch(cudaTextureObject_t t, int x) { GPUSIM_FETCH("1d.v4", "s32", "{%5}", "r"(x)) }
template <class T> GPUSIM_DEVICE T tex1D(cudaTextureObject_t t, float x) { GPUSIM_FETCH("1d.v4", "f32", "{%5}", "f"(x)) }
template <class T> GPUSIM_DEVICE T tex2D(cudaTextureObject_t t, float x, float y) { GPUSIM_FETCH("2d.v4", "f32", "{%5, %6}", "f"(x), "f"(y)) }
template <class T> GPUSIM_DEVICE T tex3D(cudaTextureObject_t t, float x, float y, float z) { GPUSIM_FETCH("3d.v4", "f32", "{%5, %6, %7, %7}", "f"(x), "f"(y), "f"(z)) }
