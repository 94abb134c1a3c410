// Values of shuffles that are undefined and that no thread uses.

// Each lane adds what the lanes of the mask bring.
//
//gpusim:check -grid 1 -block 32 o=32 n=20
__global__ void SumOfMask(int *o, int n) {
	int t = threadIdx.x, v = t;
	unsigned m = __ballot_sync(0xffffffffu, t < n);
	if (t < n) {
		for (int d = 16; d > 0; d /= 2) {
			int w = __shfl_down_sync(m, v, d);
			if (t + d < n) v += w;
		}
	}
	o[t] = v;
}

// A choice takes the other value.
//
//gpusim:check -grid 1 -block 32 o=32 n=20
__global__ void Choose(int *o, int n) {
	int t = threadIdx.x;
	if (t >= n) return;
	int w = __shfl_down_sync((1u << n) - 1, t, 4);
	o[t] = t + 4 < n && w != 7 ? w : -1;
}
