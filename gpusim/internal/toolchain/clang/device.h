// What nvcc knows of itself and clang does not: the variables and functions of a kernel in CUDA C++.
// Types and the runtime's functions come from NVIDIA's headers, and the mathematics from NVIDIA's
// libdevice, whose functions begin with __nv_. Every file is compiled behind this one.
#pragma once

// nvcc's own includes, before NVIDIA's headers see that this is device code.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <new>

#define __CUDACC__ 1
#include <cuda.h>

#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __NV_NO_HOST_COMPILER_CHECK 1
#define _ALLOW_UNSUPPORTED_LIBCPP 1

// These headers declare what the compiler defines: this file defines it.
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__

extern "C" unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared = 0, struct CUstream_st *stream = 0);
#include <cuda_runtime.h>

#define GPUSIM_DEVICE static __inline__ __attribute__((device, always_inline, unused))
#define GPUSIM_BOTH static __inline__ __attribute__((device, host, always_inline, unused))

#ifdef __CUDA_ARCH__
// What libdevice asks of the compiler. clang answers itself, and knows no __CUDA_PREC_SQRT: square roots would be
// approximate.
__attribute__((device, used, always_inline)) inline int gpusim_reflect(const char *what) __asm__("__nvvm_reflect");
__attribute__((device, used, always_inline)) inline int gpusim_reflect(const char *what) {
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
	constexpr int fast = 1;
#else
	constexpr int fast = 0;
#endif
	switch (what[sizeof "__CUDA_" - 1]) {
	case 'P': return !fast; // __CUDA_PREC_SQRT
	case 'F': return fast;  // __CUDA_FTZ
	case 'A': return __CUDA_ARCH__;
	}
	return 0;
}

// The address in shared memory that a generic one stands for. <cuda_pipeline.h> declares the function.
__attribute__((device, used, always_inline)) inline unsigned gpusim_shared_address(void *p) __asm__("__nvvm_get_smem_pointer");
__attribute__((device, used, always_inline)) inline unsigned gpusim_shared_address(void *p) {
	return (unsigned)(unsigned long long)(__attribute__((address_space(3))) void *)p;
}
#endif

typedef unsigned char gpusim_uchar;
typedef unsigned short gpusim_ushort;
typedef unsigned int gpusim_uint;
typedef unsigned long gpusim_ulong;
typedef long long gpusim_llong;
typedef unsigned long long gpusim_ullong;

// The place of a thread: variables whose fields are registers.
#define GPUSIM_FIELD(field, reg)                                                                             \
	__declspec(property(get = gpusim_##field)) unsigned field;                                               \
	GPUSIM_DEVICE unsigned gpusim_##field() { return __nvvm_read_ptx_sreg_##reg##_##field(); }
#define GPUSIM_PLACE(name, reg, type)                                                                        \
	struct gpusim_##name {                                                                                   \
		GPUSIM_FIELD(x, reg) GPUSIM_FIELD(y, reg) GPUSIM_FIELD(z, reg)                                       \
		__attribute__((device)) operator dim3() const { return dim3(x, y, z); }                              \
		__attribute__((device)) operator uint3() const { return {x, y, z}; }                                 \
	};                                                                                                       \
	extern const __attribute__((device, weak)) gpusim_##name name;
GPUSIM_PLACE(threadIdx, tid, uint3)
GPUSIM_PLACE(blockIdx, ctaid, uint3)
GPUSIM_PLACE(blockDim, ntid, dim3)
GPUSIM_PLACE(gridDim, nctaid, dim3)
__attribute__((device)) const int warpSize = 32;

// Barriers, fences and clocks.
GPUSIM_DEVICE int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
GPUSIM_DEVICE int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
GPUSIM_DEVICE int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
GPUSIM_DEVICE void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
GPUSIM_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
GPUSIM_DEVICE void __threadfence() { __nvvm_membar_gl(); }
GPUSIM_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
GPUSIM_DEVICE void __barrier_sync(unsigned id) { asm volatile("barrier.sync %0;" ::"r"(id) : "memory"); }
GPUSIM_DEVICE void __barrier_sync_count(unsigned id, unsigned n) { asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
GPUSIM_DEVICE void __cluster_barrier_arrive() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
GPUSIM_DEVICE void __cluster_barrier_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed;" :::); }
GPUSIM_DEVICE void __cluster_barrier_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
GPUSIM_DEVICE void __nanosleep(unsigned ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns) : "memory"); }
GPUSIM_DEVICE clock_t clock() { return __nvvm_read_ptx_sreg_clock(); }
GPUSIM_DEVICE gpusim_llong clock64() { return __nvvm_read_ptx_sreg_clock64(); }
GPUSIM_DEVICE void __trap() { asm volatile("trap;"); }
GPUSIM_DEVICE void __brkpt() { asm volatile("brkpt;"); }

// Votes, matches and reductions of a warp.
GPUSIM_DEVICE int __all_sync(unsigned mask, int p) { return __nvvm_vote_all_sync(mask, p); }
GPUSIM_DEVICE int __any_sync(unsigned mask, int p) { return __nvvm_vote_any_sync(mask, p); }
GPUSIM_DEVICE int __uni_sync(unsigned mask, int p) { return __nvvm_vote_uni_sync(mask, p); }
GPUSIM_DEVICE unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
GPUSIM_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) { return __nvvm_fns(mask, base, offset); }
GPUSIM_DEVICE unsigned __activemask() { unsigned m; asm volatile("activemask.b32 %0;" : "=r"(m)); return m; }
template <class T> GPUSIM_DEVICE unsigned __match_any_sync(unsigned mask, T v) {
	if constexpr (sizeof(T) == 4) return __nvvm_match_any_sync_i32(mask, __builtin_bit_cast(unsigned, v));
	else return __nvvm_match_any_sync_i64(mask, __builtin_bit_cast(gpusim_ullong, v));
}
template <class T> GPUSIM_DEVICE unsigned __match_all_sync(unsigned mask, T v, int *p) {
	if constexpr (sizeof(T) == 4) return __nvvm_match_all_sync_i32p(mask, __builtin_bit_cast(unsigned, v), p);
	else return __nvvm_match_all_sync_i64p(mask, __builtin_bit_cast(gpusim_ullong, v), p);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
GPUSIM_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_add(v, mask); }
GPUSIM_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, mask); }
GPUSIM_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, mask); }
GPUSIM_DEVICE int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, mask); }
GPUSIM_DEVICE int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, mask); }
GPUSIM_DEVICE int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, mask); }
GPUSIM_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_and(v, mask); }
GPUSIM_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_or(v, mask); }
GPUSIM_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_xor(v, mask); }
#endif

// Shuffles: of words, and of pairs of words. The last bits of c are the last lane of a segment.
#define GPUSIM_SHUFFLE(name, kind, place, last)                                                              \
	template <class T> GPUSIM_DEVICE T name(unsigned mask, T v, place lane, int width = warpSize) {          \
		const int c = (warpSize - width) << 8 | last;                                                        \
		if constexpr (sizeof(T) == 8) {                                                                      \
			const gpusim_ullong w = __builtin_bit_cast(gpusim_ullong, v);                                    \
			const unsigned low = __nvvm_shfl_sync_##kind##_i32(mask, (int)w, lane, c);                       \
			const unsigned high = __nvvm_shfl_sync_##kind##_i32(mask, (int)(w >> 32), lane, c);              \
			return __builtin_bit_cast(T, (gpusim_ullong)high << 32 | low);                                   \
		} else {                                                                                             \
			return __builtin_bit_cast(T, __nvvm_shfl_sync_##kind##_i32(mask, __builtin_bit_cast(int, v), lane, c)); \
		}                                                                                                    \
	}
GPUSIM_SHUFFLE(__shfl_sync, idx, int, 0x1f)
GPUSIM_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
GPUSIM_SHUFFLE(__shfl_down_sync, down, unsigned, 0x1f)
GPUSIM_SHUFFLE(__shfl_xor_sync, bfly, int, 0x1f)

// Atomic functions, in the scopes of the device, of a block and of the system.
#define GPUSIM_ATOMIC(name, type, builtin) GPUSIM_DEVICE type name(type *p, type v) { return (type)builtin(p, v); }
#define GPUSIM_AS(name, type, as, builtin) GPUSIM_DEVICE type name(type *p, type v) { return (type)builtin((as *)p, (as)v); }
#define GPUSIM_CAS(name, type, as, builtin) GPUSIM_DEVICE type name(type *p, type c, type v) { return (type)builtin((as *)p, (as)c, (as)v); }
#define GPUSIM_BITS(name, op, e, b)                                                                          \
	GPUSIM_ATOMIC(name##e, int, __nvvm_atom_##b##op##_gen_i)                                                 \
	GPUSIM_AS(name##e, gpusim_uint, int, __nvvm_atom_##b##op##_gen_i)                                        \
	GPUSIM_AS(name##e, gpusim_llong, gpusim_llong, __nvvm_atom_##b##op##_gen_ll)                             \
	GPUSIM_AS(name##e, gpusim_ullong, gpusim_llong, __nvvm_atom_##b##op##_gen_ll)
#define GPUSIM_ORDER(name, op, e, b)                                                                         \
	GPUSIM_ATOMIC(name##e, int, __nvvm_atom_##b##op##_gen_i)                                                 \
	GPUSIM_ATOMIC(name##e, gpusim_uint, __nvvm_atom_##b##op##_gen_ui)                                        \
	GPUSIM_ATOMIC(name##e, gpusim_llong, __nvvm_atom_##b##op##_gen_ll)                                       \
	GPUSIM_ATOMIC(name##e, gpusim_ullong, __nvvm_atom_##b##op##_gen_ull)
#define GPUSIM_ATOMICS(e, b)                                                                                 \
	GPUSIM_ATOMIC(atomicAdd##e, int, __nvvm_atom_##b##add_gen_i)                                             \
	GPUSIM_AS(atomicAdd##e, gpusim_uint, int, __nvvm_atom_##b##add_gen_i)                                    \
	GPUSIM_AS(atomicAdd##e, gpusim_ullong, gpusim_llong, __nvvm_atom_##b##add_gen_ll)                        \
	GPUSIM_ATOMIC(atomicAdd##e, float, __nvvm_atom_##b##add_gen_f)                                           \
	GPUSIM_ATOMIC(atomicAdd##e, double, __nvvm_atom_##b##add_gen_d)                                          \
	GPUSIM_DEVICE int atomicSub##e(int *p, int v) { return atomicAdd##e(p, -v); }                            \
	GPUSIM_DEVICE unsigned atomicSub##e(unsigned *p, unsigned v) { return atomicAdd##e(p, -v); }             \
	GPUSIM_BITS(atomicAnd, and, e, b) GPUSIM_BITS(atomicOr, or, e, b) GPUSIM_BITS(atomicXor, xor, e, b)      \
	GPUSIM_BITS(atomicExch, xchg, e, b)                                                                      \
	GPUSIM_DEVICE float atomicExch##e(float *p, float v) {                                                   \
		return __builtin_bit_cast(float, atomicExch##e((int *)p, __builtin_bit_cast(int, v)));               \
	}                                                                                                        \
	GPUSIM_ORDER(atomicMin, min, e, b) GPUSIM_ORDER(atomicMax, max, e, b)                                    \
	GPUSIM_ATOMIC(atomicInc##e, gpusim_uint, __nvvm_atom_##b##inc_gen_ui)                                    \
	GPUSIM_ATOMIC(atomicDec##e, gpusim_uint, __nvvm_atom_##b##dec_gen_ui)                                    \
	GPUSIM_CAS(atomicCAS##e, int, int, __nvvm_atom_##b##cas_gen_i)                                           \
	GPUSIM_CAS(atomicCAS##e, gpusim_uint, int, __nvvm_atom_##b##cas_gen_i)                                   \
	GPUSIM_CAS(atomicCAS##e, gpusim_llong, gpusim_llong, __nvvm_atom_##b##cas_gen_ll)                        \
	GPUSIM_CAS(atomicCAS##e, gpusim_ullong, gpusim_llong, __nvvm_atom_##b##cas_gen_ll)
GPUSIM_ATOMICS(, )
GPUSIM_ATOMICS(_block, cta_)
GPUSIM_ATOMICS(_system, sys_)
GPUSIM_DEVICE gpusim_ushort atomicCAS(gpusim_ushort *p, gpusim_ushort c, gpusim_ushort v) {
	gpusim_ushort old;
	asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory");
	return old;
}

// Loads and stores with a cache operator, of numbers and of vectors of them. What is volatile is not
// moved, as with nvcc.
#define GPUSIM_LOAD(name, op, keep, T, t, r, as)                                                             \
	GPUSIM_DEVICE T name(const T *p) { as v; asm keep("ld.global." op "." t " %0, [%1];" : "=" r(v) : "l"(p)); return (T)v; }
#define GPUSIM_LOAD2(name, op, keep, T, t, r, as)                                                            \
	GPUSIM_DEVICE T name(const T *p) {                                                                       \
		as x, y;                                                                                             \
		asm keep("ld.global." op ".v2." t " {%0, %1}, [%2];" : "=" r(x), "=" r(y) : "l"(p));                 \
		return {(decltype(T::x))x, (decltype(T::x))y};                                                       \
	}
#define GPUSIM_LOAD4(name, op, keep, T, t, r, as)                                                            \
	GPUSIM_DEVICE T name(const T *p) {                                                                       \
		as x, y, z, w;                                                                                       \
		asm keep("ld.global." op ".v4." t " {%0, %1, %2, %3}, [%4];" : "=" r(x), "=" r(y), "=" r(z), "=" r(w) : "l"(p)); \
		return {(decltype(T::x))x, (decltype(T::x))y, (decltype(T::x))z, (decltype(T::x))w};                 \
	}
#define GPUSIM_STORE(name, op, keep, T, t, r, as)                                                            \
	GPUSIM_DEVICE void name(T *p, T v) { asm keep("st.global." op "." t " [%0], %1;" ::"l"(p), r((as)v) : "memory"); }
#define GPUSIM_STORE2(name, op, keep, T, t, r, as)                                                           \
	GPUSIM_DEVICE void name(T *p, T v) { asm keep("st.global." op ".v2." t " [%0], {%1, %2};" ::"l"(p), r((as)v.x), r((as)v.y) : "memory"); }
#define GPUSIM_STORE4(name, op, keep, T, t, r, as)                                                           \
	GPUSIM_DEVICE void name(T *p, T v) {                                                                     \
		asm keep("st.global." op ".v4." t " [%0], {%1, %2, %3, %4};" ::"l"(p), r((as)v.x), r((as)v.y), r((as)v.z), r((as)v.w) : "memory"); \
	}
#define GPUSIM_ACCESS(M, ...)                                                                                \
	M(__VA_ARGS__, char, "s8", "h", short) M(__VA_ARGS__, signed char, "s8", "h", short) M(__VA_ARGS__, gpusim_uchar, "u8", "h", short) \
	M(__VA_ARGS__, short, "s16", "h", short) M(__VA_ARGS__, gpusim_ushort, "u16", "h", short)                \
	M(__VA_ARGS__, int, "s32", "r", int) M(__VA_ARGS__, gpusim_uint, "u32", "r", unsigned)                   \
	M(__VA_ARGS__, gpusim_llong, "s64", "l", gpusim_llong) M(__VA_ARGS__, gpusim_ullong, "u64", "l", gpusim_llong) \
	GPUSIM_LONG(M, __VA_ARGS__)                                                                              \
	M(__VA_ARGS__, float, "f32", "f", float) M(__VA_ARGS__, double, "f64", "d", double)                      \
	M##2(__VA_ARGS__, char2, "s8", "h", short) M##2(__VA_ARGS__, uchar2, "u8", "h", short)                   \
	M##2(__VA_ARGS__, short2, "s16", "h", short) M##2(__VA_ARGS__, ushort2, "u16", "h", short)               \
	M##2(__VA_ARGS__, int2, "s32", "r", int) M##2(__VA_ARGS__, uint2, "u32", "r", unsigned)                  \
	M##2(__VA_ARGS__, longlong2, "s64", "l", gpusim_llong) M##2(__VA_ARGS__, ulonglong2, "u64", "l", gpusim_llong) \
	M##2(__VA_ARGS__, float2, "f32", "f", float) M##2(__VA_ARGS__, double2, "f64", "d", double)              \
	M##4(__VA_ARGS__, char4, "s8", "h", short) M##4(__VA_ARGS__, uchar4, "u8", "h", short)                   \
	M##4(__VA_ARGS__, short4, "s16", "h", short) M##4(__VA_ARGS__, ushort4, "u16", "h", short)               \
	M##4(__VA_ARGS__, int4, "s32", "r", int) M##4(__VA_ARGS__, uint4, "u32", "r", unsigned)                  \
	M##4(__VA_ARGS__, float4, "f32", "f", float)
#if __SIZEOF_LONG__ == 8
#define GPUSIM_LONG(M, ...) M(__VA_ARGS__, long, "s64", "l", gpusim_llong) M(__VA_ARGS__, gpusim_ulong, "u64", "l", gpusim_llong)
#else
#define GPUSIM_LONG(M, ...) M(__VA_ARGS__, long, "s32", "r", int) M(__VA_ARGS__, gpusim_ulong, "u32", "r", unsigned)
#endif
GPUSIM_ACCESS(GPUSIM_LOAD, __ldg, "nc", )
GPUSIM_ACCESS(GPUSIM_LOAD, __ldca, "ca", )
GPUSIM_ACCESS(GPUSIM_LOAD, __ldcg, "cg", )
GPUSIM_ACCESS(GPUSIM_LOAD, __ldcs, "cs", )
GPUSIM_ACCESS(GPUSIM_LOAD, __ldlu, "lu", volatile)
GPUSIM_ACCESS(GPUSIM_LOAD, __ldcv, "cv", volatile)
GPUSIM_ACCESS(GPUSIM_STORE, __stwb, "wb", volatile)
GPUSIM_ACCESS(GPUSIM_STORE, __stcg, "cg", volatile)
GPUSIM_ACCESS(GPUSIM_STORE, __stcs, "cs", volatile)
GPUSIM_ACCESS(GPUSIM_STORE, __stwt, "wt", volatile)

// Spaces of addresses.
GPUSIM_DEVICE unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
GPUSIM_DEVICE unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
GPUSIM_DEVICE unsigned __isClusterShared(const void *p) { return __isShared(p); } // a cluster is a block here
GPUSIM_DEVICE unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
GPUSIM_DEVICE unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
#define GPUSIM_SPACE(space)                                                                                  \
	GPUSIM_DEVICE size_t __cvta_generic_to_##space(const void *p) { size_t a; asm("cvta.to." #space ".u64 %0, %1;" : "=l"(a) : "l"(p)); return a; } \
	GPUSIM_DEVICE void *__cvta_##space##_to_generic(size_t a) { void *p; asm("cvta." #space ".u64 %0, %1;" : "=l"(p) : "l"(a)); return p; }
GPUSIM_SPACE(global)
GPUSIM_SPACE(shared)
GPUSIM_SPACE(local)

// Integers.
GPUSIM_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n) { unsigned v; asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(v) : "r"(low), "r"(high), "r"(n)); return v; }
GPUSIM_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) { unsigned v; asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(v) : "r"(low), "r"(high), "r"(n)); return v; }
GPUSIM_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned n) { unsigned v; asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(v) : "r"(low), "r"(high), "r"(n)); return v; }
GPUSIM_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned n) { unsigned v; asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(v) : "r"(low), "r"(high), "r"(n)); return v; }
#define GPUSIM_DOT(R, A, B, t)                                                                               \
	GPUSIM_DEVICE R __dp4a(A a, B b, R c) { R v; asm("dp4a." t " %0, %1, %2, %3;" : "=r"(v) : "r"(a), "r"(b), "r"(c)); return v; }
GPUSIM_DOT(int, int, int, "s32.s32")
GPUSIM_DOT(unsigned, unsigned, unsigned, "u32.u32")


// The system of the device: printf, assert, memory.
extern "C" {
__attribute__((device)) int printf(const char *, ...); // of which clang makes a call of vprintf
__attribute__((device)) void *malloc(size_t) noexcept;
__attribute__((device)) void free(void *) noexcept;
__attribute__((device)) void __assertfail(const char *what, const char *file, unsigned line, const char *function, size_t charBytes);
}
GPUSIM_DEVICE void __assert_fail(const char *what, const char *file, unsigned line, const char *function) { __assertfail(what, file, line, function, 1); }
GPUSIM_DEVICE void __assert_rtn(const char *function, const char *file, int line, const char *what) { __assertfail(what, file, line, function, 1); }
GPUSIM_DEVICE void _assert(const char *what, const char *file, unsigned line) { __assertfail(what, file, line, "", 1); }
GPUSIM_DEVICE void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
GPUSIM_DEVICE void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }
__attribute__((device)) inline void *operator new(size_t n) { return malloc(n); }
__attribute__((device)) inline void *operator new[](size_t n) { return malloc(n); }
__attribute__((device)) inline void operator delete(void *p) noexcept { free(p); }
__attribute__((device)) inline void operator delete[](void *p) noexcept { free(p); }
__attribute__((device)) inline void operator delete(void *p, size_t) noexcept { free(p); }
__attribute__((device)) inline void operator delete[](void *p, size_t) noexcept { free(p); }
__attribute__((device)) inline void *operator new(size_t, void *p) noexcept { return p; }
__attribute__((device)) inline void *operator new[](size_t, void *p) noexcept { return p; }

#include "libdevice.h"
#include "texture.h"
#include "surface.h"

#define __cudart_builtin__
#include <crt/device_functions.hpp>
