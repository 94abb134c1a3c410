__constant__ float ConstM32[16];

template <typename T>
struct transform_result {
	T x;
	T y;
	T z;
};

// transform applies the homogeneous 4×4 matrix m to a point.
template <typename T>
__device__ transform_result<T> transform(T* m, T vx, T vy, T vz) {
	T nx = vx * m[0] + vy * m[1] + vz * m[2] + m[3];
	T ny = vx * m[4] + vy * m[5] + vz * m[6] + m[7];
	T nz = vx * m[8] + vy * m[9] + vz * m[10] + m[11];
	T nw = vx * m[12] + vy * m[13] + vz * m[14] + m[15];
	return {nx / nw, ny / nw, nz / nw};
}

// TransformConst32 transforms n points by a matrix in constant memory. Their coordinates
// are in three arrays.
__global__ void TransformConst32(float* x, float* y, float* z, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) {
		return;
	}
	auto r1 = transform<float>(ConstM32, x[i], y[i], z[i]);
	x[i] = r1.x;
	y[i] = r1.y;
	z[i] = r1.z;
}
