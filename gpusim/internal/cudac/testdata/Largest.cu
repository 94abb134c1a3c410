// Largest compares elements that lie half of what is left apart: lanes that are
// neighbours use neighbouring words.
__global__ void Largest(float* values, int* places, const float* in, int width) {
	extern __shared__ __align__(16) unsigned char dynamic_shared[];
	float* best = (float*)dynamic_shared;
	int* place = (int*)dynamic_shared + 128;
	int t = threadIdx.x;
	int row = blockIdx.x * width;
	float v = -3.4028235e+38f;
	int at = 0;
	for (int c = t; c < width; c += 128) {
		if (float x = in[row + c]; x > v) {
			v = x;
			at = c;
		}
	}
	best[t] = v;
	place[t] = at;
	__syncthreads();
	for (int k = 64; k > 0; k /= 2) {
		if (t < k) {
			if (best[t + k] > best[t] || (best[t + k] == best[t] && place[t + k] < place[t])) {
				int t1 = place[t + k];
				best[t] = best[t + k];
				place[t] = t1;
			}
		}
		__syncthreads();
	}
	if (t == 0) {
		int t2 = place[0];
		values[blockIdx.x] = best[0];
		places[blockIdx.x] = t2;
	}
}
