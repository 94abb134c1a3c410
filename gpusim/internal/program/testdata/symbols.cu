// Variables of the device, and a struct of parameters with pointers in it.
#include "check.h"
__constant__ float factors[4];
__device__ int counter = 5;
__device__ float table[8] = {1, 2, 3, 4};
__device__ int unused[3] = {4, 5, 6};
struct Job { const float *in; float *out; short n; char scale; double offset; };
__global__ void apply(Job job, bool count, float4 extra) {
	int i = threadIdx.x;
	if (i < job.n) job.out[i] = job.in[i] * factors[i % 4] * job.scale + float(job.offset) + extra.w + table[i % 8];
	if (count && i == 0) atomicAdd(&counter, job.n);
}
int main() {
	float h[64], f[4] = {1, 10, 100, 1000}, *in, *out;
	for (int i = 0; i < 64; i++) h[i] = i;
	CHECK(cudaMalloc(&in, sizeof h));
	CHECK(cudaMalloc(&out, sizeof h));
	CHECK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
	float five = 5;
	CHECK(cudaMemcpyToSymbol(table, &five, sizeof five, 7 * sizeof(float)));
	apply<<<1, 64>>>({in, out, 60, 2, 0.5}, true, make_float4(0, 0, 0, 0.25f));
	CHECK(cudaMemset(out + 60, 0, 4 * sizeof(float)));
	CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
	printf("%g %g %g %g %g %g\n", h[0], h[1], h[7], h[58], h[59], h[60]);
	int c;
	CHECK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
	printf("counter %d\n", c);
	void *address;
	size_t size;
	CHECK(cudaGetSymbolAddress(&address, counter));
	CHECK(cudaGetSymbolSize(&size, unused));
	CHECK(cudaMemcpy(&c, address, sizeof c, cudaMemcpyDeviceToHost));
	printf("counter %d, unused has %zu bytes\n", c, size);
	int three[3];
	CHECK(cudaMemcpyFromSymbol(three, unused, sizeof three));
	printf("%d %d %d\n", three[0], three[1], three[2]);
	printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(factors, f, sizeof f, 4)));
}
