// Barriers in shared memory and asynchronous copies: each block sums its part of an array in stages
// that are copied ahead.
#include <cuda/barrier>
#include <cuda_pipeline.h>

#include "../check.h"

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(const int *in, long long *out, int stages) {
	__shared__ int part[2][256];
	__shared__ barrier ready[2];
	const int i = threadIdx.x;
	if (i < 2) init(&ready[i], blockDim.x);
	__syncthreads();
	long long sum = 0;
	const int *mine = in + blockIdx.x * stages * 256;
	__pipeline_memcpy_async(&part[0][i], &mine[i], sizeof(int));
	__pipeline_commit();
	for (int s = 0; s < stages; s++) {
		if (s + 1 < stages) {
			__pipeline_memcpy_async(&part[(s + 1) % 2][i], &mine[(s + 1) * 256 + i], sizeof(int));
			__pipeline_commit();
		}
		__pipeline_wait_prior(s + 1 < stages ? 1 : 0);
		auto token = ready[0].arrive();
		ready[0].wait(std::move(token));
		sum += part[s % 2][255 - i];
		ready[1].arrive_and_wait();
	}
	atomicAdd((unsigned long long *)&out[blockIdx.x], (unsigned long long)sum);
}

int main() {
	const int blocks = 5, stages = 7, n = blocks * stages * 256;
	static int host[n];
	long long want[blocks] = {}, got[blocks];
	for (int i = 0; i < n; i++) host[i] = i * 7919 % 1000 - 300, want[i / (stages * 256)] += host[i];
	int *in;
	long long *out;
	CHECK(cudaMalloc(&in, sizeof host));
	CHECK(cudaMalloc(&out, sizeof got));
	CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(out, 0, sizeof got));
	sums<<<blocks, 256>>>(in, out, stages);
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int b = 0; b < blocks; b++) wrong += got[b] != want[b];
	printf("%d of %d sums are wrong\n", wrong, blocks);
}
