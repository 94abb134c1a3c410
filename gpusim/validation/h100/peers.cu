// Times of copies between two GPUs: direct and by way of the host, from 4 bytes to 256 MB.
// nvcc -O3 -std=c++17 -arch=sm_90 peers.cu -o peers && ./peers > peers.txt
//
// "staged" is cudaMemcpyPeerAsync before peer access is enabled, "direct" behind it, "hand" a
// copy to pinned memory of the host and one from there, "kernel" a kernel that loads from the
// other device. Times are medians in microseconds between two events.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)

static const size_t largest = 256 << 20;

static double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }

// events is the median time between two events around f on a stream.
static double events(cudaStream_t s, int times, std::function<void()> f) {
	cudaEvent_t a, b;
	CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
	std::vector<double> v;
	f();
	for (int i = 0; i < times; ++i) {
		CK(cudaStreamSynchronize(s));
		CK(cudaEventRecord(a, s)); f(); CK(cudaEventRecord(b, s)); CK(cudaEventSynchronize(b));
		float ms;
		CK(cudaEventElapsedTime(&ms, a, b));
		v.push_back(ms * 1000);
	}
	CK(cudaEventDestroy(a)); CK(cudaEventDestroy(b));
	return median(v);
}

// host is the median time of f on the host, with the wait for the device.
static double host(int times, std::function<void()> f) {
	std::vector<double> v;
	f();
	for (int i = 0; i < times; ++i) {
		auto t = std::chrono::steady_clock::now();
		f();
		v.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t).count());
	}
	return median(v);
}

__global__ void load(float4* out, const float4* in, size_t n) {
	for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) out[i] = in[i];
}

int main() {
	int n = 0, ab = 0, ba = 0;
	CK(cudaGetDeviceCount(&n));
	if (n < 2) { fprintf(stderr, "one device\n"); return 1; }
	CK(cudaDeviceCanAccessPeer(&ab, 0, 1)); CK(cudaDeviceCanAccessPeer(&ba, 1, 0));
	cudaDeviceProp p;
	CK(cudaGetDeviceProperties(&p, 0));
	int rank = 0, atomics = 0;
	CK(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 1));
	CK(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
	printf("device %s\npeers 0to1=%d 1to0=%d rank=%d atomics=%d\n", p.name, ab, ba, rank, atomics);
	char *x, *y, *pinned;
	cudaStream_t s;
	CK(cudaSetDevice(1)); CK(cudaMalloc(&y, largest)); CK(cudaMemset(y, 1, largest)); CK(cudaDeviceSynchronize());
	CK(cudaSetDevice(0)); CK(cudaMalloc(&x, largest)); CK(cudaMemset(x, 2, largest)); CK(cudaStreamCreate(&s));
	CK(cudaMallocHost(&pinned, largest));
	for (int direct = 0; direct < 2; ++direct) {
		if (direct) {
			if (!ab || !ba) { printf("no peer access\n"); break; }
			printf("enable 0to1=%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
			CK(cudaSetDevice(1));
			printf("enable 1to0=%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
			CK(cudaSetDevice(0));
		}
		const char* way = direct ? "direct" : "staged";
		for (size_t bytes = 4; bytes <= largest; bytes *= 4) {
			int times = bytes < (1 << 24) ? 31 : 9;
			double to = events(s, times, [&] { CK(cudaMemcpyPeerAsync(y, 1, x, 0, bytes, s)); });
			double from = events(s, times, [&] { CK(cudaMemcpyPeerAsync(x, 0, y, 1, bytes, s)); });
			double wait = host(times, [&] { CK(cudaMemcpyPeerAsync(y, 1, x, 0, bytes, s)); CK(cudaStreamSynchronize(s)); });
			double plain = host(times, [&] { CK(cudaMemcpy(y, x, bytes, cudaMemcpyDefault)); CK(cudaDeviceSynchronize()); });
			printf("peer way=%s bytes=%zu to_us=%.2f from_us=%.2f host_us=%.2f memcpy_us=%.2f\n", way, bytes, to, from, wait, plain);
			if (!direct) {
				double hand = host(times, [&] {
					CK(cudaMemcpyAsync(pinned, x, bytes, cudaMemcpyDeviceToHost, s)); CK(cudaStreamSynchronize(s));
					CK(cudaMemcpyAsync(y, pinned, bytes, cudaMemcpyHostToDevice, s)); CK(cudaStreamSynchronize(s));
				});
				printf("peer way=hand bytes=%zu host_us=%.2f\n", bytes, hand);
			} else if (bytes >= 16) {
				double kernel = events(s, times, [&] { load<<<p.multiProcessorCount * 4, 512, 0, s>>>((float4*)x, (const float4*)y, bytes / 16); });
				printf("peer way=kernel bytes=%zu from_us=%.2f\n", bytes, kernel);
			}
		}
	}
	cudaStream_t t;
	CK(cudaSetDevice(1)); CK(cudaStreamCreate(&t)); CK(cudaSetDevice(0));
	double both = host(9, [&] {
		CK(cudaMemcpyPeerAsync(y, 1, x, 0, largest / 2, s)); CK(cudaMemcpyPeerAsync(x + largest / 2, 0, y + largest / 2, 1, largest / 2, t));
		CK(cudaStreamSynchronize(s)); CK(cudaStreamSynchronize(t));
	});
	printf("both_ways bytes=%zu host_us=%.2f\n", largest / 2, both);
	return 0;
}
