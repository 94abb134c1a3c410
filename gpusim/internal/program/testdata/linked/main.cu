// A program whose device code lies in two files: this one calls a function and uses variables of the
// other, and both have static variables, templates and texts of the same names.
#include <stdio.h>

extern __device__ int calls;
extern __constant__ int table[4];
extern __managed__ int shared;
__device__ int inOther(int x);
void launchOther(int *a);

static __device__ int hidden = 3;
template <class T> __device__ T twice(T x) { return x + x; }

__global__ void here(int *a)
{
	a[threadIdx.x] = inOther(threadIdx.x) + hidden + twice(table[threadIdx.x]);
	atomicAdd(&calls, 1);
	if (threadIdx.x == 0) printf("here: %d\n", a[0]);
}

int main()
{
	int *a, n;
	cudaMallocManaged(&a, 4 * sizeof *a);
	shared = 1000;
	here<<<1, 4>>>(a);
	cudaDeviceSynchronize();
	launchOther(a);
	cudaMemcpyFromSymbol(&n, calls, sizeof n);
	cudaMemcpyToSymbol(hidden, &n, sizeof n);
	here<<<1, 1>>>(a);
	cudaDeviceSynchronize();
	printf("%d %d %d %d, %d calls: %s\n", a[0], a[1], a[2], a[3], n, cudaGetErrorName(cudaGetLastError()));
}
