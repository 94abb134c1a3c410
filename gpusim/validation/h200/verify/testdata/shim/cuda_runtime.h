// cuda_runtime.h runs CUDA C as C++ on a CPU, for tests. A block's threads are coroutines.
// They are resumed in order of their index; each runs until it ends or waits, at the
// block's barrier or in a collective operation of its warp. Blocks run one after another.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <type_traits>
#include <ucontext.h>
#include <vector>

#define __global__ static __attribute__((unused))
#define __device__ __attribute__((unused))
#define __host__
#define __constant__ static __attribute__((unused))
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))

typedef int cudaError_t;
typedef struct timespec* cudaEvent_t;
typedef unsigned long long cudaTextureObject_t;
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaFuncAttributeMaxDynamicSharedMemorySize, cudaLimitStackSize };

inline const char* cudaGetErrorString(cudaError_t) { return "error"; }
inline cudaError_t cudaMalloc(void** p, size_t n) { return (*p = malloc(n)) ? cudaSuccess : 2; }
inline cudaError_t cudaFree(void* p) { return free(p), cudaSuccess; }
inline cudaError_t cudaMemcpy(void* to, const void* from, size_t n, int) { return memcpy(to, from, n), cudaSuccess; }
template <typename T>
cudaError_t cudaMemcpyToSymbol(T& to, const void* from, size_t n) { return memcpy((void*)&to, from, n), cudaSuccess; }
inline cudaError_t cudaFuncSetAttribute(const void*, int, int) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetLimit(int, size_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t*) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) { return *ms = 0, cudaSuccess; }

struct dim3 {
	unsigned x, y, z;
	dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
#define VECTORS(name, T, two, four)                                                                             \
	struct __align__(two) name##2 { T x, y; };                                                                  \
	struct name##3 { T x, y, z; };                                                                              \
	struct __align__(four) name##4 { T x, y, z, w; };                                                           \
	inline name##2 make_##name##2(T x, T y) { return {x, y}; }                                                  \
	inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                                          \
	inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(char, signed char, 2, 4)
VECTORS(uchar, unsigned char, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(ushort, unsigned short, 4, 8)
VECTORS(int, int, 8, 16)
VECTORS(uint, unsigned, 8, 16)
VECTORS(longlong, long long, 16, 16)
VECTORS(ulonglong, unsigned long long, 16, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)

namespace shim {

constexpr int lanes = 32;
constexpr size_t stackBytes = 1 << 16;

struct Thread {
	ucontext_t context;
	std::vector<char> stack;
	uint3 index;
	int linear;
	enum { ready, barrier, collective, ended } state;
	unsigned mask;
	uint64_t value;            // what the thread brings to a collective operation
	uint64_t seen[lanes];      // what all lanes brought
	unsigned present;          // the lanes that took part
	int round;                 // of barriers that combine
};

inline int votes[3], voters[3];

inline ucontext_t scheduler;
inline std::vector<Thread> threads;
inline Thread* current;
inline std::function<void()> kernel;
inline std::vector<char> dynamic;
inline unsigned dynamicBytes;

inline void enter() {
	kernel();
	current->state = Thread::ended;
	swapcontext(&current->context, &scheduler);
}

inline void wait(decltype(Thread::state) state) {
	current->state = state;
	swapcontext(&current->context, &scheduler);
}

}  // namespace shim

inline uint3 blockIdx;
inline dim3 blockDim, gridDim;
#define threadIdx (shim::current->index)
constexpr int warpSize = shim::lanes;
#define DYNAMIC_SHARED_BYTES (shim::dynamicBytes)

namespace shim {

// release lets the threads of complete collective operations and barriers go on.
inline bool release() {
	bool some = false;
	for (size_t first = 0; first < threads.size(); first += lanes) {
		size_t n = threads.size() - first < lanes ? threads.size() - first : lanes;
		for (size_t i = 0; i < n; i++) {
			Thread& t = threads[first + i];
			if (t.state != Thread::collective) {
				continue;
			}
			unsigned present = 0;
			bool complete = true;
			for (size_t j = 0; j < n; j++) {
				Thread& o = threads[first + j];
				if (!(t.mask >> j & 1) || o.state == Thread::ended) {
					continue;
				}
				complete = complete && o.state == Thread::collective && o.mask == t.mask;
				present |= 1u << j;
			}
			if (!complete) {
				continue;
			}
			for (size_t j = 0; j < n; j++) {
				if (present >> j & 1) {
					Thread& o = threads[first + j];
					o.state = Thread::ready, o.present = present, some = true;
					for (size_t k = 0; k < n; k++) {
						o.seen[k] = threads[first + k].value;
					}
				}
			}
		}
	}
	bool all = true;
	for (Thread& t : threads) {
		all = all && (t.state == Thread::barrier || t.state == Thread::ended);
	}
	for (Thread& t : threads) {
		if (all && t.state == Thread::barrier) {
			t.state = Thread::ready, some = true;
		}
	}
	return some;
}

inline void block(dim3 size) {
	std::fill(dynamic.begin(), dynamic.end(), 0);
	memset(votes, 0, sizeof votes), memset(voters, 0, sizeof voters);
	size_t n = (size_t)size.x * size.y * size.z;
	threads.resize(n);
	for (size_t i = 0; i < n; i++) {
		Thread& t = threads[i];
		t.stack.resize(stackBytes);
		t.state = Thread::ready;
		t.round = 0;
		t.linear = (int)i;
		t.index = {(unsigned)(i % size.x), (unsigned)(i / size.x % size.y), (unsigned)(i / size.x / size.y)};
		getcontext(&t.context);
		t.context.uc_stack.ss_sp = t.stack.data();
		t.context.uc_stack.ss_size = stackBytes;
		t.context.uc_link = &scheduler;
		makecontext(&t.context, enter, 0);
	}
	do {
		for (Thread& t : threads) {
			if (t.state == Thread::ready) {
				current = &t;
				swapcontext(&scheduler, &t.context);
			}
		}
	} while (release());
	for (Thread& t : threads) {
		if (t.state != Thread::ended) {
			printf("error deadlock: thread %d waits for ever\n", t.linear);
			exit(3);
		}
	}
}

inline void launch(dim3 grid, dim3 size, int shared, std::function<void()> run) {
	kernel = run;
	gridDim = grid, blockDim = size, dynamicBytes = shared;
	dynamic.assign(shared + 16, 0);
	for (blockIdx.z = 0; blockIdx.z < grid.z; blockIdx.z++) {
		for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++) {
			for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++) {
				block(size);
			}
		}
	}
}

inline void* sharedMemory() { return (void*)(((uintptr_t)dynamic.data() + 15) / 16 * 16); }

#define dynamic_shared ((unsigned char*)shim::sharedMemory())

template <typename T>
uint64_t bitsOf(T v) {
	uint64_t b = 0;
	memcpy(&b, &v, sizeof v);
	return b;
}

template <typename T>
T fromBits(uint64_t b) {
	T v;
	memcpy(&v, &b, sizeof v);
	return v;
}

inline void collective(unsigned mask, uint64_t value) {
	current->mask = mask;
	current->value = value;
	wait(Thread::collective);
}

// shuffle returns the value of a lane, or the thread's own value.
template <typename T>
T shuffle(T own, int lane) {
	Thread* t = current;
	return lane >= 0 && lane < lanes && (t->present >> lane & 1) ? fromBits<T>(t->seen[lane]) : own;
}

}  // namespace shim

inline void __syncthreads() { shim::wait(shim::Thread::barrier); }
inline void __syncwarp(unsigned = 0xffffffff) {
	unsigned alive = 0;
	size_t first = shim::current->linear / warpSize * warpSize;
	for (size_t j = 0; j < (size_t)warpSize && first + j < shim::threads.size(); j++) {
		alive |= 1u << j;
	}
	shim::collective(alive, 0);
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline unsigned __activemask() {
	unsigned alive = 0;
	size_t first = shim::current->linear / warpSize * warpSize;
	for (size_t j = 0; j < (size_t)warpSize && first + j < shim::threads.size(); j++) {
		alive |= (unsigned)(shim::threads[first + j].state != shim::Thread::ended) << j;
	}
	return alive;
}

template <typename T>
T __shfl_sync(unsigned mask, T v, int lane, int width = 32) {
	shim::collective(mask, shim::bitsOf(v));
	int own = shim::current->linear % warpSize;
	return shim::shuffle(v, (own & ~(width - 1)) + (lane & (width - 1)));
}
template <typename T>
T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32) {
	shim::collective(mask, shim::bitsOf(v));
	int own = shim::current->linear % warpSize, from = own - (int)delta;
	return from < (own & ~(width - 1)) ? v : shim::shuffle(v, from);
}
template <typename T>
T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32) {
	shim::collective(mask, shim::bitsOf(v));
	int own = shim::current->linear % warpSize, from = own + (int)delta;
	return from > (own | (width - 1)) ? v : shim::shuffle(v, from);
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T v, int other, int width = 32) {
	shim::collective(mask, shim::bitsOf(v));
	int own = shim::current->linear % warpSize, from = own ^ other;
	return from > (own | (width - 1)) ? v : shim::shuffle(v, from);
}
inline unsigned __ballot_sync(unsigned mask, int p) {
	shim::collective(mask, p != 0);
	unsigned set = 0;
	for (int j = 0; j < warpSize; j++) {
		set |= (unsigned)((shim::current->present >> j & 1) && shim::current->seen[j]) << j;
	}
	return set;
}
template <typename T> unsigned __match_any_sync(unsigned mask, T v) {
	shim::collective(mask, shim::bitsOf(v));
	unsigned set = 0;
	for (int j = 0; j < warpSize; j++) {
		set |= (unsigned)((shim::current->present >> j & 1) && shim::current->seen[j] == shim::bitsOf(v)) << j;
	}
	return set;
}
template <typename T> unsigned __match_all_sync(unsigned mask, T v, int* all) {
	unsigned set = __match_any_sync(mask, v);
	*all = set == shim::current->present;
	return *all ? set : 0;
}
#define REDUCE(name, T, op)                                                \
	inline T __reduce_##name##_sync(unsigned mask, T v) {                     \
		shim::collective(mask, shim::bitsOf(v));                                 \
		bool first = true;                                                       \
		T sum = v;                                                               \
		for (int j = 0; j < warpSize; j++) {                                     \
			if (shim::current->present >> j & 1) {                                  \
				T x = shim::fromBits<T>(shim::current->seen[j]);                       \
				sum = first ? x : (op);                                                \
				first = false;                                                         \
			}                                                                       \
		}                                                                        \
		return sum;                                                              \
	}
REDUCE(add, int, sum + x)
REDUCE(add, unsigned, sum + x)
REDUCE(min, int, x < sum ? x : sum)
REDUCE(min, unsigned, x < sum ? x : sum)
REDUCE(max, int, x > sum ? x : sum)
REDUCE(max, unsigned, x > sum ? x : sum)
REDUCE(and, unsigned, sum & x)
REDUCE(or, unsigned, sum | x)
REDUCE(xor, unsigned, sum ^ x)

// A barrier that combines adds to the place of its round, and clears the one after next.
inline int shim_count(bool p, int* of) {
	int round = shim::current->round++;
	shim::votes[round % 3] += p, shim::voters[round % 3]++;
	__syncthreads();
	shim::votes[(round + 2) % 3] = shim::voters[(round + 2) % 3] = 0;
	*of = shim::voters[round % 3];
	return shim::votes[round % 3];
}
inline int __syncthreads_count(int p) { int of; return shim_count(p != 0, &of); }
inline int __syncthreads_and(int p) { int of, n = shim_count(p != 0, &of); return n == of; }
inline int __syncthreads_or(int p) { int of; return shim_count(p != 0, &of) > 0; }

inline int __any_sync(unsigned mask, int p) { return __ballot_sync(mask, p) != 0; }
inline int __all_sync(unsigned mask, int p) {
	unsigned set = __ballot_sync(mask, p);
	return set == shim::current->present;
}

#define ATOMICS(T)                                                                    \
	inline T atomicAdd(T* p, T v) { T old = *p; *p = old + v; return old; }           \
	inline T atomicExch(T* p, T v) { T old = *p; *p = v; return old; }
#define INTEGER_ATOMICS(T)                                                            \
	inline T atomicMin(T* p, T v) { T old = *p; *p = v < old ? v : old; return old; } \
	inline T atomicMax(T* p, T v) { T old = *p; *p = v > old ? v : old; return old; } \
	inline T atomicAnd(T* p, T v) { T old = *p; *p = old & v; return old; }           \
	inline T atomicOr(T* p, T v) { T old = *p; *p = old | v; return old; }            \
	inline T atomicXor(T* p, T v) { T old = *p; *p = old ^ v; return old; }           \
	inline T atomicCAS(T* p, T compare, T v) { T old = *p; if (old == compare) *p = v; return old; }
ATOMICS(int)
ATOMICS(unsigned)
ATOMICS(unsigned long long)
ATOMICS(float)
inline double atomicAdd(double* p, double v) { double old = *p; *p = old + v; return old; }
INTEGER_ATOMICS(int)
INTEGER_ATOMICS(unsigned)
INTEGER_ATOMICS(unsigned long long)
inline long long atomicMin(long long* p, long long v) { long long old = *p; *p = v < old ? v : old; return old; }
inline long long atomicMax(long long* p, long long v) { long long old = *p; *p = v > old ? v : old; return old; }
inline int atomicSub(int* p, int v) { int old = *p; *p = old - v; return old; }
inline unsigned atomicSub(unsigned* p, unsigned v) { unsigned old = *p; *p = old - v; return old; }
inline unsigned atomicInc(unsigned* p, unsigned n) { unsigned old = *p; *p = old >= n ? 0 : old + 1; return old; }
inline unsigned atomicDec(unsigned* p, unsigned n) { unsigned old = *p; *p = old == 0 || old > n ? n : old - 1; return old; }

template <typename T>
T __ldg(const T* p) { return *p; }

#define LOADS(name) template <typename T> T name(const T* p) { return *p; }
#define STORES(name) template <typename T> void name(T* p, T v) { *p = v; }
LOADS(__ldca) LOADS(__ldcg) LOADS(__ldcs) LOADS(__ldlu) LOADS(__ldcv)
STORES(__stwb) STORES(__stcg) STORES(__stcs) STORES(__stwt)

inline unsigned __float_as_uint(float x) { return (unsigned)shim::bitsOf(x); }
inline float __uint_as_float(unsigned x) { return shim::fromBits<float>(x); }
inline int __float_as_int(float x) { return (int)shim::bitsOf(x); }
inline float __int_as_float(int x) { return shim::fromBits<float>((unsigned)x); }
inline long long __double_as_longlong(double x) { return (long long)shim::bitsOf(x); }
inline double __longlong_as_double(long long x) { return shim::fromBits<double>((uint64_t)x); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned long long __brevll(unsigned long long x) {
	unsigned long long r = 0;
	for (int i = 0; i < 64; i++) {
		r = r << 1 | (x >> i & 1);
	}
	return r;
}
inline unsigned __brev(unsigned x) { return (unsigned)(__brevll(x) >> 32); }
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return (unsigned long long)((unsigned __int128)x * y >> 64); }

inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline float __frcp_rn(float x) { return 1 / x; }
inline float rsqrtf(float x) { return (float)(1 / std::sqrt((double)x)); }

using std::isinf;
using std::isnan;
using std::signbit;

// The functions of float have the double's value, rounded.
#define ROUNDED(name) inline float shim_##name##f(float x) { return (float)std::name((double)x); }
#define ROUNDED2(name) inline float shim_##name##f(float x, float y) { return (float)std::name((double)x, (double)y); }
ROUNDED(sin) ROUNDED(cos) ROUNDED(tan) ROUNDED(asin) ROUNDED(acos) ROUNDED(atan) ROUNDED(sinh) ROUNDED(cosh) ROUNDED(tanh)
ROUNDED(exp) ROUNDED(exp2) ROUNDED(expm1) ROUNDED(log) ROUNDED(log2) ROUNDED(log10) ROUNDED(log1p) ROUNDED(cbrt) ROUNDED(erf) ROUNDED(erfc)
ROUNDED(lgamma) ROUNDED(tgamma)
ROUNDED2(atan2) ROUNDED2(pow) ROUNDED2(hypot)
inline void shim_sincosf(float x, float* s, float* c) { *s = shim_sinf(x), *c = shim_cosf(x); }
#define sinf shim_sinf
#define cosf shim_cosf
#define tanf shim_tanf
#define asinf shim_asinf
#define acosf shim_acosf
#define atanf shim_atanf
#define sinhf shim_sinhf
#define coshf shim_coshf
#define tanhf shim_tanhf
#define expf shim_expf
#define exp2f shim_exp2f
#define expm1f shim_expm1f
#define logf shim_logf
#define log2f shim_log2f
#define log10f shim_log10f
#define log1pf shim_log1pf
#define cbrtf shim_cbrtf
#define erff shim_erff
#define erfcf shim_erfcf
#define lgammaf shim_lgammaf
#define tgammaf shim_tgammaf
#define atan2f shim_atan2f
#define powf shim_powf
#define hypotf shim_hypotf
#define sincosf shim_sincosf

#define MINMAX(T, U, V)                                  \
	inline V min(T x, U y) { return (V)x < (V)y ? x : y; } \
	inline V max(T x, U y) { return (V)x > (V)y ? x : y; }
MINMAX(int, int, int)
MINMAX(unsigned, unsigned, unsigned)
MINMAX(int, unsigned, unsigned)
MINMAX(unsigned, int, unsigned)
MINMAX(long long, long long, long long)
MINMAX(unsigned long long, unsigned long long, unsigned long long)

template <typename T>
T tex1Dfetch(cudaTextureObject_t, int) { return {}; }
template <typename T>
T tex1D(cudaTextureObject_t, float) { return {}; }
template <typename T>
T tex2D(cudaTextureObject_t, float, float) { return {}; }
