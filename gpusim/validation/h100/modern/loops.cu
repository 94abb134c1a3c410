// Loops of products of matrices, of loads of matrices, and of accesses and barriers of a cluster, as the measurements have
// them but without clocks: the simulator's cycles of n steps are those of two launches apart. loops.ptx is made of it by
// nvcc -ptx -arch=sm_90a.
#define LOOP(NAME, PARAMS, INIT, STEP, END) extern "C" __global__ void NAME(unsigned* out, int n PARAMS) { INIT; _Pragma("unroll 1") for (int i = 0; i < n; i++) { _Pragma("unroll") for (int j = 0; j < 8; j++) { STEP; } } END; }
#define NO
#define WITH(X) , X
#define F4(D, A, B) "mma.sync.aligned." D " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : "+" A(d[0]), "+" A(d[1]), "+" A(d[2]), "+" A(d[3]) : "r"(1), "r"(2), "r"(3), "r"(4), "r"(5), "r"(6)
#define F2(D, A) "mma.sync.aligned." D " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" : "+" A(d[0]), "+" A(d[1]), "+" A(d[2]), "+" A(d[3]) : "r"(1), "r"(2), "r"(5)
LOOP(mma_f16_f32acc_m16n8k16, NO, float d[4] = {}, asm volatile(F4("m16n8k16.row.col.f32.f16.f16.f32", "f", )), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_tf32_m16n8k8, NO, float d[4] = {}, asm volatile(F4("m16n8k8.row.col.f32.tf32.tf32.f32", "f", )), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_s8_m16n8k32, NO, int d[4] = {}, asm volatile(F4("m16n8k32.row.col.s32.s8.s8.s32", "r", )), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_f16_m16n8k8, NO, float d[4] = {}, asm volatile(F2("m16n8k8.row.col.f32.f16.f16.f32", "f")), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_s8_m16n8k16, NO, int d[4] = {}, asm volatile(F2("m16n8k16.row.col.s32.s8.s8.s32", "r")), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_f64_m16n8k16, NO, double d[4] = {}, asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%4,%4,%4,%5,%5,%5,%5},{%4,%4,%5,%5},{%0,%1,%2,%3};" : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(1.), "d"(2.)), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_f64_m16n8k4, NO, double d[4] = {}, asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%4},{%0,%1,%2,%3};" : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(1.), "d"(2.)), out[threadIdx.x] = d[0] + d[1] + d[2] + d[3])
LOOP(mma_f64_m8n8k4, NO, double d[2] = {}, asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%2},{%0,%1};" : "+d"(d[0]), "+d"(d[1]) : "d"(1.)), out[threadIdx.x] = d[0] + d[1])
__device__ unsigned address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern __shared__ __align__(1024) unsigned char memory[];
__device__ void clear() { for (int i = threadIdx.x; i < 16384; i += blockDim.x) ((unsigned*)memory)[i] = 0; __syncthreads(); }
#define LDM "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
LOOP(ldmatrix_x4_latency, NO, clear(); unsigned r[4]; unsigned a = address(memory) + threadIdx.x * 16, asm volatile(LDM : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a) : "memory"); a += r[0], out[threadIdx.x] = a)
LOOP(ldmatrix, WITH(unsigned stride), unsigned r[8][4]; unsigned l = threadIdx.x & 31; unsigned a = address(memory) + (l & 15) * stride + (l >> 4) * 16; unsigned x = 0, asm volatile(LDM : "=r"(r[j][0]), "=r"(r[j][1]), "=r"(r[j][2]), "=r"(r[j][3]) : "r"(a) : "memory"); if (j == 7) for (int u = 0; u < 8; u++) x += r[u][0] ^ r[u][1] ^ r[u][2] ^ r[u][3], out[threadIdx.x] = x)
LOOP(stmatrix, WITH(unsigned stride), unsigned l = threadIdx.x & 31; unsigned a = address(memory) + (l & 15) * stride + (l >> 4) * 16, asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" :: "r"(a), "r"(l), "r"(l), "r"(l), "r"(l) : "memory"), out[threadIdx.x] = l)
// One product of four warps, or eight of a group, and the wait for it.
#define REGS32 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"
#define D8(I) "+f"(d[I]), "+f"(d[I + 1]), "+f"(d[I + 2]), "+f"(d[I + 3]), "+f"(d[I + 4]), "+f"(d[I + 5]), "+f"(d[I + 6]), "+f"(d[I + 7])
__device__ void group64(float (&d)[32], unsigned long long a, unsigned long long b) { asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " REGS32 ", %32, %33, 1, 1, 1, 0, 0;" : D8(0), D8(8), D8(16), D8(24) : "l"(a), "l"(b)); }
#define GROUP(NAME, BATCH) extern "C" __global__ void NAME(unsigned* out, int n) { float d[32] = {}; unsigned s = address(memory) >> 4; unsigned long long a = s | 1ull << 16 | 64ull << 32 | 1ull << 62, b = a + 512; \
  _Pragma("unroll 1") for (int i = 0; i < n; i++) { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); _Pragma("unroll") for (int j = 0; j < BATCH; j++) group64(d, a, b); asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); } float x = 0; for (auto& v : d) x += v; out[threadIdx.x] = x; }
GROUP(wgmma_one, 1)
GROUP(wgmma_batch8, 8)
// Barriers and memory of a cluster.
extern "C" __global__ void cluster_barrier(unsigned* out, int n) { for (int i = 0; i < n; i++) { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); } out[0] = n; }
extern "C" __global__ void cluster_barrier_relaxed(unsigned* out, int n) { for (int i = 0; i < n; i++) { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); } out[0] = n; }
__device__ unsigned next(unsigned a) { unsigned r, n, d; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(n)); asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"((r + 1) % n)); return d; }
LOOP(dsm_load_lat, NO, clear(); asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); unsigned v; unsigned a = next(address(memory)), asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); a += v, asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); out[threadIdx.x] = a)
LOOP(dsm_load4, WITH(unsigned stride), unsigned v[8]; unsigned x = 0; unsigned a = next(address(memory)) + (threadIdx.x & 31) * stride, asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v[j]) : "r"(a + j * 4096 + (i & 7) * 512) : "memory"); if (j == 7) for (int u = 0; u < 8; u++) x += v[u], out[threadIdx.x] = x)
LOOP(dsm_store4, WITH(unsigned stride), unsigned a = next(address(memory)) + (threadIdx.x & 31) * stride, asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(a + j * 4096), "r"(n) : "memory"), out[threadIdx.x] = n)
LOOP(dsm_red4, WITH(unsigned stride), unsigned a = next(address(memory)) + (threadIdx.x & 31) * stride, asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(a + j * 4096), "r"(n) : "memory"), out[threadIdx.x] = n)
