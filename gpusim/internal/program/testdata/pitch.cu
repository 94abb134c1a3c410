// Matrices whose rows lie apart, memory in streams, dynamic shared memory, a template.
#include "check.h"
template <typename T, int Side> __global__ void transpose(const T *in, size_t inPitch, T *out, size_t outPitch, int w, int h) {
	extern __shared__ char memory[];
	T *tile = (T *)memory;
	int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
	if (x < w && y < h) tile[threadIdx.y * (Side + 1) + threadIdx.x] = in[y * inPitch / sizeof(T) + x];
	__syncthreads();
	x = blockIdx.y * Side + threadIdx.x, y = blockIdx.x * Side + threadIdx.y;
	if (x < h && y < w) out[y * outPitch / sizeof(T) + x] = tile[threadIdx.x * (Side + 1) + threadIdx.y];
}
int main() {
	const int w = 70, h = 45;
	double host[h][w], back[w][h], *in, *out;
	size_t inPitch, outPitch;
	for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) host[y][x] = 100 * y + x;
	CHECK(cudaMallocPitch(&in, &inPitch, w * sizeof(double), h));
	CHECK(cudaMallocPitch(&out, &outPitch, h * sizeof(double), w));
	CHECK(cudaMemcpy2D(in, inPitch, host, w * sizeof(double), w * sizeof(double), h, cudaMemcpyHostToDevice));
	transpose<double, 16><<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16), 16 * 17 * sizeof(double)>>>(in, inPitch, out, outPitch, w, h);
	CHECK(cudaMemcpy2D(back, h * sizeof(double), out, outPitch, h * sizeof(double), w, cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) wrong += back[x][y] != host[y][x];
	printf("pitch %zu %zu, wrong %d\n", inPitch, outPitch, wrong);
	cudaStream_t s;
	int *a, v;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaMallocAsync(&a, 1024, s));
	CHECK(cudaMemsetAsync(a, 1, 1024, s));
	CHECK(cudaMemcpyAsync(&v, a + 255, 4, cudaMemcpyDeviceToHost, s));
	CHECK(cudaFreeAsync(a, s));
	CHECK(cudaStreamSynchronize(s));
	printf("%#x\n", v);
	int blocks, grid, block;
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose<double, 16>, 256, 16 * 17 * sizeof(double)));
	CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, transpose<double, 16>, 0, 0));
	printf("%d blocks, %d threads\n", blocks, block);
}
