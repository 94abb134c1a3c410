// A grid that waits for all of its blocks.
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sum(const int *in, int *parts, int *out, int n) {
	__shared__ int block;
	if (threadIdx.x == 0) block = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&block, in[i]);
	__syncthreads();
	if (threadIdx.x == 0) parts[blockIdx.x] = block;
	cg::this_grid().sync();
	if (cg::this_grid().thread_rank() == 0) {
		int s = 0;
		for (int b = 0; b < gridDim.x; b++) s += parts[b];
		*out = s;
	}
}
int main() {
	const int n = 10000;
	int h[n], *in, *parts, *out, result;
	for (int i = 0; i < n; i++) h[i] = i % 7;
	CHECK(cudaMalloc(&in, sizeof h));
	CHECK(cudaMalloc(&parts, 64 * sizeof(int)));
	CHECK(cudaMalloc(&out, sizeof(int)));
	CHECK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
	int count = n;
	void *args[] = {&in, &parts, &out, &count};
	CHECK(cudaLaunchCooperativeKernel(sum, 64, 128, args));
	CHECK(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
	printf("sum %d\n", result);
	printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel(sum, 100000, 128, args)));
	int supported;
	CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
	printf("supported %d\n", supported);
}
