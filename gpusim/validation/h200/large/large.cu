// Large launches: products, copies, reductions, transposes, stencils, sparse rows.
// large CASE runs one case three times and prints the shortest time.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void product(float *c, const float *a, const float *b, int n) {
	__shared__ float as[16][16], bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;
	for (int t = 0; t < n / 16; t++) {
		as[ty][tx] = a[row * n + t * 16 + tx];
		bs[ty][tx] = b[(t * 16 + ty) * n + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

__global__ void product32(float *c, const float *a, const float *b, int n) {
	__shared__ float as[32][32], bs[32][32];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
	float sum = 0;
	for (int t = 0; t < n / 32; t++) {
		as[ty][tx] = a[row * n + t * 32 + tx];
		bs[ty][tx] = b[(t * 32 + ty) * n + col];
		__syncthreads();
		for (int k = 0; k < 32; k++)
			sum += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

__global__ void copy(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

__global__ void copy4(float4 *out, const float4 *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

__global__ void saxpy(float *y, const float *x, float a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i];
}

__global__ void strided(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i * 4];
}

__global__ void sumStride(float *out, const float *in, int n) {
	__shared__ float s[256];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		sum += in[i];
	s[t] = sum;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, s[0]);
}

__global__ void sumEach(float *out, const float *in, int n) {
	__shared__ float s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

__global__ void transpose(float *out, const float *in, int n) {
	__shared__ float tile[32][33];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
	for (int j = 0; j < 32; j += 8)
		tile[ty + j][tx] = in[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + tx;
	y = blockIdx.x * 32 + ty;
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * n + x] = tile[tx][ty + j];
}

__global__ void transposeNaive(float *out, const float *in, int n) {
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	out[x * n + y] = in[y * n + x];
}

__global__ void stencil2(float *out, const float *in, int w, int h) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
		int i = y * w + x;
		out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
	}
}

__global__ void stencil3(float *out, const float *in, int n) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1) {
		int i = (z * n + y) * n + x;
		out[i] = 0.1f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
	}
}

__global__ void rows(float *y, const float *x, const float *val, const unsigned *col, int n) {
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	unsigned d = (unsigned)r * 2654435761u >> 28;
	float sum = 0;
	for (unsigned k = 0; k < d; k++)
		sum += val[r + k * n] * x[col[r + k * n] & (n - 1)];
	y[r] = sum;
}

__global__ void histogram(unsigned *bins, const unsigned *in, int n) {
	__shared__ unsigned s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		atomicAdd(&s[in[i] >> 24], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__global__ void gather(float *out, const float *in, const unsigned *at, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[at[i] & (n - 1)];
}

__global__ void fill(unsigned *p, size_t n) {
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		unsigned h = (unsigned)i * 2654435761u;
		h ^= h >> 15; h *= 2246822519u; h ^= h >> 13; h *= 3266489917u; h ^= h >> 16;
		p[i] = h;
	}
}

static unsigned *get(size_t n, bool random) {
	unsigned *p;
	if (cudaMalloc(&p, n * 4) != cudaSuccess) { printf("no memory\n"); exit(1); }
	if (random) fill<<<4096, 256>>>(p, n); else cudaMemset(p, 0, n * 4);
	return p;
}
#define F(n) ((float *)get(n, false))
#define R(n) get(n, true)

int main(int argc, char **argv) {
	const char *c = argv[1];
	const size_t G = 1u << 30;
	cudaEvent_t from, to;
	cudaEventCreate(&from), cudaEventCreate(&to);
	float best = 1e9f;
#define CASE(name, setup, launch)                                                    \
	if (!strcmp(c, name)) {                                                      \
		setup;                                                               \
		cudaDeviceSynchronize();                                             \
		int runs = argc > 2 ? 1 : 5;                                         \
		for (int i = 0; i < runs; i++) {                                     \
			float ms;                                                    \
			cudaEventRecord(from);                                       \
			launch;                                                      \
			cudaEventRecord(to);                                         \
			cudaEventSynchronize(to);                                    \
			cudaEventElapsedTime(&ms, from, to);                         \
			best = ms < best ? ms : best;                                \
		}                                                                    \
		printf("%s %.2f us %s\n", c, best * 1000, cudaGetErrorString(cudaGetLastError())); \
	}
	CASE("product4096", size_t n = 4096; float *o = F(n * n); float *a = F(n * n); float *b = F(n * n), (product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(o, a, b, n)))
	CASE("product8192", size_t n = 8192; float *o = F(n * n); float *a = F(n * n); float *b = F(n * n), (product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(o, a, b, n)))
	CASE("product32_8192", size_t n = 8192; float *o = F(n * n); float *a = F(n * n); float *b = F(n * n), (product32<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(o, a, b, n)))
	CASE("copy", float *o = F(G); float *a = F(G), (copy<<<G / 256, 256>>>(o, a, G)))
	CASE("copy4", float *o = F(G); float *a = F(G), (copy4<<<G / 4 / 256, 256>>>((float4 *)o, (float4 *)a, G / 4)))
	CASE("saxpy", float *o = F(G); float *a = F(G), (saxpy<<<G / 256, 256>>>(o, a, 2.f, G)))
	CASE("strided", float *o = F(G / 4); float *a = F(G), (strided<<<G / 4 / 256, 256>>>(o, a, G / 4)))
	CASE("sum_stride", float *o = F(1); float *a = F(G), (sumStride<<<1056, 256>>>(o, a, G)))
	CASE("sum_each", float *o = F(G / 256); float *a = F(G), (sumEach<<<G / 256, 256>>>(o, a, G)))
	CASE("transpose", size_t n = 32768; float *o = F(n * n); float *a = F(n * n), (transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(o, a, n)))
	CASE("transpose_naive", size_t n = 32768; float *o = F(n * n); float *a = F(n * n), (transposeNaive<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(o, a, n)))
	CASE("stencil2", size_t n = 32768; float *o = F(n * n); float *a = F(n * n), (stencil2<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(o, a, n, n)))
	CASE("stencil3", size_t n = 1024; float *o = F(n * n * n); float *a = F(n * n * n), (stencil3<<<dim3(n / 32, n / 8, n), dim3(32, 8)>>>(o, a, n)))
	CASE("rows", size_t n = 1 << 25; float *y = F(n); float *x = F(n); float *v = F(n * 16); unsigned *k = R(n * 16), (rows<<<n / 256, 256>>>(y, x, v, k, n)))
	CASE("histogram", unsigned *o = (unsigned *)F(256); unsigned *a = R(G), (histogram<<<1056, 256>>>(o, a, G)))
	CASE("gather", size_t n = 1 << 28; float *o = F(n); float *a = F(n); unsigned *k = R(n), (gather<<<n / 256, 256>>>(o, a, k, n)))
	return 0;
}
