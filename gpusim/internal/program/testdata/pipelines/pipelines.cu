// Kernels with asynchronous copies, mbarriers and clusters, right where WRONG is 0, and else wrong in one way. Comments say
// what checkers find: "finds 1 CODE" stands on the line of a finding where WRONG is 1, "and 1 CODE" on its second line.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#define DEVICE __device__ __forceinline__
DEVICE unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
DEVICE void copy16(void *to, const void *from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at(to)), "l"(from) : "memory"); }
DEVICE void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> DEVICE void waitGroup() { asm volatile("cp.async.wait_group %0;" :: "n"(N) : "memory"); }
DEVICE void init(unsigned b, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(b), "r"(n) : "memory"); }
DEVICE void initFence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
DEVICE void expect(unsigned b, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(b), "r"(n) : "memory"); }
DEVICE void arrive(unsigned b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(b) : "memory"); }
DEVICE void await(unsigned b, unsigned parity) {
	asm volatile("{ .reg .pred p;\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra OVER; bra AGAIN;\nOVER: }" :: "r"(b), "r"(parity) : "memory");
}
DEVICE void fetch(unsigned to, const void *from, unsigned n, unsigned b) {
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(to), "l"(from), "r"(n), "r"(b) : "memory");
}
DEVICE void send(void *to, unsigned from, unsigned n) {
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\ncp.async.bulk.commit_group;" :: "l"(to), "r"(from), "r"(n) : "memory");
}
template <int N> DEVICE void waitSent() { asm volatile("cp.async.bulk.wait_group.read %0;" :: "n"(N) : "memory"); }
DEVICE void proxyFence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
DEVICE unsigned rank() { unsigned r; asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
DEVICE unsigned mapped(unsigned a, unsigned r) { unsigned d; asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(r)); return d; }
DEVICE unsigned remote(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
DEVICE void together() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }

// Each thread copies four floats and uses those of another one.
template <int WRONG> __global__ void ownCopies(const float *in, float *out) {
	__shared__ __align__(16) float tile[64][4];
	int t = threadIdx.x;
	copy16(tile[t], in + t * 4); // finds 1 UnawaitedCopy, finds 2 UnawaitedCopy, and 2 StageReuse, finds 3 UnawaitedCopy
	if (WRONG != 3) commit();
	if (WRONG != 1) waitGroup<0>();
	if (WRONG != 2) __syncthreads();
	out[t] = tile[WRONG % 2 ? t : t ^ 33][1]; // and 1 UnawaitedCopy, and 2 UnawaitedCopy, finds 2 StageReuse, finds 2 Uninitialized, and 3 UnawaitedCopy
}

// A pipeline of three stages by cp.async.
template <int WRONG> __global__ void stages(const float *in, float *out, int n) {
	__shared__ __align__(16) float stage[3][64 * 4];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 2; i++) {
		copy16(&stage[i][t * 4], in + (i * 64 + t) * 4); // finds 1 UnawaitedCopy, finds 2 UnawaitedCopy, and 2 StageReuse
		commit();
	}
	for (int i = 0; i < n; i++) {
		waitGroup<WRONG == 1 ? 2 : 1>();
		if (WRONG != 2) __syncthreads();
		copy16(&stage[(i + (WRONG == 3 ? 3 : 2)) % 3][t * 4], in + ((i + 2) * 64 + t) * 4); // finds 1 UnawaitedCopy, finds 2 UnawaitedCopy, and 2 StageReuse, finds 3 UnawaitedCopy, and 3 StageReuse
		commit();
		sum += stage[i % 3][t] + stage[i % 3][(t * 5 + 7) % 256]; // and 1 UnawaitedCopy, and 2 UnawaitedCopy, finds 2 StageReuse, finds 2 Uninitialized, and 3 UnawaitedCopy, finds 3 StageReuse, finds 3 Uninitialized
	}
	out[t] = sum;
}

// One thread fetches pieces in bulk for the others. full counts bytes, empty those who have read.
template <int WRONG> __global__ void producer(const float *in, float *out, int n) {
	__shared__ __align__(128) float stage[2][64];
	__shared__ uint64_t full[2], empty[2];
	int t = threadIdx.x;
	if (t == (WRONG == 8 ? 0 : 64)) {
		for (int i = 0; i < 2; i++) {
			init(at(&full[i]), 1); // finds 8 BarrierUnready
			init(at(&empty[i]), 64); // finds 8 BarrierUnready
		}
		initFence();
	}
	if (WRONG != 1 && WRONG != 8) __syncthreads();
	if (t >= 64) {
		if (t == 64) for (int i = 0; i < n; i++) {
			if (i >= 2 && WRONG != 2)
				await(at(&empty[i % 2]), i / 2 - 1 & 1); // and 8 BarrierUnready, finds 3 MbarrierMisuse, finds 6 MbarrierMisuse
			expect(at(&full[i % 2]), WRONG == 4 ? 512 : WRONG == 5 ? 128 : 256); // and 8 BarrierUnready
			fetch(at(stage[i % 2]), in + i * 64, 256, at(&full[i % 2])); // finds 2 StageReuse, and 2 StageReuse, and 3 StageReuse, finds 3 StageReuse, and 7 StageReuse, and 8 BarrierUnready
		}
		return;
	}
	float sum = 0;
	for (int i = 0; i < n; i++) {
		if (WRONG != 3)
			await(at(&full[i % 2]), WRONG == 6 ? 0 : i / 2 & 1); // finds 1 MbarrierMisuse, finds 2 MbarrierMisuse, finds 4 MbarrierMisuse, finds 5 MbarrierMisuse, and 8 BarrierUnready
		sum += stage[i % 2][t ^ 1]; // finds 3 StageReuse, finds 7 StageReuse, finds 3 Uninitialized
		arrive(at(&empty[i % 2])); // and 8 BarrierUnready
		if (WRONG == 7 && t == 0) arrive(at(&empty[i % 2]));
	}
	out[t] = sum;
}

// Threads write a tile and one of them sends it.
template <int WRONG> __global__ void sender(float *out, int n) {
	__shared__ __align__(128) float tile[64];
	int t = threadIdx.x;
	for (int i = 0; i < n; i++) {
		tile[t] = i * 64 + t; // finds 1 ProxyFence, finds 2 SharedRace, and 2 StageReuse, and 3 StageReuse, and 4 StageReuse
		if (WRONG != 1) proxyFence();
		if (WRONG != 2) __syncthreads();
		if (t == 0) {
			send(out + i * 64, at(tile), 256); // and 1 ProxyFence, and 2 SharedRace, finds 2 StageReuse, finds 3 StageReuse, finds 4 StageReuse, finds 2 Uninitialized, finds 3 ClusterLifetime
			if (WRONG != 3) waitSent<0>();
		}
		if (WRONG != 4) __syncthreads();
	}
} // and 3 ClusterLifetime

// Blocks of a cluster read each other's memory.
template <int WRONG> __global__ void neighbours(float *out) {
	__shared__ unsigned own[64];
	int t = threadIdx.x;
	own[t] = blockIdx.x * 64 + t; // finds 1 SharedRace, and 1 SharedRace
	if (WRONG != 1) together();
	unsigned v = remote(mapped(at(&own[t]), rank() ^ 1)); // finds 1 ClusterLifetime, and 1 ClusterLifetime, finds 1 SharedRace, and 1 SharedRace, finds 1 Uninitialized, finds 2 ClusterLifetime
	if (WRONG != 2) together();
	out[blockIdx.x * 64 + t] = v;
} // and 2 ClusterLifetime

// A barrier in shared memory that is set up wrongly.
template <int WRONG> __global__ void setUp(float *out) {
	__shared__ uint64_t bar;
	if (WRONG != 1 && threadIdx.x == 0) init(at(&bar), WRONG == 2 ? 32 : WRONG == 3 ? 128 : WRONG == 4 ? 0 : 64); // finds 4 MbarrierMisuse
	__syncthreads();
	arrive(at(&bar)); // finds 1 MbarrierMisuse
	if (WRONG == 5 && threadIdx.x == 0) arrive(at(&bar));
	if (WRONG == 5) __syncthreads();
	if (WRONG == 5 && threadIdx.x == 0) init(at(&bar), 64); // finds 5 MbarrierMisuse
	await(at(&bar), WRONG == 2 ? 1 : 0); // finds 3 MbarrierMisuse
	out[threadIdx.x] = 1;
}

// Copies whose addresses or sizes fit no piece of 16 bytes.
template <int WRONG> __global__ void shifted(const float *in, float *out) {
	__shared__ __align__(128) float tile[64];
	__shared__ uint64_t bar;
	if (threadIdx.x == 0) {
		init(at(&bar), 1);
		initFence();
		expect(at(&bar), 128);
		fetch(at(tile + (WRONG == 1)), in + (WRONG == 2), WRONG == 3 ? 120 : 128, at(&bar)); // finds 1 Misaligned, finds 2 Misaligned, finds 3 Misaligned
	}
	__syncthreads();
	await(at(&bar), 0);
	out[threadIdx.x] = tile[threadIdx.x % 32];
}

// Four warps multiply tiles that they have written.
DEVICE uint64_t tileAt(unsigned a) { return (a & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32; }
DEVICE void multiply(float (&d)[4], unsigned a, unsigned b) {
	asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, p, 1, 1, 0, 0; }"
		: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(tileAt(a)), "l"(tileAt(b)) : "memory");
}
template <int WRONG> __global__ void products(float *out) {
	__shared__ __align__(128) unsigned a[64 * 8], b[8 * 8];
	int t = threadIdx.x;
	float d[4] = {};
	for (int i = t; i < 512; i += 128) a[i] = 0x3c003c00; // finds 3 ProxyFence
	if (t < 64) b[t] = 0x3c003c00; // finds 3 ProxyFence
	if (WRONG != 3) proxyFence();
	__syncthreads();
	for (int i = 0; i < 2; i++) {
		if (WRONG != 2) asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
		multiply(d, at(a), at(b)); // finds 1 ProductUnderWay, finds 2 ProductUnderWay, and 3 ProxyFence, finds 4 StageReuse
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		if (WRONG == 4 && t < 64) b[t] = 0; // and 4 StageReuse
		if (WRONG != 1) asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
		if (WRONG == 4) { proxyFence(); __syncthreads(); }
	}
	out[t] = d[0] + d[1] + d[2] + d[3]; // and 1 ProductUnderWay
}

static int only;
template <class... P, class... Q> void go(int wrong, void (*k)(P...), int blocks, int threads, int cluster, Q... q) {
	if (wrong != only) return;
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a;
	c.gridDim = blocks;
	c.blockDim = threads;
	a.id = cudaLaunchAttributeClusterDimension;
	a.val.clusterDim.x = cluster;
	a.val.clusterDim.y = a.val.clusterDim.z = 1;
	if (cluster > 1) { c.attrs = &a; c.numAttrs = 1; }
	cudaLaunchKernelEx(&c, k, P(q)...);
}

// The arguments are the number of the mistakes, and that of the kernel; −1: all.
int main(int argc, char **argv) {
	only = atoi(argv[1]);
	float *in, *out;
	cudaMalloc(&in, 1 << 16);
	cudaMalloc(&out, 1 << 16);
	cudaMemset(in, 1, 1 << 16);
	cudaMemset(out, 0, 1 << 16);
	int kernel = atoi(argv[2]);
#define ALL(w) \
	if (kernel < 0 || kernel == 0) go(w, ownCopies<w>, 1, 64, 1, in, out); \
	if (kernel < 0 || kernel == 1) go(w, stages<w>, 1, 64, 1, in, out, 8); \
	if (kernel < 0 || kernel == 2) go(w, producer<w>, 1, 96, 1, in, out, 6); \
	if (kernel < 0 || kernel == 3) go(w, sender<w>, 1, 64, 1, out, 3); \
	if (kernel < 0 || kernel == 4) go(w, neighbours<w>, 2, 64, 2, out); \
	if (kernel < 0 || kernel == 5) go(w, setUp<w>, 1, 64, 1, out); \
	if (kernel < 0 || kernel == 6) go(w, shifted<w>, 1, 64, 1, in, out); \
	if (kernel < 0 || kernel == 7) go(w, products<w>, 1, 128, 1, out);
	ALL(0) ALL(1) ALL(2) ALL(3) ALL(4) ALL(5) ALL(6) ALL(7) ALL(8)
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
}
