// Asynchronous copies, boxes of tensors, clusters and products of matrices. Each line is a sum over the bits of a result.
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); return 1; } } while (0)
#define DEVICE __device__ __forceinline__
DEVICE unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
DEVICE void init(unsigned b, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(b), "r"(n) : "memory"); }
DEVICE void fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
DEVICE void expect(unsigned b, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(b), "r"(n) : "memory"); }
DEVICE void wait(unsigned b, unsigned phase) {
	asm volatile("{ .reg .pred p;\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra OVER; bra AGAIN;\nOVER: }" :: "r"(b), "r"(phase) : "memory");
}
DEVICE void proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
DEVICE unsigned rank() { unsigned r; asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
DEVICE unsigned mapped(unsigned a, unsigned r) { unsigned d; asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(r)); return d; }
DEVICE void together() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
DEVICE unsigned number(unsigned i) { i *= 2654435761u; i ^= i >> 15; i *= 2246822519u; return i ^ i >> 13; }

// Rows by cp.async, the last piece of each half as long.
__global__ void rows(const float *in, float *out) {
	__shared__ __align__(16) float tile[32][36];
	int t = threadIdx.x;
	for (int r = t / 8; r < 32; r += 16)
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(at(&tile[r][t % 8 * 4])), "l"(in + r * 32 + t % 8 * 4), "r"(t % 8 == 7 ? 8 : 16) : "memory");
	asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
	__syncthreads();
	for (int i = t; i < 1024; i += 128) out[i] = tile[i % 32][i / 32];
}

// Bulk copies there, back and added, three stages on barriers.
__global__ void bulk(const unsigned *in, unsigned *out, unsigned *sums, int pieces) {
	__shared__ __align__(128) unsigned buffer[3][256];
	__shared__ uint64_t bars[3];
	int t = threadIdx.x;
	if (t == 0) { for (auto &b : bars) init(at(&b), 1); fence(); }
	__syncthreads();
	for (int i = 0; i < pieces; i++) {
		unsigned b = at(&bars[i % 3]), s = at(buffer[i % 3]);
		if (t == 0) {
			expect(b, 1024);
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(s), "l"(in + i * 256), "r"(1024), "r"(b) : "memory");
		}
		wait(b, i / 3 & 1);
		buffer[i % 3][t] = buffer[i % 3][t] * 3 + i;
		proxy();
		__syncthreads();
		if (t == 0) {
			asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(out + i * 256), "r"(s), "r"(1024) : "memory");
			asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" :: "l"(sums), "r"(s), "r"(1024) : "memory");
			asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
		}
		__syncthreads();
	}
}

// Boxes of a tensor, some beyond its edges, swizzled; and back by another map.
__global__ void boxes(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, unsigned *raw, int x0, int y0) {
	extern __shared__ __align__(1024) unsigned box[];
	__shared__ uint64_t bar;
	int t = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 16;
	if (t == 0) { init(at(&bar), 1); fence(); expect(at(&bar), 2048);
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" :: "r"(at(box)), "l"(&from), "r"(x + x0), "r"(y + y0), "r"(at(&bar)) : "memory"); }
	__syncthreads();
	wait(at(&bar), 0);
	for (int i = t; i < 512; i += 128) raw[(blockIdx.y * gridDim.x + blockIdx.x) * 512 + i] = box[i];
	proxy();
	__syncthreads();
	if (t == 0) {
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" :: "l"(&to), "r"(x), "r"(y), "r"(at(box)) : "memory");
		asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
	}
}

// Blocks of a cluster read, change and send each other's shared memory.
__global__ void cluster(const unsigned *in, unsigned *out) {
	__shared__ __align__(16) unsigned own[128], sent[128], bins[4];
	__shared__ uint64_t bar;
	int t = threadIdx.x;
	unsigned r = rank();
	own[t] = in[blockIdx.x * 128 + t];
	if (t < 4) bins[t] = 0;
	if (t == 0) { init(at(&bar), 1); fence(); expect(at(&bar), 2 * 256); }
	proxy();
	together();
	unsigned v, next = mapped(at(&own[t]), (r + 1) % 4);
	asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(next) : "memory");
	asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(mapped(at(&bins[v % 4]), v / 4 % 4)), "r"(1) : "memory");
	if (t < 2) // half of what this block has, to the block before it
		asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(mapped(at(&sent[t * 64]), (r + 3) % 4)), "r"(at(&own[t * 64])), "r"(256), "r"(mapped(at(&bar), (r + 3) % 4)) : "memory");
	wait(at(&bar), 0);
	together();
	out[blockIdx.x * 128 + t] = v + sent[t] + (t < 4 ? bins[t] << 16 : 0);
	together();
}

// One copy for all blocks of a cluster.
__global__ void multicast(const unsigned *in, unsigned *out) {
	__shared__ __align__(128) unsigned all[128];
	__shared__ uint64_t bar;
	int t = threadIdx.x;
	unsigned r = rank();
	if (t == 0) { init(at(&bar), 1); fence(); expect(at(&bar), 512); }
	together();
	if (t == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" :: "r"(at(all + r * 32)), "l"(in + r * 32), "r"(128), "r"(at(&bar)), "h"((unsigned short)15) : "memory");
	wait(at(&bar), 0);
	out[blockIdx.x * 128 + t] = all[t] ^ r;
	together();
}

// Products of a warp, with factors that are any bits but infinities.
template <int KIND> __global__ void products(unsigned *out) {
	unsigned l = threadIdx.x, a[4], b[2];
	for (int i = 0; i < 4; i++) a[i] = number(l * 4 + i + KIND * 999) & 0xbbbbbbbb;
	for (int i = 0; i < 2; i++) b[i] = number(l * 2 + i + KIND * 777 + 5000) & 0xbbbbbbbb;
	float f[4] = {0.5f, -3, 1e-4f * l, 100};
	int n[4] = {1, 2, -3, (int)l};
#define FLOATS "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
#define FACTORS "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])
	if (KIND == 0) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : FLOATS : FACTORS);
	if (KIND == 1) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : FLOATS : FACTORS);
	if (KIND == 2) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : FLOATS : FACTORS);
	if (KIND == 3) asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : FLOATS : FACTORS);
	if (KIND == 4) asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : FACTORS);
	if (KIND == 5) { n[2] = n[3] = 0; n[0] = n[1] = 0x3c003c00; asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3},{%4},{%0,%1};" : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0])); }
	for (int i = 0; i < 4; i++) out[l * 4 + i] = KIND >= 4 ? n[i] : __float_as_uint(f[i]);
}
__global__ void doubles(double *out) {
	int l = threadIdx.x;
	double a[2] = {l * 0.5, l - 7.0}, b = 3 - l * 0.25, c[4] = {1, 2, 3, 4};
	asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(b));
	for (int i = 0; i < 4; i++) out[l * 4 + i] = c[i];
}
__global__ void moved(unsigned *out) {
	__shared__ __align__(128) unsigned s[256];
	int l = threadIdx.x;
	unsigned r[4];
	for (int i = l; i < 256; i += 32) s[i] = i < 128 ? number(i) : 0;
	__syncwarp();
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(s + (l ^ 5) * 4)) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};" :: "r"(at(s + 128 + l % 16 * 4)), "r"(r[0]), "r"(r[3]) : "memory");
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[1]), "=r"(r[2]) : "r"(at(s + (l % 16 * 3 + 1) * 4)) : "memory");
	__syncwarp();
	for (int i = 0; i < 4; i++) out[l * 4 + i] = r[i];
	for (int i = l; i < 128; i += 32) out[128 + i] = s[128 + i];
}

// A product of four warps: a by rows of 128 bytes, b by rows or across, both swizzled; then with a in registers.
DEVICE unsigned long long tile(unsigned s, int leading, int stride) {
	return (unsigned long long)(s & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32 | 1ull << 62;
}
__global__ void group(float *out) {
	extern __shared__ __align__(1024) __half m[];
	int t = threadIdx.x;
	__half *a = m, *b = m + 4096;
	for (int i = t; i < 4096; i += 128) a[i] = __float2half((int)(number(i) % 2001 - 1000) / 512.f);
	for (int i = t; i < 4096; i += 128) b[i] = __float2half((int)(number(i + 9999) % 2001 - 1000) / 256.f);
	proxy();
	__syncthreads();
	float f[8], g[8];
	for (int i = 0; i < 8; i++) f[i] = g[i] = i;
#define SUMS(x) "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3]), "+f"(x[4]), "+f"(x[5]), "+f"(x[6]), "+f"(x[7])
	unsigned r[4];
	for (int i = 0; i < 4; i++) r[i] = ((unsigned *)a)[t * 4 + i];
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	for (int k = 0; k < 4; k++)
		asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1, 1, -1, 0, 0;" : SUMS(f) : "l"(tile(at(a) + k * 32, 16, 1024)), "l"(tile(at(b) + k * 32, 16, 1024)));
	asm volatile("{ .reg .pred p; setp.ne.b32 p, %13, 0;\nwgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11}, %12, p, 1, 1, 1; }" : SUMS(g) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(tile(at(b), 2048, 1024)), "r"(0));
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
	for (int i = 0; i < 8; i++) { asm volatile("" : "+f"(f[i]), "+f"(g[i])); out[t * 16 + i] = f[i]; out[t * 16 + 8 + i] = g[i]; }
}
__global__ void fragments(const __half *a, const __half *b, float *out) {
	using namespace nvcuda::wmma;
	__shared__ __align__(32) __half s[16 * 24];
	for (int i = threadIdx.x; i < 256; i += 32) s[i / 16 * 24 + i % 16] = b[i];
	__syncwarp();
	fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
	fragment<accumulator, 16, 16, 16, float> c;
	fill_fragment(c, 0.25f);
	load_matrix_sync(fa, a, 16);
	load_matrix_sync(fb, s, 24);
	for (int i = 0; i < fa.num_elements; i++) fa.x[i] = fa.x[i] * __float2half(2);
	mma_sync(c, fa, fb, c);
	store_matrix_sync(out, c, 16, mem_col_major);
}

template <class T> static void print(const char *name, const T *device, int n) {
	std::vector<T> h(n);
	if (cudaMemcpy(h.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess) { printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError())); return; }
	uint64_t sum = 0;
	const unsigned *w = (const unsigned *)h.data();
	for (size_t i = 0; i < n * sizeof(T) / 4; i++) sum += w[i] * (2 * i + 1);
	printf("%-10s %016llx\n", name, (unsigned long long)sum);
}
template <class... P, class... Q> static int clustered(void (*k)(P...), int grid, int block, int blocks, Q... q) {
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a = {};
	a.id = cudaLaunchAttributeClusterDimension;
	a.val.clusterDim.x = blocks, a.val.clusterDim.y = a.val.clusterDim.z = 1;
	c.gridDim = grid, c.blockDim = block, c.attrs = &a, c.numAttrs = 1;
	CHECK(cudaLaunchKernelEx(&c, k, P(q)...));
	return 0;
}
static CUtensorMap map(void *p, int w, int h) {
	typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
	void *f = nullptr;
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &found);
	CUtensorMap m;
	cuuint64_t dims[2] = {(cuuint64_t)w, (cuuint64_t)h}, pitch[1] = {256};
	cuuint32_t box[2] = {32, 16}, steps[2] = {1, 1};
	CUresult r = ((Encode)f)(&m, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, p, dims, pitch, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (r != CUDA_SUCCESS) printf("map: %d\n", r);
	return m;
}
int main() {
	const int n = 1 << 14;
	std::vector<unsigned> words(n);
	std::vector<float> reals(n);
	std::vector<__half> halves(512);
	for (int i = 0; i < n; i++) words[i] = i * 2654435761u ^ i >> 3, reals[i] = i % 1013 * 0.5f - 100;
	for (int i = 0; i < 512; i++) halves[i] = __float2half(i * 37 % 101 * 0.0625f - 3);
	unsigned *in, *out, *sums;
	float *f;
	__half *h;
	double *d;
	CHECK(cudaMalloc(&in, n * 4)); CHECK(cudaMalloc(&out, n * 4)); CHECK(cudaMalloc(&sums, 1024)); CHECK(cudaMalloc(&f, n * 4)); CHECK(cudaMalloc(&h, 1024)); CHECK(cudaMalloc(&d, 1024));
	CHECK(cudaMemcpy(f, reals.data(), n * 4, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(in, words.data(), n * 4, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(h, halves.data(), 1024, cudaMemcpyHostToDevice));
	rows<<<1, 128>>>(f, (float *)out);
	print("rows", out, 1024);
	CHECK(cudaMemset(sums, 0, 1024));
	bulk<<<1, 256>>>(in, out, sums, 7);
	print("bulk", out, 7 * 256);
	print("added", sums, 256);
	CHECK(cudaMemset(f, 0, n * 4));
	boxes<<<dim3(2, 3), 128, 4096>>>(map(in, 59, 40), map(f, 50, 45), out, -4, -2);
	print("boxes", out, 6 * 512);
	print("back", (unsigned *)f, 64 * 45);
	if (clustered(cluster, 8, 128, 4, in, out)) return 1;
	print("cluster", out, 1024);
	if (clustered(multicast, 8, 128, 4, in, out)) return 1;
	print("multicast", out, 1024);
	products<0><<<1, 32>>>(out); print("f16", out, 128);
	products<1><<<1, 32>>>(out); print("bf16", out, 128);
	products<2><<<1, 32>>>(out); print("tf32", out, 128);
	products<3><<<1, 32>>>(out); print("e4m3", out, 128);
	products<4><<<1, 32>>>(out); print("s8", out, 128);
	products<5><<<1, 32>>>(out); print("f16 sums", out, 128);
	doubles<<<1, 32>>>(d); print("doubles", d, 128);
	moved<<<1, 32>>>(out); print("moved", out, 256);
	group<<<1, 128, 16384>>>(f); print("group", f, 2048);
	fragments<<<1, 32>>>(h, h + 256, f); print("fragments", f, 256);
	CHECK(cudaDeviceSynchronize());
}
