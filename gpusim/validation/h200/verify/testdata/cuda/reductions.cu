// Reductions, scans and atomics.
template <class T> struct Sum { __device__ T operator()(T a, T b) const { return a + b; } static constexpr int width = 32; };
template <class T> struct Larger { __device__ T operator()(const T& a, const T& b) const { return a > b ? a : b; } };

template <typename T, unsigned int blockSize> __device__ void last_warp(volatile T* s, unsigned int tid) {
	if (blockSize >= 64) s[tid] += s[tid + 32];
	if (blockSize >= 32) s[tid] += s[tid + 16];
	if (blockSize >= 16) s[tid] += s[tid + 8];
	if (blockSize >= 8) s[tid] += s[tid + 4];
	if (blockSize >= 4) s[tid] += s[tid + 2];
	if (blockSize >= 2) s[tid] += s[tid + 1];
}

__global__ void sum_interleaved(int* g_odata, const int* g_idata, unsigned int n) {
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
	sdata[tid] = (i < n * 20) ? g_idata[i] : 0;
	__syncthreads();
	for (unsigned int s = 1; s < blockDim.x; s *= 2) {
		int index = 2 * s * tid;
		if (index < blockDim.x) sdata[index] += sdata[index + s];
		__syncthreads();
	}
	if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void sum_assigned(float* out, const float* in) {
	__shared__ float sdata[64];
	unsigned tid = threadIdx.x;
	float mySum = in[blockIdx.x * blockDim.x + tid];
	sdata[tid] = mySum;
	__syncthreads();
	for (unsigned s = blockDim.x >> 1; s > 0; s >>= 1) {
		if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
		__syncthreads();
	}
	if (!tid) out[blockIdx.x] = mySum;
}

template <class T, class Op> __device__ __forceinline__ T reduce_warp(T v, Op op) {
	for (int offset = warpSize / 2; offset; offset /= 2) v = op(v, __shfl_down_sync(0xffffffff, v, offset));
	return v;
}

template <class T> __global__ void reduce_functor(T* out, const T* in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T a = reduce_warp(in[i], Sum<T>()), b = reduce_warp(in[i], Larger<T>{});
	if (i % Sum<T>::width == 0) out[i / 32] = a - b * n;
}

__global__ void block_reduce(float* out, const float* in) {
	__shared__ float shared[32];
	int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
	float val = in[blockIdx.x * blockDim.x + threadIdx.x];
	val = reduce_warp(val, [](float a, float b) { return a + b; });
	if (lane == 0) shared[wid] = val;
	__syncthreads();
	val = (threadIdx.x < blockDim.x / 32) ? shared[lane] : 0;
	if (wid == 0) val = reduce_warp(val, Sum<float>());
	if (threadIdx.x == 0) out[blockIdx.x] = val;
}

__global__ void xor_all(int* out, const int* in) {
	int v = in[threadIdx.x];
	for (int m = 1; m < 32; m <<= 1) v += __shfl_xor_sync(~0u, v, m);
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void warp_scan(int* out, const int* in) {
	int lane = threadIdx.x % 32, v = in[threadIdx.x];
	for (int d = 1; d < 32; d *= 2) {
		int up = __shfl_up_sync(0xffffffffu, v, d);
		if (lane >= d) v += up;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void scan_block(int* out, const int* in) {
	__shared__ int temp[2][64];
	int pout = 0, pin = 1, thid = threadIdx.x;
	temp[pout][thid] = thid > 0 ? in[thid - 1] : 0;
	__syncthreads();
	for (int offset = 1; offset < 64; offset *= 2) {
		pout = 1 - pout, pin = 1 - pout;
		if (thid >= offset) temp[pout][thid] = temp[pin][thid] + temp[pin][thid - offset];
		else temp[pout][thid] = temp[pin][thid];
		__syncthreads();
	}
	out[blockIdx.x * 64 + thid] = temp[pout][thid];
}

__global__ void histogram_shared(unsigned int* bins, const unsigned char* data, int n) {
	__shared__ unsigned int local[16];
	if (threadIdx.x < 16) local[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * 100; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i] & 15], 1u);
	__syncthreads();
	if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}

__global__ void atomics(int* p, unsigned* q, unsigned long long* r, int n) {
	int i = threadIdx.x;
	atomicMax(&p[0], i * n), atomicMin(&p[1], -i), atomicOr(p + 2, 1 << i % 31), atomicXor(&p[3], i), atomicAnd(&p[4], ~(1 << i % 20)), atomicSub(&p[5], i);
	atomicInc(&q[0], 17), atomicDec(&q[1], 1000);
	atomicAdd(r, 1ull << 33);
}

__device__ float atomicLarger(float* address, float val) {
	int* address_as_i = (int*)address;
	int old = *address_as_i, assumed;
	do {
		assumed = old;
		old = ::atomicCAS(address_as_i, assumed, __float_as_int(fmaxf(val, __int_as_float(assumed))));
	} while (assumed != old);
	return __int_as_float(old);
}
__global__ void cas_loop(float* out, const float* in) { atomicLarger(&out[threadIdx.x % 3], in[threadIdx.x + blockIdx.x * blockDim.x]); }

__global__ void votes(unsigned* out, const int* in) {
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	bool odd = in[i] & 1;
	unsigned b = __ballot_sync(0xffffffff, odd);
	out[i] = b + __popc(b) + (__any_sync(0xffffffff, in[i] > 40) ? 1 : 0) + 2 * __all_sync(0xffffffff, odd) + __ffs(b) + __clz(b);
}

__global__ void reduce_unrolled(float* out, const float* in) {
	__shared__ float s[64];
	s[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 64];
	__syncthreads();
	for (int k = 32; k > 0; k >>= 1) {
		if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
		__syncthreads();
	}
	if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
