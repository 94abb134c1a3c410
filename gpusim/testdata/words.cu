// The kernels of words_test.go in CUDA C.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>

extern "C" __global__ void stagedRows(float *out, const float *x, int n) {
	__shared__ float4 first[128];
	__shared__ float ends[128];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;
	__pipeline_memcpy_async(&first[t], &x[4 * i], sizeof(float4));
	__pipeline_commit();
	__pipeline_memcpy_async(&ends[t], &x[i], sizeof(float), i >= n ? sizeof(float) : 0);
	__pipeline_commit();
	__pipeline_wait_prior(1);
	float own = first[t].x + first[t].w;
	__pipeline_wait_prior(0);
	__syncthreads();
	out[i] = own + first[127 - t].y + ends[127 - t];
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) clusterSums(unsigned *out, const unsigned *x) {
	__shared__ unsigned values[64], counts[8], stored[4];
	auto cluster = cooperative_groups::this_cluster();
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;
	values[t] = x[i];
	if (t < 8) counts[t] = 0;
	cluster.sync();
	unsigned *next = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % cluster.num_blocks());
	unsigned *first = cluster.map_shared_rank(&counts[x[i] % 8], 0);
	unsigned sum = *next + *cluster.map_shared_rank(&values[63 - t], cluster.num_blocks() - 1);
	atomicAdd(first, x[i]);
	if (t == 0) *cluster.map_shared_rank(&stored[cluster.block_rank()], 3) = x[i];
	cluster.barrier_arrive();
	cluster.barrier_wait();
	if (t < 8) sum += *cluster.map_shared_rank(&counts[t], 0);
	if (cluster.block_rank() == 3) sum += stored[t % 4];
	out[i] = sum;
	cluster.sync();
}

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

extern "C" __global__ void bulkTiles(float *out, const float *x) {
	__shared__ __align__(128) float4 tile[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
	__shared__ barrier bar, turn;
	int t = threadIdx.x;
	if (t == 0) {
		init(&bar, 1);
		init(&turn, blockDim.x);
	}
	__syncthreads();
	for (int k = 0; k < 2; k++) {
		int at = (2 * blockIdx.x + k) * 256;
		if (t == 0) {
			barrier::arrival_token unused = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
			cde::cp_async_bulk_global_to_shared(tile, x + at, sizeof(tile), bar);
		}
		bar.wait_parity(k % 2);
		tile[t].y += tile[t].z + tile[t].x;
		barrier::arrival_token token = turn.arrive();
		cde::fence_proxy_async_shared_cta();
		turn.wait(std::move(token));
		__syncthreads();
		if (t == 0) {
			ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + at, tile, sizeof(tile));
			ptx::cp_async_bulk_commit_group();
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
		}
		turn.arrive_and_wait();
	}
}
