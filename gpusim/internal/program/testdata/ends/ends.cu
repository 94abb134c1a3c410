// Each argument is a way to end.
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void count(float *x, int n) { for (int i = 0; i < n; i++) x[threadIdx.x] += i; }
__global__ void outside(float *x) { x[threadIdx.x + 1000] = 1; }
int main(int, char **argv) {
	float *x;
	cudaMalloc(&x, 128);
	cudaMemset(x, 0, 128);
	const char *end = argv[1];
	if (!strcmp(end, "budget")) {
		count<<<1, 32>>>(x, 10);
		count<<<1, 32>>>(x, 1 << 30);
		printf("never\n");
	} else if (!strcmp(end, "fault")) {
		outside<<<1, 32>>>(x);
		printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
		return 4;
	} else if (!strcmp(end, "launch")) {
		count<<<1, 2048>>>(x, 10);
		printf("%s\n", cudaGetErrorName(cudaGetLastError()));
		return 5;
	} else if (!strcmp(end, "wait")) {
		for (;;) ;
	} else if (!strcmp(end, "crash")) {
		x[0] = 1; // the host reads no memory of the device
	} else if (!strcmp(end, "abort")) {
		abort();
	}
}
