// Pairs of kernels, one with a fault and one without. The names of the second end with Mended.

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
