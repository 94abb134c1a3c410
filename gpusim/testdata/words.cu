// The kernels of words_test.go in CUDA C.
#include <cuda_pipeline.h>

extern "C" __global__ void stagedRows(float *out, const float *x, int n) {
	__shared__ float4 first[128];
	__shared__ float ends[128];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;
	__pipeline_memcpy_async(&first[t], &x[4 * i], sizeof(float4));
	__pipeline_commit();
	__pipeline_memcpy_async(&ends[t], &x[i], sizeof(float), i >= n ? sizeof(float) : 0);
	__pipeline_commit();
	__pipeline_wait_prior(1);
	float own = first[t].x + first[t].w;
	__pipeline_wait_prior(0);
	__syncthreads();
	out[i] = own + first[127 - t].y + ends[127 - t];
}
