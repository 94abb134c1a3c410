// What the runtime answers to mistakes, and after a fault of a kernel.
#include "check.h"
__global__ void fill(float *x, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) x[i] = i;
}
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
int main() {
	float *x, h[4];
	SAY(cudaMalloc(&x, 1000 * sizeof(float)));
	fill<<<1, 2048>>>(x, 1000);
	SAY(cudaPeekAtLastError());
	SAY(cudaGetLastError());
	SAY(cudaGetLastError());
	fill<<<0, 32>>>(x, 1000);
	SAY(cudaGetLastError());
	fill<<<1, 32, 1 << 20>>>(x, 1000);
	SAY(cudaGetLastError());
	SAY(cudaMemcpy(x, h, 8000, cudaMemcpyHostToDevice));
	SAY(cudaMemcpy(h, x, 8, (cudaMemcpyKind)77));
	SAY(cudaFree(x + 1));
	SAY(cudaFree(nullptr));
	SAY(cudaSetDevice(99));
	SAY(cudaMalloc(&x, (size_t)1 << 50));
	SAY(cudaGetLastError());
	SAY(cudaEventQuery(nullptr));
	cudaFuncAttributes a;
	CHECK(cudaFuncGetAttributes(&a, fill));
	printf("%d threads\n", a.maxThreadsPerBlock);
	CHECK(cudaMalloc(&x, 1000 * sizeof(float)));
	fill<<<1 << 16, 1024>>>((float *)64, 1 << 26);
	SAY(cudaDeviceSynchronize());
	SAY(cudaGetLastError());
	SAY(cudaMalloc(&x, 4));
	SAY(cudaMemcpy(h, x, 4, cudaMemcpyDeviceToHost));
	return 3;
}
