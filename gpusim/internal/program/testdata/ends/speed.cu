// How long the host waits for the simulator: prints microseconds per launch, or nanoseconds per copied byte.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
__global__ void empty() {}
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) c[i] = a[i] + b[i];
}
static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
int main(int, char **argv) {
	if (!strcmp(argv[1], "launch")) {
		const int n = 10000;
		empty<<<1, 32>>>();
		double start = now();
		for (int i = 0; i < n; i++) empty<<<1, 32>>>();
		printf("%g\n", (now() - start) / n * 1e6);
		return 0;
	}
	const size_t n = !strcmp(argv[1], "copy") ? 75 << 20 : 50000, bytes = n * sizeof(float);
	std::vector<float> h(n, 1);
	float *d;
	cudaMalloc(&d, 3 * bytes);
	double start = now();
	cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost);
	printf("%g\n", (now() - start) / (2 * bytes) * 1e9);
	if (n == 50000) add<<<(n + 255) / 256, 256>>>(d, d + n, d + 2 * n, n);
	cudaFree(d);
}
