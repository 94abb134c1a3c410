__device__ int thread() {
	return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void closures(float* out, const float* in, float k) {
	int i = thread();
	int n = 0;
	auto scale = [&](float v) -> float {
		n++;
		return v * k;
	};
	auto apply = [&](auto f, float v) -> float {
		float t1 = f(v);
		float t2 = f(t1);
		return t2;
	};
	out[i] = apply(scale, in[i]) + (float)n;
	out[i] += apply([&](float v) -> float {
		return v - 1.0f;
	}, in[i]);
	out[i] += apply([](auto... x) { return fabsf(x...); }, in[i]);
}
