// dynamic_shared_bytes is the size of the dynamic shared memory of the launch.
__device__ inline unsigned dynamic_shared_bytes() {
#ifdef DYNAMIC_SHARED_BYTES // where the assembler is not a GPU's
	return DYNAMIC_SHARED_BYTES;
#else
	unsigned n;
	asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(n));
	return n;
#endif
}

__device__ int thread() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void shared(int* out, const int* in) {
	__shared__ int tile[2][64];
	__shared__ int sum;
	extern __shared__ int dyn[];
	int dyn_len = (int)(dynamic_shared_bytes() / sizeof(int));
	int t = threadIdx.x;
	int i = thread();
	if (t == 0) {
		sum = 0;
	}
	int* cur = tile[0];
	int* next = tile[1];
	cur[t] = in[i];
	dyn[t] = (unsigned)in[i] * 2;
	__syncthreads();
	for (int d = 1; d < (int)blockDim.x; d *= 2) {
		int v = cur[t];
		if (t >= d) {
			v += (unsigned)cur[t - d];
		}
		next[t] = v;
		int* t1 = cur;
		cur = next;
		next = t1;
		__syncthreads();
	}
	atomicAdd(&sum, in[i]);
	__syncthreads();
	out[i] = (unsigned)cur[t] + sum + dyn[dyn_len - 1 - t];
}
