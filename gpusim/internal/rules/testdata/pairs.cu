// Pairs of kernels, one with a fault and one without. The names of the second end with Mended.

#include <cuda_pipeline.h>

// Loads of one field of structures of eight, and of an array.

__global__ void fields(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = 2 * in[8 * i];
}

__global__ void fieldsMended(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = 2 * in[i];
}

// Stores by columns, and through a tile.

__global__ void columns(float *out, const float *in, int n) {
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	out[x * n + y] = in[y * n + x];
}

__global__ void columnsMended(float *out, const float *in, int n) {
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
	out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// Asynchronous copies of 16 bytes per lane: from different rows, and from neighbouring places.

template <int Stride> __device__ void copyRows(float *out, const float *in) {
	__shared__ float tile[1024];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&tile[4 * t], &in[(1024 * blockIdx.x + Stride * t) % 1048576], 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[256 * blockIdx.x + t] = tile[t] + tile[256 + t] + tile[512 + t] + tile[768 + t];
}

__global__ void rows(float *out, const float *in) { copyRows<1024>(out, in); }
__global__ void rowsMended(float *out, const float *in) { copyRows<4>(out, in); }

// Columns of a tile, with and without a padded row.

template <int W> __device__ void walk(float *out, const float *in) {
	__shared__ float tile[32][W];
	int at = (blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = in[at];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++) sum += tile[threadIdx.x][i] * tile[threadIdx.x][(i + threadIdx.y) % 32];
	out[at] = sum;
}

__global__ void banks(float *out, const float *in) { walk<32>(out, in); }

__global__ void banksMended(float *out, const float *in) { walk<33>(out, in); }

// Stores to the columns of a tile.

template <int W> __device__ void fill(float *out, const float *in) {
	__shared__ float tile[32][W];
	int at = (blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x;
	float v = in[at];
	for (int i = 0; i < 16; i++) {
		tile[threadIdx.x][(threadIdx.y + i) % 32] = v + i;
		__syncthreads();
	}
	out[at] = tile[threadIdx.y][threadIdx.x];
}

__global__ void bankStores(float *out, const float *in) { fill<32>(out, in); }

__global__ void bankStoresMended(float *out, const float *in) { fill<33>(out, in); }

// An array with indexes that only the data know, and one with indexes that the compiler knows.

__global__ void lookup(float *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[16];
	for (int k = 0; k < 16; k++) a[k] = in[(i + k) % n];
	float sum = 0;
	for (int k = 0; k < 64; k++) sum += a[(in[i] + 5 * k) & 15];
	out[i] = sum;
}

__global__ void lookupMended(float *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[16];
#pragma unroll
	for (int k = 0; k < 16; k++) a[k] = in[(i + k) % n];
	float sum = 0;
#pragma unroll
	for (int k = 0; k < 64; k++) sum += a[(5 * k) & 15];
	out[i] = sum;
}

// A product of matrices, with and without tiles.

__global__ void product(float *out, const float *in, int n) {
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++) sum += in[y * n + k] * in[k * n + x];
	out[y * n + x] = sum;
}

__global__ void productMended(float *out, const float *in, int n) {
	__shared__ float a[32][32], b[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	float sum = 0;
	for (int first = 0; first < n; first += 32) {
		a[threadIdx.y][threadIdx.x] = in[y * n + first + threadIdx.x];
		b[threadIdx.y][threadIdx.x] = in[(first + threadIdx.y) * n + x];
		__syncthreads();
		for (int k = 0; k < 32; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
		__syncthreads();
	}
	out[y * n + x] = sum;
}

// Weights that all threads read, in global and in constant memory.

__global__ void weights(float *out, const float *in, const float *w) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = in[i], sum = 0;
	for (int k = 0; k < 64; k++) sum += w[k] * v;
	out[i] = sum;
}

__constant__ float fixed[64];

__global__ void weightsMended(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = in[i], sum = 0;
	for (int k = 0; k < 64; k++) sum += fixed[k] * v;
	out[i] = sum;
}

// Loads that wait for each other, and a single one.

__global__ void chase(int *out, const int *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 32; k++) i = in[i];
	out[i] = i;
}

__global__ void chaseMended(int *out, const int *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}

// A sum by atomics of each thread, and of each block.

__global__ void count(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(out, in[i]);
}

__global__ void countMended(float *out, const float *in) {
	__shared__ float part[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = in[i];
	for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
	if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++) v += part[k];
		atomicAdd(out, v);
	}
}

// A table in constant memory, and in shared memory.

__constant__ float colours[256];

__global__ void table(float *out, const int *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 16; k++) sum += colours[(in[i] * 7 + k) & 255];
	out[i] = sum;
}

__global__ void tableMended(float *out, const int *in) {
	__shared__ float copy[256];
	copy[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 16; k++) sum += copy[(in[i] * 7 + k) & 255];
	out[i] = sum;
}

// Counters in global memory that all blocks change, and counters of each block.

__global__ void bins(int *out, const int *in, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&out[in[i] & 63], 1);
}

__global__ void binsMended(int *out, const int *in, int n) {
	__shared__ int part[64];
	if (threadIdx.x < 64) part[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&part[in[i] & 63], 1);
	__syncthreads();
	if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], part[threadIdx.x]);
}

// Counters that all lanes change, and counters of their own.

__global__ void votes(int *out, const int *in) {
	__shared__ int bins[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	for (int k = 0; k < 32; k++) atomicAdd(&bins[(v / 1024 + k) & 63], v);
	if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void votesMended(int *out, const int *in) {
	__shared__ int bins[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	for (int k = 0; k < 32; k++) atomicAdd(&bins[(v + k) & 63], v);
	if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}

// One warp works while all others wait, and all work.

__global__ void steps(float *out, const float *in) {
	float v = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int k = 0; k < 16; k++) {
		if (threadIdx.x < 32)
			for (int j = 0; j < 64; j++) v = v * v + 1;
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void stepsMended(float *out, const float *in) {
	float v = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int k = 0; k < 32; k++) v = v * v + 1;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Lanes that take different branches, and warps that do.

__device__ float one(float v, int n) {
	for (int k = 0; k < n; k++) v = v * v + 1;
	return v;
}

__global__ void branches(float *out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = i % 2 ? one(i, 300) : one(2 * i, 290);
}

__global__ void branchesMended(float *out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = i / 32 % 2 ? one(i, 300) : one(2 * i, 290);
}

// Numbers of 64 and of 32 bits.

__global__ void doubles(float *out) {
	double v = threadIdx.x;
	for (int k = 0; k < 200; k++) v = v * 1.0001 + 0.5;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void doublesMended(float *out) {
	float v = threadIdx.x;
	for (int k = 0; k < 200; k++) v = v * 1.0001f + 0.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Sines and products.

__global__ void sines(float *out) {
	float v = threadIdx.x, w = 0;
	for (int k = 0; k < 100; k++) w += __sinf(v + k) + __cosf(v - k);
	out[blockIdx.x * blockDim.x + threadIdx.x] = w;
}

__global__ void sinesMended(float *out) {
	float v = threadIdx.x, w = 0;
	for (int k = 0; k < 100; k++) w += (v + k) * (v - k);
	out[blockIdx.x * blockDim.x + threadIdx.x] = w;
}

// Threads that share n elements, in few and in many blocks.

__device__ void divided(float *out, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = one(i, 20);
}

__global__ void loop(float *out, int n) { divided(out, n); }

__global__ void loopMended(float *out, int n) { divided(out, n); }

// Blocks that all work long.

__global__ void heavy(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = one(threadIdx.x, 2000); }

__global__ void heavyMended(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = one(threadIdx.x, 2000); }

// Blocks that take much shared memory, and less.

template <int N> __device__ void gather(float *out, const float *in) {
	__shared__ float tile[N];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 16; k++) {
		tile[threadIdx.x] = sum;
		sum += in[(i + int(tile[threadIdx.x]) + k * 4096) & 1048575];
	}
	out[i] = sum;
}

__global__ void greedy(float *out, const float *in) { gather<12000>(out, in); }

__global__ void greedyMended(float *out, const float *in) { gather<128>(out, in); }

// Blocks of which some work long, and blocks that work alike.

__global__ void uneven(float *out) {
	out[blockIdx.x * blockDim.x + threadIdx.x] = one(threadIdx.x, blockIdx.x % 264 == 0 ? 6000 : 60);
}

__global__ void unevenMended(float *out) {
	out[blockIdx.x * blockDim.x + threadIdx.x] = one(threadIdx.x, 100);
}

// Words of one array, and four neighbours at once.

__global__ void words(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	in += i & 2047;
	for (int k = 0; k < 16; k++) sum += in[k * 2048];
	out[i] = sum;
}

__global__ void wordsMended(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	const float4 *four = (const float4 *)in + (i & 2047);
	for (int k = 0; k < 4; k++) {
		float4 v = four[k * 2048];
		sum += v.x + v.y + v.z + v.w;
	}
	out[i] = sum;
}

// Elements that differ from lane to lane, and one for all.

template <bool SAME> __device__ void choose(float *out, const int *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = SAME ? in[blockIdx.x] : in[i];
	float a[32];
	for (int k = 0; k < 32; k++) a[(at + k) & 31] = k;
	float sum = 0;
	for (int k = 0; k < 32; k++) sum += a[(at * 5 + k) & 31];
	out[i] = sum;
}

__global__ void own(float *out, const int *in) { choose<false>(out, in); }

__global__ void ownMended(float *out, const int *in) { choose<true>(out, in); }

// Code of many and of few instructions.

__global__ void unrolled(float *out) {
	float v = threadIdx.x;
#pragma unroll
	for (int k = 0; k < 500; k++) v = v * (v * (v * v + k) + 2) + 3;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void unrolledMended(float *out) {
	float v = threadIdx.x;
#pragma unroll 8
	for (int k = 0; k < 500; k++) v = v * (v * (v * v + k) + 2) + 3;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
