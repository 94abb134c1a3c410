// Surface objects.
#pragma once

// One access for each size of T and each boundary mode. at is the operand of the place, such as "{%[x], %[y]}".
#define GPUSIM_SULD_MODE(shape, mode, at, ...)                                                               \
	if constexpr (sizeof(T) == 1) asm volatile("suld.b." shape ".b8." mode " {%0}, [%[s], " at "];" : "=h"(h) : [s] "l"(s), __VA_ARGS__); \
	else if constexpr (sizeof(T) == 2) asm volatile("suld.b." shape ".b16." mode " {%0}, [%[s], " at "];" : "=h"(h) : [s] "l"(s), __VA_ARGS__); \
	else if constexpr (sizeof(T) == 4) asm volatile("suld.b." shape ".b32." mode " {%0}, [%[s], " at "];" : "=r"(w[0]) : [s] "l"(s), __VA_ARGS__); \
	else if constexpr (sizeof(T) == 8) asm volatile("suld.b." shape ".v2.b32." mode " {%0, %1}, [%[s], " at "];" : "=r"(w[0]), "=r"(w[1]) : [s] "l"(s), __VA_ARGS__); \
	else asm volatile("suld.b." shape ".v4.b32." mode " {%0, %1, %2, %3}, [%[s], " at "];" : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : [s] "l"(s), __VA_ARGS__);
#define GPUSIM_SULD(shape, at, ...)                                                                          \
	unsigned short h = 0; gpusim_uint w[4] = {}; T v;                                                       \
	if (mode == cudaBoundaryModeZero) { GPUSIM_SULD_MODE(shape, "zero", at, __VA_ARGS__) }                   \
	else if (mode == cudaBoundaryModeClamp) { GPUSIM_SULD_MODE(shape, "clamp", at, __VA_ARGS__) }            \
	else { GPUSIM_SULD_MODE(shape, "trap", at, __VA_ARGS__) }                                                \
	if constexpr (sizeof(T) < 4) __builtin_memcpy(&v, &h, sizeof(T)); else __builtin_memcpy(&v, w, sizeof(T)); \
	return v;
#define GPUSIM_SUST_MODE(shape, mode, at, ...)                                                               \
	if constexpr (sizeof(T) == 1) asm volatile("sust.b." shape ".b8." mode " [%[s], " at "], {%[h]};" :: [s] "l"(s), [h] "h"(h), __VA_ARGS__ : "memory"); \
	else if constexpr (sizeof(T) == 2) asm volatile("sust.b." shape ".b16." mode " [%[s], " at "], {%[h]};" :: [s] "l"(s), [h] "h"(h), __VA_ARGS__ : "memory"); \
	else if constexpr (sizeof(T) == 4) asm volatile("sust.b." shape ".b32." mode " [%[s], " at "], {%[a]};" :: [s] "l"(s), [a] "r"(w[0]), __VA_ARGS__ : "memory"); \
	else if constexpr (sizeof(T) == 8) asm volatile("sust.b." shape ".v2.b32." mode " [%[s], " at "], {%[a], %[b]};" :: [s] "l"(s), [a] "r"(w[0]), [b] "r"(w[1]), __VA_ARGS__ : "memory"); \
	else asm volatile("sust.b." shape ".v4.b32." mode " [%[s], " at "], {%[a], %[b], %[c], %[d]};" :: [s] "l"(s), [a] "r"(w[0]), [b] "r"(w[1]), [c] "r"(w[2]), [d] "r"(w[3]), __VA_ARGS__ : "memory");
#define GPUSIM_SUST(shape, at, ...)                                                                          \
	unsigned short h = 0; gpusim_uint w[4] = {};                                                            \
	if constexpr (sizeof(T) < 4) __builtin_memcpy(&h, &v, sizeof(T)); else __builtin_memcpy(w, &v, sizeof(T)); \
	if (mode == cudaBoundaryModeZero) { GPUSIM_SUST_MODE(shape, "zero", at, __VA_ARGS__) }                   \
	else if (mode == cudaBoundaryModeClamp) { GPUSIM_SUST_MODE(shape, "clamp", at, __VA_ARGS__) }            \
	else { GPUSIM_SUST_MODE(shape, "trap", at, __VA_ARGS__) }

template <class T> GPUSIM_DEVICE T surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SULD("1d", "{%[x]}", [x] "r"(x)) }
template <class T> GPUSIM_DEVICE T surf2Dread(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SULD("2d", "{%[x], %[y]}", [x] "r"(x), [y] "r"(y)) }
template <class T> GPUSIM_DEVICE T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SULD("3d", "{%[x], %[y], %[z], %[z]}", [x] "r"(x), [y] "r"(y), [z] "r"(z)) }
template <class T> GPUSIM_DEVICE void surf1Dread(T *to, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *to = surf1Dread<T>(s, x, mode); }
template <class T> GPUSIM_DEVICE void surf2Dread(T *to, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *to = surf2Dread<T>(s, x, y, mode); }
template <class T> GPUSIM_DEVICE void surf3Dread(T *to, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *to = surf3Dread<T>(s, x, y, z, mode); }
template <class T> GPUSIM_DEVICE void surf1Dwrite(T v, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SUST("1d", "{%[x]}", [x] "r"(x)) }
template <class T> GPUSIM_DEVICE void surf2Dwrite(T v, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SUST("2d", "{%[x], %[y]}", [x] "r"(x), [y] "r"(y)) }
template <class T> GPUSIM_DEVICE void surf3Dwrite(T v, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { GPUSIM_SUST("3d", "{%[x], %[y], %[z], %[z]}", [x] "r"(x), [y] "r"(y), [z] "r"(z)) }
