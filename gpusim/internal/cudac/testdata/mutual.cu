struct odd_result {
	bool r0;
	int r1;
};

struct even_result {
	bool r0;
	int r1;
};

__device__ even_result even(int n, bool flag);

__device__ int thread() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ odd_result odd(int n, bool flag) {
	if (n == 0) {
		return {!flag, 2};
	}
	auto [r, depth] = even((unsigned)n - 1, flag);
	return {r != flag, (int)((unsigned)depth * 3)};
}

// even and odd call each other. The flag is a predicate that is live across calls.
__device__ even_result even(int n, bool flag) {
	if (n == 0) {
		return {flag, 1};
	}
	auto [r, depth] = odd((unsigned)n - 1, !flag);
	if (flag) {
		depth += 10u;
	}
	return {r, (int)((unsigned)depth + 1)};
}

__global__ void mutual(int* out, const int* in) {
	int i = thread();
	auto [r, depth] = even(in[i] & 15, in[i] > 20);
	if (r) {
		depth = -(unsigned)depth;
	}
	out[i] = depth;
}
