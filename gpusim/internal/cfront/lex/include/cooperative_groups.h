// The part of CUDA's cooperative groups that blocks and tiles of a warp need, by the CUDA C++
// Programming Guide. Groups of several devices and scans are not modelled.
#pragma once
#include <cuda_pipeline.h>

namespace cooperative_groups {

// All blocks of a launch. The compiler refuses its barrier.
struct grid_group {
	__device__ unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
	__device__ unsigned long long block_rank() const { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
	__device__ unsigned long long num_threads() const { return num_blocks() * (blockDim.x * blockDim.y * blockDim.z); }
	__device__ unsigned long long size() const { return num_threads(); }
	__device__ unsigned long long thread_rank() const {
		return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	}
	__device__ uint3 block_index() const { return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__device__ uint3 dim_blocks() const { return make_uint3(gridDim.x, gridDim.y, gridDim.z); }
	__device__ uint3 group_dim() const { return dim_blocks(); }
	__device__ bool is_valid() const { return true; }
	__device__ void sync() const {}
};

struct thread_block {
	__device__ void sync() const { __syncthreads(); }
	__device__ unsigned thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
	__device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned num_threads() const { return size(); }
	__device__ uint3 group_index() const { return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__device__ uint3 thread_index() const { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
	__device__ uint3 group_dim() const { return make_uint3(blockDim.x, blockDim.y, blockDim.z); }
	__device__ uint3 dim_threads() const { return group_dim(); }
};

// The blocks of a cluster.
struct cluster_group {
	__device__ void sync() const { __cluster_barrier_arrive(); __cluster_barrier_wait(); }
	__device__ void barrier_arrive() const { __cluster_barrier_arrive(); }
	__device__ void barrier_wait() const { __cluster_barrier_wait(); }
	__device__ unsigned block_rank() const { return __clusterRelativeBlockRank(); }
	__device__ unsigned num_blocks() const { return __clusterSizeInBlocks(); }
	__device__ unsigned thread_rank() const {
		return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	}
	__device__ unsigned num_threads() const { return num_blocks() * (blockDim.x * blockDim.y * blockDim.z); }
	__device__ unsigned size() const { return num_threads(); }
	template <class T> __device__ T *map_shared_rank(T *p, int rank) const { return (T *)__cluster_map_shared_rank(p, rank); }
};

// The lanes of a warp that are active at the same time.
struct coalesced_group {
	unsigned lanes;
	__device__ unsigned size() const { return __popc(lanes); }
	__device__ unsigned num_threads() const { return __popc(lanes); }
	__device__ unsigned thread_rank() const { return __popc(lanes & ((1u << ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32) - 1)); }
	__device__ int lane(unsigned rank) const {
		unsigned rest = lanes;
		for (unsigned i = 0; i < rank; i++)
			rest &= rest - 1;
		return __ffs(rest) - 1;
	}
	__device__ void sync() const { __syncwarp(lanes); }
	template <class T> __device__ T shfl(T v, unsigned from) const { return __shfl_sync(lanes, v, lane(from)); }
	template <class T> __device__ T shfl_down(T v, unsigned by) const {
		unsigned from = thread_rank() + by;
		return __shfl_sync(lanes, v, lane(from < size() ? from : thread_rank()));
	}
	template <class T> __device__ T shfl_up(T v, unsigned by) const {
		unsigned rank = thread_rank();
		return __shfl_sync(lanes, v, lane(rank < by ? rank : rank - by));
	}
	__device__ int any(int p) const { return (__ballot_sync(lanes, p) & lanes) != 0; }
	__device__ int all(int p) const { return (__ballot_sync(lanes, p) & lanes) == lanes; }
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

// Any of these groups but the grid: lanes of one warp, or the block when there are none.
struct thread_group {
	unsigned lanes;
	__device__ thread_group(const thread_block &b) : lanes(0) {}
	__device__ thread_group(const coalesced_group &g) : lanes(g.lanes) {}
	template <unsigned N, class P> __device__ thread_group(const thread_block_tile<N, P> &t) : lanes(t.mask()) {}
	__device__ unsigned size() const { return lanes ? __popc(lanes) : blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned num_threads() const { return size(); }
	__device__ unsigned thread_rank() const {
		unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
		return lanes ? __popc(lanes & ((1u << rank % 32) - 1)) : rank;
	}
	__device__ void sync() const {
		if (lanes)
			__syncwarp(lanes);
		else
			__syncthreads();
	}
};

__device__ inline thread_block this_thread_block() { thread_block b; return b; }
__device__ inline grid_group this_grid() { grid_group g; return g; }
__device__ inline cluster_group this_cluster() { cluster_group c; return c; }
__device__ inline coalesced_group coalesced_threads() { coalesced_group g; g.lanes = __activemask(); return g; }
__device__ inline void sync(const grid_group &g) { g.sync(); }
__device__ inline void sync(const cluster_group &g) { g.sync(); }
__device__ inline void sync(const coalesced_group &g) { g.sync(); }
__device__ inline void sync(const thread_block &b) { __syncthreads(); }
__device__ inline void sync(const thread_group &g) { g.sync(); }
// A group that is divided into parts of a size that a program chooses, at most 32.
__device__ inline thread_group tiled_partition(const thread_group &g, unsigned size) {
	thread_group part = g;
	unsigned lane = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
	unsigned all = size >= 32 ? 0xffffffffu : ((1u << size) - 1) << lane / size * size;
	part.lanes = g.lanes ? g.lanes & all : all;
	return part;
}
template <unsigned N> __device__ void sync(const thread_block_tile<N> &t) { t.sync(); }
template <unsigned N> __device__ thread_block_tile<N> tiled_partition(const thread_block &b) { thread_block_tile<N> t; return t; }

template <unsigned N, unsigned M, class P> __device__ thread_block_tile<N> tiled_partition(const thread_block_tile<M, P> &b) { thread_block_tile<N> t; return t; }

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };

template <unsigned N, class T, class Op> __device__ T reduce(const thread_block_tile<N> &t, T v, Op op) {
	for (int with = N / 2; with > 0; with /= 2)
		v = op(v, t.shfl_xor(v, with));
	return v;
}

// The number type of the pieces in which memcpy_async copies, by the alignment of the arrays.
template <unsigned Align> struct __piece { typedef int4 type; };
template <> struct __piece<1> { typedef char type; };
template <> struct __piece<2> { typedef short type; };
template <> struct __piece<4> { typedef int type; };
template <> struct __piece<8> { typedef int2 type; };

template <class T, class Group> __device__ void __copy_pieces(const Group &g, T *to, const T *from, size_t n) {
	unsigned stride = g.size();
	for (size_t i = g.thread_rank(); i < n; i += stride)
		__pipeline_memcpy_async(to + i, from + i, sizeof(T));
}
// In a tile of a warp all lanes copy as often. The last copies are of fewer pieces, of which some lanes copy the same.
template <class T, unsigned N, class P> __device__ void __copy_pieces(const thread_block_tile<N, P> &g, T *to, const T *from, size_t n) {
	unsigned rank = g.thread_rank(), rest = (N - 1) & (unsigned)n, last = min(rank, rest - 1);
	size_t whole = n & ~(size_t)(N - 1);
	for (size_t i = 0; i < whole; i += N)
		__pipeline_memcpy_async(to + (rank + i), from + (rank + i), sizeof(T));
	if (rest)
		__pipeline_memcpy_async(to + (whole + last), from + (whole + last), sizeof(T));
}
template <class Group, class T> __device__ void memcpy_async(const Group &g, T *to, const T *from, size_t bytes) {
	typedef typename __piece<alignof(T)>::type piece;
	__copy_pieces<piece>(g, (piece *)to, (const piece *)from, bytes / sizeof(piece));
	__pipeline_commit();
}
template <class Group, class T> __device__ void memcpy_async(const Group &g, T *to, size_t n, const T *from, size_t most) {
	memcpy_async(g, to, from, min(n, most) * sizeof(T));
}
template <unsigned Stage, class Group> __device__ void wait_prior(const Group &g) { __pipeline_wait_prior(Stage); g.sync(); }
template <class Group> __device__ void wait(const Group &g) { __pipeline_wait_prior(0); g.sync(); }

}
