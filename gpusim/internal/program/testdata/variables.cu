// Managed variables: the host and kernels use one name.
#include "check.h"
__managed__ int count = 5;
__managed__ float squares[100];
__managed__ double lonely = 2.5; // no kernel uses it
__global__ void fill(int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) squares[i] = i * i, atomicAdd(&count, 1);
}
int main() {
	printf("%d %g %g\n", count, squares[3], lonely);
	count = 10;
	fill<<<1, 128>>>(100);
	CHECK(cudaDeviceSynchronize());
	printf("%d %g %g\n", count, squares[9], squares[99]);
	squares[0] = 7;
	lonely *= 2;
	fill<<<1, 32>>>(1);
	CHECK(cudaDeviceSynchronize());
	printf("%d %g %g\n", count, squares[0], lonely);
	cudaPointerAttributes a;
	CHECK(cudaPointerGetAttributes(&a, &count));
	printf("type %d\n", a.type);
}
