// Kernels read and write page-locked memory of the host.
#include "check.h"
__global__ void scale(const float *in, float *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = 3 * in[i];
}
int main() {
	const int n = 1000;
	float *in, *out, *inOnDevice, *outOnDevice;
	CHECK(cudaHostAlloc(&in, n * sizeof(float), cudaHostAllocMapped));
	CHECK(cudaMallocHost(&out, n * sizeof(float)));
	CHECK(cudaHostGetDevicePointer(&inOnDevice, in, 0));
	CHECK(cudaHostGetDevicePointer(&outOnDevice, out, 0));
	for (int i = 0; i < n; i++) in[i] = i, out[i] = -1;
	scale<<<(n + 127) / 128, 128>>>(inOnDevice, outOnDevice, n);
	CHECK(cudaDeviceSynchronize());
	printf("%g %g %g\n", out[0], out[1], out[n - 1]);
	unsigned flags;
	CHECK(cudaHostGetFlags(&flags, in));
	printf("mapped %d, equal addresses %d\n", (flags & cudaHostAllocMapped) != 0, in == inOnDevice);
	CHECK(cudaFreeHost(in));
	CHECK(cudaFreeHost(out));
	printf("again: %s\n", cudaGetErrorString(cudaFreeHost(out)));
	float *own = (float *)malloc(4096 * sizeof(float)), *device;
	for (int i = 0; i < 4096; i++) own[i] = i;
	CHECK(cudaHostRegister(own, 4096 * sizeof(float), cudaHostRegisterDefault));
	printf("again: %s\n", cudaGetErrorName(cudaHostRegister(own, 4096 * sizeof(float), cudaHostRegisterDefault)));
	CHECK(cudaMalloc(&device, 4096 * sizeof(float)));
	CHECK(cudaMemcpyAsync(device, own, 4096 * sizeof(float), cudaMemcpyHostToDevice));
	scale<<<16, 256>>>(device, device, 4096);
	CHECK(cudaMemcpyAsync(own, device, 4096 * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaDeviceSynchronize());
	printf("%g\n", own[4095]);
	CHECK(cudaHostUnregister(own));
	printf("again: %s\n", cudaGetErrorName(cudaHostUnregister(own)));
}
