#include <stdio.h>

__device__ int calls = 5;
__constant__ int table[4] = {1, 2, 3, 4};
__managed__ int shared;

static __device__ int hidden = 100;
template <class T> __device__ T twice(T x) { return x + x; }

__device__ int inOther(int x)
{
	if (x == 3) printf("other: %d\n", x);
	return 10 * x + hidden + twice(shared);
}

__global__ void there(int *a) { a[threadIdx.x] += inOther(1); }

void launchOther(int *a)
{
	there<<<1, 4>>>(a);
	cudaDeviceSynchronize();
}
