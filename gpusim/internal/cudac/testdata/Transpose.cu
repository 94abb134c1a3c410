constexpr int tile = 32; // elements on each side of the square that a block turns
constexpr int rows = 8; // of threads in a block: each thread has tile/rows elements

// Transpose writes the transposed matrix. One column of padding lets the lanes
// read a column of the tile from 32 different banks.
__global__ void Transpose(float* out, const float* in, int width, int height) {
	__shared__ float square[tile][tile + 1];
	int left = blockIdx.x * tile;
	int top = blockIdx.y * tile;
	for (int j = 0; j < tile; j += rows) {
		int x = left + threadIdx.x;
		int y = top + threadIdx.y + j;
		if (x < width && y < height) {
			square[threadIdx.y + j][threadIdx.x] = in[y * width + x];
		}
	}
	__syncthreads();
	for (int j = 0; j < tile; j += rows) {
		int x = top + threadIdx.x;
		int y = left + threadIdx.y + j;
		if (x < height && y < width) {
			out[y * height + x] = square[threadIdx.x][threadIdx.y + j];
		}
	}
}
