// What the checkers say of the host and of kernels, at the lines that cause it.
#include <cstdio>
__global__ void copy(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x]; } // want "Uninitialized memory read"
__global__ void shift(int *x) {
	__shared__ int s[64];
	s[threadIdx.x] = x[threadIdx.x]; // want "Race"
	x[threadIdx.x] = s[(threadIdx.x + 33) % 64]; // want "Uninitialized memory read"
}
template <class T> void release(T *p) {
	cudaFree(p); // want "cudaFree: the memory at 0x[0-9a-f]+ was freed before at .*mistakes.cu:10"
}
int main() {
	int *x, *y, *pinned, h[64] = {};
	cudaMalloc(&x, sizeof h);
	cudaMalloc((void **)&y, sizeof h); // want "cudaMalloc: 256 bytes at 0x[0-9a-f]+ were not freed"
	cudaMallocHost(&pinned, 100);
	copy<<<1, 64>>>(x, y);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	for (int i = 0; i < 3; i++) shift<<<1, 64>>>(x);
	cudaMemcpy(h, x, sizeof h * 2, cudaMemcpyDeviceToHost); // want "512 bytes from 0x[0-9a-f]+ go beyond the 256 bytes that cudaMalloc allocated at .*mistakes.cu:14"
	cudaMemcpy(h, x, sizeof h, cudaMemcpyHostToDevice); // want "to 0x[0-9a-f]+ of the host, from 0x[0-9a-f]+ of the device"
	release(x);
	release(x);
	cudaFree(y + 1); // want "lies 4 bytes into the memory that cudaMalloc allocated at .*mistakes.cu:15"
	cudaFree(pinned); // want "cudaHostAlloc allocated the memory at 0x[0-9a-f]+ at .*mistakes.cu:16.*cudaFreeHost"
	cudaFreeHost(pinned);
	cudaMemset(h, 0, 4); // want "nothing was allocated at 0x[0-9a-f]+"
	copy<<<1, 2048>>>(x, y); // want "launch 2 of kernel copy: block 2048,1,1 is larger"
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
