// Two devices copy from each other's memory.
#include "check.h"
__global__ void add(int *x, int n, int v) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) x[i] += v;
}
int main() {
	const int n = 1 << 16;
	int devices, can, *x[2], last;
	CHECK(cudaGetDeviceCount(&devices));
	printf("two %d\n", devices >= 2);
	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		CHECK(cudaDeviceCanAccessPeer(&can, d, 1 - d));
		printf("can %d\n", can);
		CHECK(cudaDeviceEnablePeerAccess(1 - d, 0));
		CHECK(cudaMalloc(&x[d], n * sizeof(int)));
		CHECK(cudaMemset(x[d], 0, n * sizeof(int)));
		add<<<n / 256, 256>>>(x[d], n, 10 + d);
		CHECK(cudaDeviceSynchronize());
	}
	printf("%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
	CHECK(cudaMemcpyPeer(x[0], 0, x[1], 1, n * sizeof(int)));
	CHECK(cudaSetDevice(0));
	add<<<n / 256, 256>>>(x[0], n, 100);
	CHECK(cudaMemcpy(&last, x[0] + n - 1, sizeof last, cudaMemcpyDeviceToHost));
	printf("%d\n", last);
	add<<<n / 256, 256>>>(x[1], n, 1000); // memory of the other device
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&last, x[1], sizeof last, cudaMemcpyDefault));
	printf("%d\n", last);
}
