// The kernels of words_test.go in CUDA C.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

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

extern "C" __global__ void boxes(float *out, const __grid_constant__ CUtensorMap to, const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap line, const __grid_constant__ CUtensorMap space) {
	__shared__ barrier bar;
	__shared__ alignas(1024) float rows[32][32];
	__shared__ __align__(128) float straight[64], cube[2][4][8];
	int t = threadIdx.x, x = 32 * blockIdx.x;
	if (t == 0) init(&bar, 1);
	__syncthreads();
	if (t == 0) {
		barrier::arrival_token unused = cuda::device::barrier_arrive_tx(bar, 1, sizeof rows + sizeof straight + sizeof cube);
		cde::cp_async_bulk_tensor_2d_global_to_shared(rows, &from, x, 24, bar);
		int first[1] = {8 * (int)blockIdx.x};
		ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, straight, &line, first, cuda::device::barrier_native_handle(bar));
		cde::cp_async_bulk_tensor_3d_global_to_shared(cube, &space, 4, -1, blockIdx.x, bar);
	}
	bar.wait_parity(0);
	for (int row = t / 32; row < 32; row += blockDim.x / 32) {
		int column = t % 32;
		rows[row][(column / 4 ^ row % 8) * 4 + column % 4] *= 2;
	}
	rows[t / 32][t % 32] += straight[t % 64] + cube[t / 32 % 2][t / 8 % 4][t % 8];
	cde::fence_proxy_async_shared_cta();
	__syncthreads();
	if (t == 0) {
		int at[] = {x, 0};
		ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, at, rows);
		cde::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
		out[80 * 40 + 8 - 1 - blockIdx.x] = straight[1];
	}
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) sharedBoxes(float *out, const float *x, const __grid_constant__ CUtensorMap m) {
	__shared__ alignas(128) float box[64], bulk[64], other[64];
	__shared__ barrier bar;
	auto cluster = cooperative_groups::this_cluster();
	int t = threadIdx.x, rank = cluster.block_rank();
	auto handle = cuda::device::barrier_native_handle(bar);
	if (t == 0) {
		init(&bar, 1);
		barrier::arrival_token unused = cuda::device::barrier_arrive_tx(bar, 1, sizeof box + sizeof bulk);
	}
	cluster.sync();
	if (t == 0 && rank == 0) ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, bulk, &x[64 * blockIdx.x], sizeof bulk, handle, (unsigned short)3);
	int at[2] = {8, (int)blockIdx.x};
	if (t == 0 && rank == 1) ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &m, at, handle, (unsigned short)3);
	bar.wait_parity(0);
	bulk[t] += box[t];
	if (t == 0) barrier::arrival_token unused = cuda::device::barrier_arrive_tx(bar, 1, sizeof other);
	cde::fence_proxy_async_shared_cta();
	cluster.sync();
	if (t == 0) ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cluster.map_shared_rank(other, 1 - rank), bulk, sizeof bulk, cluster.map_shared_rank(handle, 1 - rank));
	bar.wait_parity(1);
	box[t] = other[t] * (rank + 1);
	cde::fence_proxy_async_shared_cta();
	cluster.sync();
	if (t == 0) {
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, box, sizeof box);
		cde::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
	}
	cluster.sync();
}

extern "C" __global__ void halfProducts(float *out, const float *x) {
	__shared__ __align__(16) half tile[24][24];
	int t = threadIdx.x;
	for (int i = t; i < 256; i += blockDim.x) tile[i / 16][i % 16] = __float2half(x[i]);
	for (int i = t; i < 128; i += blockDim.x) tile[16 + i % 8][i / 8] = __float2half(x[256 + i]);
	__syncthreads();
	unsigned a[4], b[2], across[4];
	float c[4] = {1, 2, 3, __half2float(tile[t % 16][3])};
	unsigned at = __cvta_generic_to_shared(&tile[t % 16][t / 16 * 8]), bt = __cvta_generic_to_shared(&tile[16 + t % 8][t / 8 % 2 * 8]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(bt));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(across[0]), "=r"(across[1]), "=r"(across[2]), "=r"(across[3]) : "r"(at));
	for (int k = 0; k < 2; k++) {
		unsigned *f = k ? across : a;
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
			: "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(b[0]), "r"(b[1]));
	}
	int y = t / 4, col = 2 * (t % 4);
	for (int i = 0; i < 4; i++) out[(y + i / 2 * 8) * 8 + col + i % 2] = c[i];
}

using namespace nvcuda;

// fragmentProduct computes 2·(a·b + 1) of matrices of T with sums of S.
template <int M, int N, class T, class S, class A, class B>
__device__ void fragmentProduct(S *out, const T *a, int lda, const T *b, int ldb, int ldc, wmma::layout_t order) {
	wmma::fragment<wmma::matrix_a, M, N, 16, T, A> fa;
	wmma::fragment<wmma::matrix_b, M, N, 16, T, B> fb;
	wmma::fragment<wmma::accumulator, M, N, 16, S> sum, one;
	wmma::fill_fragment(one, (S)1.0f);
	wmma::load_matrix_sync(fa, a, lda);
	wmma::load_matrix_sync(fb, b, ldb);
	wmma::mma_sync(sum, fa, fb, one);
	for (int i = 0; i < sum.num_elements; i++) sum.x[i] = sum.x[i] + sum.x[i];
	wmma::store_matrix_sync(out, sum, ldc, order);
	wmma::load_matrix_sync(one, out, ldc, order);
	wmma::store_matrix_sync(out, one, ldc, order);
}

extern "C" __global__ void fragments(float *out, const unsigned short *halves, const unsigned short *brains) {
	const half *x = (const half *)halves;
	const __nv_bfloat16 *y = (const __nv_bfloat16 *)brains;
	__shared__ half a[512], b[512], sums[256];
	int t = threadIdx.x;
	for (int i = t; i < 512; i += 32) {
		a[i] = x[i];
		b[i] = x[512 + i];
	}
	__syncthreads();
	fragmentProduct<16, 16, half, float, wmma::row_major, wmma::col_major>(out, a, 24, b, 16, 16, wmma::mem_row_major);
	fragmentProduct<32, 8, half, float, wmma::row_major, wmma::row_major>(out + 256, a, 16, x + 512, 24, 32, wmma::mem_col_major);
	fragmentProduct<8, 32, half, half, wmma::col_major, wmma::col_major>(sums, a, 8, b, 16, 32, wmma::mem_row_major);
	__syncthreads();
	for (int i = t; i < 256; i += 32) out[512 + i] = sums[i];
	fragmentProduct<8, 32, __nv_bfloat16, float, wmma::row_major, wmma::row_major>(out + 768, y, 16, y + 512, 32, 8, wmma::mem_col_major);
	fragmentProduct<32, 8, __nv_bfloat16, float, wmma::col_major, wmma::col_major>(out + 1024, y, 32, y + 512, 16, 8, wmma::mem_row_major);
}
