// spill keeps 48 values live at the same time.
__device__ void spill(float* out, const float* in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[48];
	for (int k = 0; k < 48; k++) {
		v[k] = in[i + k * n];
	}
	float s = 0.0f;
	for (int k = 0; k < 48; k++) {
		s += v[k] * v[47 - k] + v[(k * 5) % 48];
	}
	for (int k = 0; k < 48; k++) {
		s = s * v[k] + v[(k + 7) % 48];
	}
	out[i] = s;
}

// Spill2 keeps 48 values live with at most 32 registers.
__global__ void __launch_bounds__(1024, 2) Spill2(float* out, const float* in, int n) {
	spill(out, in, n);
}
