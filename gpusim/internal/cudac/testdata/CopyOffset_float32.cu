// CopyOffset copies in, shifted by offset elements, to out.
template <typename T>
__global__ void CopyOffset(T* out, const T* in, int offset) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i + offset];
}
