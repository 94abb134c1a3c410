struct __align__(8) S24A {
	float A, B, C, D, E, F;
};

__device__ float sum(S24A p) {
	return p.A + p.B + p.C + p.D + p.E + p.F;
}

// StructSum reads whole structs.
template <typename T>
__global__ void StructSum(const T* in, float* out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T p = in[i];
	out[i] = sum(p);
}
