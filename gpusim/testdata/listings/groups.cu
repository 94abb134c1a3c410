// Cooperative groups, as the samples of CUDA use them.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void K(int* out) {
	cg::thread_block cta = cg::this_thread_block();
	__shared__ int s[64];
	s[threadIdx.x] = threadIdx.x;
	cg::sync(cta);
	cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cta);
	int v = s[63 - cta.thread_rank()];
	for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
	cta.sync();
	auto quarter = cg::tiled_partition<8>(cta);
	out[2 + threadIdx.x] = cg::reduce(quarter, (int)threadIdx.x, cg::plus<int>());
	cg::thread_block_tile<16, cg::thread_block> half = cg::tiled_partition<16>(cta);
	out[66 + threadIdx.x] = half.shfl(half.thread_rank(), 3) + half.meta_group_rank();
	if (tile.thread_rank() == 0) out[cta.thread_rank() / 32] = v;
}
