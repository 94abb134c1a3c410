// Streams, events, callbacks, and threads of the host that each have a stream.
#include "check.h"
#include <thread>
#include <vector>
__global__ void add(int *x, int n, int v) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) x[i] += v;
}
void CUDART_CB done(cudaStream_t, cudaError_t status, void *data) { printf("callback %d: %s\n", *(int *)data, cudaGetErrorName(status)); }
void CUDART_CB host(void *data) { *(int *)data += 100; }
int main() {
	const int n = 4096;
	std::vector<int> first(4);
	std::vector<std::thread> threads;
	for (int t = 0; t < 4; t++) threads.emplace_back([t, &first] {
		cudaStream_t s;
		int *x, *h;
		CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
		CHECK(cudaMalloc(&x, n * sizeof(int)));
		CHECK(cudaMallocHost(&h, n * sizeof(int)));
		for (int i = 0; i < n; i++) h[i] = i;
		CHECK(cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
		for (int k = 0; k < 3; k++) add<<<n / 256, 256, 0, s>>>(x, n, t + 1);
		CHECK(cudaMemcpyAsync(h, x, n * sizeof(int), cudaMemcpyDeviceToHost, s));
		CHECK(cudaStreamSynchronize(s));
		first[t] = h[0] + h[n - 1];
		CHECK(cudaFree(x));
		CHECK(cudaFreeHost(h));
		CHECK(cudaStreamDestroy(s));
	});
	for (auto &t : threads) t.join();
	for (int v : first) printf("%d\n", v);
	cudaStream_t a, b;
	cudaEvent_t begin, end;
	int *x, number = 7, changed = 1;
	CHECK(cudaStreamCreate(&a));
	CHECK(cudaStreamCreate(&b));
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cudaMalloc(&x, n * sizeof(int)));
	CHECK(cudaMemsetAsync(x, 0, n * sizeof(int), a));
	CHECK(cudaEventRecord(begin, a));
	add<<<n / 256, 256, 0, a>>>(x, n, 5);
	CHECK(cudaEventRecord(end, a));
	CHECK(cudaStreamWaitEvent(b, end, 0));
	add<<<n / 256, 256, 0, b>>>(x, n, 6);
	CHECK(cudaStreamAddCallback(b, done, &number, 0));
	CHECK(cudaLaunchHostFunc(b, host, &changed));
	CHECK(cudaStreamSynchronize(b));
	printf("changed %d\n", changed);
	float ms;
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	printf("time passed %d\n", ms > 0);
	int value;
	CHECK(cudaMemcpy(&value, x + n - 1, sizeof value, cudaMemcpyDeviceToHost));
	printf("%d\n", value);
	printf("ready %d\n", cudaStreamQuery(a) == cudaSuccess);
}
