// Shared tiles, halos and transposes, as public code writes them.
#define TILE 8
#define RADIUS 2
#define IDX(r, c, w) ((r) * (w) + (c))

__global__ void tile_transpose(float* odata, const float* idata, int n) {
	__shared__ float tile[TILE][TILE + 1];
	int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
	tile[y][x] = idata[IDX(y, x, TILE) + blockIdx.x * TILE * TILE];
	__syncthreads();
	odata[IDX(y, x, TILE) + blockIdx.x * TILE * TILE] = tile[x][y] + n;
}

__global__ void stencil_halo(float* out, const float* in, int n) {
	__shared__ float s[64 + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
	s[l] = in[g];
	if (threadIdx.x < RADIUS) {
		s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
		s[l + blockDim.x] = in[g + blockDim.x];
	}
	__syncthreads();
	float sum = 0;
#pragma unroll
	for (int o = -RADIUS; o <= RADIUS; ++o) sum += s[l + o];
	out[g] = sum;
}

template <int BLOCK> __device__ void load_tile(float (&tile)[BLOCK][BLOCK], const float* src, int ld) {
	int x = threadIdx.x % BLOCK, y = threadIdx.x / BLOCK;
	tile[y][x] = src[y * ld + x];
}

template <int BLOCK> __global__ void tile_product(float* c, const float* a, const float* b, int n) {
	__shared__ float as[BLOCK][BLOCK], bs[BLOCK][BLOCK];
	int tx = threadIdx.x % BLOCK, ty = threadIdx.x / BLOCK;
	float sum = 0.f;
	for (int m = 0; m < 3; ++m) {
		load_tile<BLOCK>(as, a + m * BLOCK, 3 * BLOCK);
		load_tile<BLOCK>(bs, &b[m * BLOCK * BLOCK], BLOCK);
		__syncthreads();
		for (int k = 0; k < BLOCK; ++k) sum += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[blockIdx.x * BLOCK * BLOCK + ty * BLOCK + tx] = sum;
}

extern __shared__ int dyn[];
__global__ void dynamic_reverse(int* d, int n) {
	int t = threadIdx.x, tr = blockDim.x - t - 1;
	dyn[t] = d[blockIdx.x * blockDim.x + t];
	__syncthreads();
	d[blockIdx.x * blockDim.x + t] = dyn[tr];
}

__global__ void two_arrays_in_one(float* out, const float* in, int n) {
	extern __shared__ float pool[];
	float* first = pool;
	int* second = (int*)&pool[blockDim.x];
	first[threadIdx.x] = in[threadIdx.x] * 2;
	second[threadIdx.x] = threadIdx.x * 3;
	__syncthreads();
	unsigned j = (threadIdx.x + 7) % blockDim.x;
	out[blockIdx.x * blockDim.x + threadIdx.x] = first[j] + second[j];
}

__global__ void blur3(unsigned char* out, const unsigned char* in, int w) {
	int x = threadIdx.x + 1, y = blockIdx.x + 1, pixels = 0, value = 0;
	const int width = 70;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx < 2; ++dx) {
			int cy = y + dy, cx = x + dx;
			if (cy > -1 && cy < 40 && cx >= 0 && cx < width) {
				value += in[cy * width + cx];
				pixels++;
			}
		}
	out[y * width + x] = (unsigned char)(value / pixels);
}

__global__ void pitched_rows(signed char* base, int pitch) {
	float* row = (float*)(base + blockIdx.x * 512 + 4);
	for (int c = threadIdx.x; c < 100; c += blockDim.x) row[c] = row[c] * 0.5f + pitch;
}

__global__ void volume(float* out, const float* in, int3 size, int step) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int x = i % 4, y = i / 4 % 4, z = i / 16;
	size.x += step;
	out[i] = in[(z * 4 + y) * 4 + x] * size.x - size.y + size.z;
}

__global__ void padded_banks(int* out, int pad) {
	__shared__ int banks[64 + 64 / 32];
#define CONFLICT_FREE(n) ((n) + ((n) >> 5))
	banks[CONFLICT_FREE(threadIdx.x)] = threadIdx.x * pad;
	__syncthreads();
	out[threadIdx.x + blockIdx.x * 64] = banks[CONFLICT_FREE(63 - threadIdx.x)];
}
