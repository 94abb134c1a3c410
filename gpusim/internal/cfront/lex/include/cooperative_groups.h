// The part of CUDA's cooperative groups that blocks and tiles of a warp need, by the CUDA C++
// Programming Guide. Groups of several blocks, and groups of the active lanes, are not modelled.
#pragma once

namespace cooperative_groups {

struct thread_block {
	__device__ void sync() const { __syncthreads(); }
	__device__ unsigned thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
	__device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned num_threads() const { return size(); }
	__device__ uint3 group_index() const { return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__device__ uint3 thread_index() const { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
};

// A tile of N lanes, N at most 32.
template <unsigned N, class Parent = thread_block> struct thread_block_tile {
	__device__ unsigned thread_rank() const { return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % N; }
	__device__ unsigned size() const { return N; }
	__device__ unsigned num_threads() const { return N; }
	__device__ unsigned meta_group_rank() const { return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / N; }
	__device__ unsigned meta_group_size() const { return (blockDim.x * blockDim.y * blockDim.z + N - 1) / N; }
	__device__ unsigned mask() const { return N == 32 ? 0xffffffffu : ((1u << N % 32) - 1) << ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32 / N * N; }
	__device__ void sync() const { __syncwarp(mask()); }
	template <class T> __device__ T shfl(T v, int from) const { return __shfl_sync(mask(), v, from, N); }
	template <class T> __device__ T shfl_down(T v, unsigned by) const { return __shfl_down_sync(mask(), v, by, N); }
	template <class T> __device__ T shfl_up(T v, unsigned by) const { return __shfl_up_sync(mask(), v, by, N); }
	template <class T> __device__ T shfl_xor(T v, int with) const { return __shfl_xor_sync(mask(), v, with, N); }
	__device__ int any(int p) const { return (__ballot_sync(mask(), p) & mask()) != 0; }
	__device__ int all(int p) const { return (__ballot_sync(mask(), p) & mask()) == mask(); }
	__device__ unsigned ballot(int p) const { return (__ballot_sync(mask(), p) & mask()) >> (__ffs(mask()) - 1); }
};

__device__ inline thread_block this_thread_block() { thread_block b; return b; }
__device__ inline void sync(const thread_block &b) { __syncthreads(); }
template <unsigned N> __device__ void sync(const thread_block_tile<N> &t) { t.sync(); }
template <unsigned N> __device__ thread_block_tile<N> tiled_partition(const thread_block &b) { thread_block_tile<N> t; return t; }

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };

template <unsigned N, class T, class Op> __device__ T reduce(const thread_block_tile<N> &t, T v, Op op) {
	for (int with = N / 2; with > 0; with /= 2)
		v = op(v, t.shfl_xor(v, with));
	return v;
}

}
