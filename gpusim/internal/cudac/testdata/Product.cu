// tile is the side of the tiles of Product, that of the blocks.
constexpr int tile = 16;

// element returns an element of a matrix, and 0 outside of it.
__device__ float element(const float* x, int row, int col, int rows, int columns) {
	if (row < rows && col < columns) {
		return x[row * columns + col];
	}
	return 0.0f;
}

// Product multiplies by tiles. Every thread takes part to the end, also those
// whose element of c does not exist: they load what others need.
__global__ void Product(float* c, const float* a, const float* b, int m, int k, int n) {
	__shared__ float as[tile][tile];
	__shared__ float bs[tile][tile];
	int tx = threadIdx.x;
	int ty = threadIdx.y;
	int row = blockIdx.y * tile + ty;
	int col = blockIdx.x * tile + tx;
	float sum = 0.0f;
	for (int first = 0; first < k; first += tile) {
		as[ty][tx] = element(a, first + ty, blockIdx.y * tile + tx, k, m);
		bs[ty][tx] = element(b, first + ty, col, k, n);
		__syncthreads(); // the tiles are complete
		for (int e = 0; e < tile; e++) {
			sum += as[e][ty] * bs[e][tx];
		}
		__syncthreads(); // nobody needs the tiles any more
	}
	if (row < m && col < n) {
		c[row * n + col] = sum;
	}
}
