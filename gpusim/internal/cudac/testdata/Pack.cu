// lanes of a warp. It is gpu.WarpSize, but a constant lets loops unroll.
constexpr int lanes = 32;

// lane_id is the position of the thread in its warp.
__device__ inline int lane_id() {
	return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}

// warp_id is the position of the thread's warp in its block.
__device__ inline int warp_id() {
	return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / warpSize;
}

// running adds up the v of a lane and of all lanes below it. Lanes that have
// none so far below get their own v back and must not add it.
__device__ int running_int(int v) {
	for (int d = 1; d < lanes; d *= 2) {
		int below = __shfl_up_sync(0xffffffff, v, d);
		if (lane_id() >= d) {
			v += (unsigned)below;
		}
	}
	return v;
}

// ofWarps returns running sums of what the warps of a block bring; the last lane
// of a warp says what that is. The first warp adds up for all of them: it is whole
// whenever there is another. A last warp that is not whole has no sum.
__device__ int* ofWarps_int(int mine) {
	__shared__ int sums[32];
	int lane = lane_id();
	int warp = warp_id();
	if (lane == lanes - 1) {
		sums[warp] = mine;
	}
	__syncthreads();
	if (warp == 0) {
		int v = 0;
		if (lane < (int)(blockDim.x / lanes)) {
			v = sums[lane];
		}
		sums[lane] = running_int(v);
	}
	__syncthreads();
	return sums;
}

// below returns what the warps before a thread's own bring, by the running sums
// of warps.
template <typename T>
__device__ T below(T* sums) {
	if (warp_id() == 0) {
		return (T)0;
	}
	return sums[warp_id() - 1];
}

// Pack keeps the elements of each block that are above 0. A ballot tells a lane
// how many below it keep theirs.
__global__ void Pack(float* out, const float* in, int n) {
	int first = blockIdx.x * blockDim.x;
	int t = threadIdx.x;
	float v = 0.0f;
	if (first + t < n) {
		v = in[first + t];
	}
	unsigned votes = __ballot_sync(0xffffffff, v > 0.0f);
	int* sums = ofWarps_int(__popc(votes));
	if (v > 0.0f) {
		int rank = __popc(votes & ((1u << lane_id()) - 1));
		out[first + below<int>(sums) + rank] = v;
	}
	if (int kept = sums[blockDim.x / lanes - 1]; t >= kept && first + t < n) {
		out[first + t] = 0.0f;
	}
}
