// Times of allocations, copies and host calls, what overlaps what, and what the
// runtime answers to right and wrong calls on memory.
// nvcc -O3 -std=c++17 -arch=sm_90 transfers.cu -o transfers && ./transfers > transfers.txt
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define SAY(what, call) do { printf("err %s -> %s\n", what, cudaGetErrorName(call)); cudaGetLastError(); } while (0)

static double now() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
static const size_t KB = 1024, MB = 1024 * KB, GB = 1024 * MB;

// wall is the median host time of f, the device idle before and after.
static double wall(int times, std::function<void()> f) {
	std::vector<double> v;
	for (int i = 0; i < times; ++i) { CK(cudaDeviceSynchronize()); double t = now(); f(); v.push_back(now() - t); CK(cudaDeviceSynchronize()); }
	return median(v);
}
// until is the same with the wait for the device in it.
static double until(int times, std::function<void()> f) { return wall(times, [&] { f(); CK(cudaDeviceSynchronize()); }); }
// events is the median time between two events around f on the default stream.
static double events(int times, std::function<void()> f) {
	cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b)); std::vector<double> v;
	for (int i = 0; i < times; ++i) { CK(cudaEventRecord(a)); f(); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); float ms; CK(cudaEventElapsedTime(&ms, a, b)); v.push_back(ms * 1000); }
	return median(v);
}

__global__ void empty() {}
__global__ void spin(long long cycles) { long long t = clock64(); while (clock64() - t < cycles) {} }
__global__ void sum(const float4* in, float* out, size_t n, size_t stride) {
	float s = 0; size_t threads = size_t(gridDim.x) * blockDim.x;
	for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += threads) { float4 v = in[i * stride]; s += v.x + v.y + v.z + v.w; }
	if (s == 1.5f) *out = s;
}
__device__ float symbol[16];

static size_t freeBytes() { size_t f, t; CK(cudaMemGetInfo(&f, &t)); return f; }

static void allocations() {
	for (size_t bytes : {size_t(1), 4 * KB, 64 * KB, 512 * KB, 1 * MB, MB + 1, 2 * MB, 4 * MB, 16 * MB, 64 * MB, 256 * MB, 1 * GB, 4 * GB}) {
		int n = bytes < 4 * MB ? 128 : bytes < GB ? 16 : 6; std::vector<void*> p(n); std::vector<double> a, f; int drops = 0; size_t before = freeBytes(), last = before;
		for (int i = 0; i < n; ++i) { double t = now(); CK(cudaMalloc(&p[i], bytes)); a.push_back(now() - t); size_t left = freeBytes(); drops += left != last; last = left; }
		size_t taken = before - last;
		for (int i = 0; i < n; ++i) { double t = now(); CK(cudaFree(p[i])); f.push_back(now() - t); }
		auto lo = [](std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); }; auto hi = [](std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); };
		printf("alloc bytes=%zu n=%d malloc_min_us=%.2f malloc_median_us=%.2f malloc_max_us=%.2f free_min_us=%.2f free_median_us=%.2f free_max_us=%.2f device_calls=%d device_bytes=%zu kept=%zd\n", bytes, n, lo(a), median(a), hi(a), lo(f), median(f), hi(f), drops, taken, (ptrdiff_t)(before - freeBytes()));
	}
	for (size_t bytes : {4 * KB, 1 * MB, 16 * MB, 64 * MB}) {
		void* h; printf("host bytes=%zu malloc_host_us=%.1f", bytes, wall(5, [&] { CK(cudaMallocHost(&h, bytes)); CK(cudaFreeHost(h)); }));
		void* g = malloc(bytes); memset(g, 1, bytes); printf(" register_us=%.1f\n", wall(5, [&] { CK(cudaHostRegister(g, bytes, 0)); CK(cudaHostUnregister(g)); })); free(g);
	}
	{ void *p, *q; CK(cudaMalloc(&q, 64)); spin<<<1, 1>>>(2000000); double t = now(); CK(cudaMalloc(&p, 512)); printf("sync small malloc behind a 1 ms kernel us=%.1f", now() - t); CK(cudaDeviceSynchronize());
	  spin<<<1, 1>>>(2000000); void* r; t = now(); CK(cudaMalloc(&r, 64 * MB)); printf(" large malloc us=%.1f", now() - t); CK(cudaDeviceSynchronize());
	  spin<<<1, 1>>>(2000000); t = now(); CK(cudaFree(p)); printf(" small free us=%.1f", now() - t); CK(cudaDeviceSynchronize());
	  spin<<<1, 1>>>(2000000); t = now(); CK(cudaFree(r)); printf(" large free us=%.1f\n", now() - t); CK(cudaFree(q)); }
	{ char* p[4]; CK(cudaMalloc(&p[0], 700)); CK(cudaMalloc(&p[1], 700)); CK(cudaMalloc(&p[2], 700)); CK(cudaFree(p[1])); CK(cudaMalloc(&p[3], 512)); printf("reuse a freed hole is taken: %d offset=%zd\n", p[3] >= p[0] && p[3] < p[2], p[3] - p[1]); CK(cudaFree(p[0])); CK(cudaFree(p[2])); CK(cudaFree(p[3])); }
	for (cudaExtent e : {make_cudaExtent(1, 1, 1), make_cudaExtent(100, 3, 2), make_cudaExtent(512, 4, 4), make_cudaExtent(513, 5, 7)}) { cudaPitchedPtr p; CK(cudaMalloc3D(&p, e)); printf("malloc3d width=%zu height=%zu depth=%zu pitch=%zu xsize=%zu ysize=%zu\n", e.width, e.height, e.depth, p.pitch, p.xsize, p.ysize); CK(cudaFree(p.ptr)); }
}

static void attributes(const char* what, const void* q) {
	cudaPointerAttributes t; cudaError_t e = cudaPointerGetAttributes(&t, q);
	auto side = [&](void* p) { return p ? p == q ? "same" : "other" : "null"; };
	printf("pointer %s -> %s type=%d device=%d devicePointer=%s hostPointer=%s\n", what, cudaGetErrorName(e), t.type, t.device, side(t.devicePointer), side(t.hostPointer)); cudaGetLastError();
}

static void pointers() {
	char *h, *d, *m; void* p;
	CK(cudaHostAlloc(&m, 4096, cudaHostAllocMapped)); attributes("mapped", m); attributes("mapped+16", m + 16);
	CK(cudaHostGetDevicePointer(&p, m, 0)); printf("mapped device pointer is the host's: %d\n", p == m);
	CK(cudaHostAlloc(&h, 4096, cudaHostAllocPortable)); attributes("portable", h); SAY("cudaHostGetDevicePointer of pinned memory", cudaHostGetDevicePointer(&p, h, 0));
	CK(cudaFreeHost(h)); attributes("freed pinned", h);
	CK(cudaMalloc(&d, 4096)); attributes("device end-1", d + 4095); SAY("cudaFreeHost of device memory", cudaFreeHost(d)); SAY("cudaFree of pinned memory", cudaFree(m));
	SAY("cudaFreeHost inside", cudaFreeHost(m + 16)); SAY("cudaFreeHost null", cudaFreeHost(nullptr)); CK(cudaFree(d)); attributes("freed device", d);
	h = (char*)malloc(8192); SAY("cudaFreeHost of pageable memory", cudaFreeHost(h)); SAY("cudaHostGetDevicePointer of pageable memory", cudaHostGetDevicePointer(&p, h, 0));
	SAY("cudaHostUnregister of pageable memory", cudaHostUnregister(h)); SAY("cudaHostRegister", cudaHostRegister(h, 8192, 0)); SAY("cudaHostRegister again", cudaHostRegister(h, 8192, 0));
	SAY("cudaHostUnregister inside", cudaHostUnregister(h + 16)); SAY("cudaHostUnregister", cudaHostUnregister(h)); attributes("unregistered", h); attributes("null", nullptr);
	SAY("cudaFreeHost twice", (cudaFreeHost(m), cudaFreeHost(m)));
	CK(cudaMalloc(&d, 64)); SAY("copy of 65 bytes from a 64-byte allocation", cudaMemcpy(h, d, 65, cudaMemcpyDeviceToHost)); SAY("copy of 0 bytes to null", cudaMemcpy(nullptr, h, 0, cudaMemcpyHostToDevice)); SAY("copy of 4 bytes to null", cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice));
	SAY("device to device with a host pointer", cudaMemcpy(d, h, 64, cudaMemcpyDeviceToDevice)); SAY("default kind", cudaMemcpy(d, h, 64, cudaMemcpyDefault)); SAY("kind 77", cudaMemcpy(d, h, 64, (cudaMemcpyKind)77));
	SAY("host to device with a device source", cudaMemcpy(d, d + 32, 4, cudaMemcpyHostToDevice)); SAY("copy onto itself", cudaMemcpy(d, d, 64, cudaMemcpyDeviceToDevice)); SAY("overlapping copy", cudaMemcpy(d, d + 16, 32, cudaMemcpyDeviceToDevice));
	SAY("2D copy, width above the pitch", cudaMemcpy2D(d, 8, h, 16, 16, 2, cudaMemcpyHostToDevice)); SAY("2D copy past the end", cudaMemcpy2D(d, 16, h, 16, 16, 5, cudaMemcpyHostToDevice)); SAY("2D copy of 0 rows", cudaMemcpy2D(d, 16, h, 16, 16, 0, cudaMemcpyHostToDevice));
	size_t pitch; SAY("cudaMallocPitch of width 0", cudaMallocPitch(&p, &pitch, 0, 10)); printf("malloc_pitch width_bytes=0 pitch=%zu\n", pitch); SAY("cudaMallocPitch of height 0", cudaMallocPitch(&p, &pitch, 100, 0));
	SAY("cudaMallocHost(0)", cudaMallocHost(&p, 0)); SAY("cudaMallocManaged(0)", cudaMallocManaged(&p, 0)); SAY("cudaMemset past the end", cudaMemset(d, 0, 65)); SAY("cudaMemset of a host pointer", cudaMemset(h, 0, 4));
	cudaEvent_t a, b, q; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b)); CK(cudaEventCreateWithFlags(&q, cudaEventDisableTiming)); float ms;
	SAY("elapsed of events that were not recorded", cudaEventElapsedTime(&ms, a, b)); SAY("query of an event that was not recorded", cudaEventQuery(a)); SAY("wait for an event that was not recorded", cudaStreamWaitEvent(0, a, 0)); SAY("synchronize an event that was not recorded", cudaEventSynchronize(a));
	cudaEventRecord(a); spin<<<1, 1>>>(2000000); cudaEventRecord(b); SAY("elapsed of events under way", cudaEventElapsedTime(&ms, a, b)); SAY("query of an event under way", cudaEventQuery(b)); SAY("query of the default stream under way", cudaStreamQuery(0)); CK(cudaDeviceSynchronize());
	SAY("elapsed", cudaEventElapsedTime(&ms, a, b)); SAY("elapsed backwards", cudaEventElapsedTime(&ms, b, a)); printf("elapsed backwards is negative: %d\n", ms < 0); cudaEventRecord(q); SAY("elapsed without timing", cudaEventElapsedTime(&ms, a, q));
	int can = -1; SAY("can a device be its own peer", cudaDeviceCanAccessPeer(&can, 0, 0)); printf("own peer: %d\n", can); SAY("enable itself as a peer", cudaDeviceEnablePeerAccess(0, 0)); SAY("enable a peer that is not there", cudaDeviceEnablePeerAccess(9, 0)); SAY("disable a peer that was not enabled", cudaDeviceDisablePeerAccess(0)); SAY("peer copy within a device", cudaMemcpyPeer(d, 0, d + 32, 0, 16));
	free(h); CK(cudaFree(d));
}

static void copies() {
	char *d, *e, *h, *k, *g; size_t top = 256 * MB; CK(cudaMalloc(&d, top)); CK(cudaMalloc(&e, top)); CK(cudaMallocHost(&h, top)); CK(cudaMallocHost(&k, top)); memset(h, 1, top); memset(k, 1, top); g = (char*)malloc(top); memset(g, 1, top);
	for (size_t b = 4; b <= top; b *= 4) {
		int n = b > MB ? 9 : 41; auto in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;
		printf("copy bytes=%zu h2d_pinned_us=%.2f d2h_pinned_us=%.2f h2d_pageable_us=%.2f d2h_pageable_us=%.2f d2d_us=%.2f", b, events(n, [&] { cudaMemcpyAsync(d, h, b, in); }), events(n, [&] { cudaMemcpyAsync(h, d, b, out); }), events(n, [&] { cudaMemcpy(d, g, b, in); }), events(n, [&] { cudaMemcpy(g, d, b, out); }), events(n, [&] { cudaMemcpyAsync(d, e, b, cudaMemcpyDeviceToDevice); }));
		printf(" wall h2d_pinned=%.2f d2h_pinned=%.2f h2d_pageable=%.2f d2h_pageable=%.2f return h2d_async=%.2f h2d_async_pageable=%.2f\n", wall(n, [&] { cudaMemcpy(d, h, b, in); }), wall(n, [&] { cudaMemcpy(h, d, b, out); }), wall(n, [&] { cudaMemcpy(d, g, b, in); }), wall(n, [&] { cudaMemcpy(g, d, b, out); }), wall(n, [&] { cudaMemcpyAsync(d, h, b, in); }), wall(n, [&] { cudaMemcpyAsync(d, g, b, in); }));
	}
	cudaStream_t a, b; CK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)); CK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)); size_t n = 64 * MB;
	double one = until(7, [&] { cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, a); }), other = until(7, [&] { cudaMemcpyAsync(k, e, n, cudaMemcpyDeviceToHost, b); }), both = until(7, [&] { cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, a); cudaMemcpyAsync(k, e, n, cudaMemcpyDeviceToHost, b); }), same = until(7, [&] { cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, a); cudaMemcpyAsync(e, k, n, cudaMemcpyHostToDevice, b); });
	printf("duplex bytes=%zu in_us=%.1f out_us=%.1f both_ways_us=%.1f two_in_us=%.1f\n", n, one, other, both, same);
	for (size_t w : {size_t(4), size_t(64), size_t(500), size_t(4096)}) { size_t rows = 4 * MB / w > 16384 ? 16384 : 4 * MB / w, pitch = (w + 511) / 512 * 512; printf("copy2d width=%zu pitch=%zu rows=%zu h2d_pinned_us=%.1f one_by_one_us=%.1f\n", w, pitch, rows, events(9, [&] { cudaMemcpy2DAsync(d, pitch, h, w, w, rows, cudaMemcpyHostToDevice); }), events(3, [&] { for (size_t r = 0; r < rows; r += 16) cudaMemcpyAsync(d + r * pitch, h + r * w, w, cudaMemcpyHostToDevice); }) * 16); }
	float* o; CK(cudaMalloc(&o, 4)); for (size_t s : {1, 2, 4, 8}) printf("zero_copy read bytes=%zu stride=%zu words of 16 bytes us=%.1f\n", n / s, s, events(5, [&] { sum<<<132 * 8, 256>>>((float4*)h, o, n / 16 / s, s); }));
	cudaDeviceProp p; CK(cudaGetDeviceProperties(&p, 0)); printf("prop asyncEngineCount=%d concurrentKernels=%d unifiedAddressing=%d canMapHostMemory=%d\n", p.asyncEngineCount, p.concurrentKernels, p.unifiedAddressing, p.canMapHostMemory);
	free(g); CK(cudaFree(d)); CK(cudaFree(e)); CK(cudaFreeHost(h)); CK(cudaFreeHost(k)); CK(cudaFree(o)); CK(cudaStreamDestroy(a)); CK(cudaStreamDestroy(b));
}

static void CUDART_CB nothing(void*) {}

static void calls() {
	cudaStream_t s; cudaEvent_t e; CK(cudaStreamCreate(&s)); CK(cudaEventCreate(&e)); int i = 0; auto each = [&](std::function<void()> f) { return wall(9, [&] { for (i = 0; i < 100; ++i) f(); }) / 100; };
	printf("call_us launch=%.2f event_record=%.2f stream_wait=%.2f stream_synchronize=%.2f device_synchronize=%.2f", each([&] { empty<<<1, 1, 0, s>>>(); }), each([&] { cudaEventRecord(e, s); }), each([&] { cudaStreamWaitEvent(s, e, 0); }), each([&] { cudaStreamSynchronize(s); }), each([&] { cudaDeviceSynchronize(); }));
	printf(" stream_create_destroy=%.2f event_create_destroy=%.2f launch_and_wait=%.2f host_function_and_wait=%.2f\n", each([&] { cudaStream_t t; cudaStreamCreate(&t); cudaStreamDestroy(t); }), each([&] { cudaEvent_t t; cudaEventCreate(&t); cudaEventDestroy(t); }), each([&] { empty<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s); }), each([&] { cudaLaunchHostFunc(s, nothing, nullptr); cudaStreamSynchronize(s); }));
	CK(cudaStreamDestroy(s));
}

// overlap measures a copy in, a kernel of known time and a copy out, in chunks on streams.
static void overlap() {
	size_t bytes = 64 * MB; char *h, *k, *d; CK(cudaMallocHost(&h, bytes)); CK(cudaMallocHost(&k, bytes)); CK(cudaMalloc(&d, bytes)); cudaStream_t s[8]; for (auto& t : s) CK(cudaStreamCreate(&t));
	long long cycles = 1980 * 1200; double whole = events(5, [&] { spin<<<1, 32>>>(cycles); });
	for (int depth : {1, 0}) for (int chunks : {1, 2, 4, 8, 16, 32}) for (int streams : {1, 2, 4}) {
		size_t b = bytes / chunks; auto stream = [&](int c) { return s[c % streams]; };
		auto in = [&](int c) { cudaMemcpyAsync(d + c * b, h + c * b, b, cudaMemcpyHostToDevice, stream(c)); }; auto run = [&](int c) { spin<<<1, 32, 0, stream(c)>>>(cycles / chunks); }; auto out = [&](int c) { cudaMemcpyAsync(k + c * b, d + c * b, b, cudaMemcpyDeviceToHost, stream(c)); };
		double t = until(7, [&] { if (depth) for (int c = 0; c < chunks; ++c) { in(c); run(c); out(c); } else { for (int c = 0; c < chunks; ++c) in(c); for (int c = 0; c < chunks; ++c) run(c); for (int c = 0; c < chunks; ++c) out(c); } });
		printf("overlap order=%s chunks=%d streams=%d bytes=%zu kernel_us=%.1f total_us=%.1f\n", depth ? "depth" : "breadth", chunks, streams, bytes, whole, t);
	}
	cudaStream_t n; CK(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking)); long long one = 1980 * 500;
	struct Pair { const char* what; cudaStream_t a, b; }; for (Pair p : {Pair{"two blocking streams", s[0], s[1]}, Pair{"blocking, default", s[0], 0}, Pair{"default, blocking", 0, s[0]}, Pair{"non-blocking, default", n, 0}, Pair{"default, non-blocking", 0, n}, Pair{"one stream", s[0], s[0]}})
		printf("streams %s: kernels of 500 us take us=%.0f\n", p.what, until(7, [&] { spin<<<1, 1, 0, p.a>>>(one); spin<<<1, 1, 0, p.b>>>(one); }));
	printf("streams blocking, default, blocking: us=%.0f\n", until(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); spin<<<1, 1>>>(one); spin<<<1, 1, 0, s[1]>>>(one); }));
	cudaEvent_t e; CK(cudaEventCreate(&e)); printf("streams wait for an event: us=%.0f\n", until(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); cudaEventRecord(e, s[0]); cudaStreamWaitEvent(s[1], e, 0); spin<<<1, 1, 0, s[1]>>>(one); }));
	printf("streams default event record behind a blocking stream: us=%.0f\n", until(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); cudaEventRecord(e, 0); cudaEventSynchronize(e); }));
	printf("streams blocking copy on the default stream behind a non-blocking stream: us=%.0f\n", wall(7, [&] { spin<<<1, 1, 0, n>>>(one); cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice); }));
	printf("streams blocking copy on the default stream behind a blocking stream: us=%.0f\n", wall(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice); }));
	char* g = (char*)malloc(MB); memset(g, 1, MB); printf("streams async pageable copy behind a kernel returns after us=%.0f", wall(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); cudaMemcpyAsync(d, g, MB, cudaMemcpyHostToDevice, s[0]); })); printf("\nstreams async pageable copy of 4096 bytes behind a kernel returns after us=%.0f\n", wall(7, [&] { spin<<<1, 1, 0, s[0]>>>(one); cudaMemcpyAsync(d, g, 4096, cudaMemcpyHostToDevice, s[0]); }));
}

int main() { CK(cudaFree(nullptr)); void* p; CK(cudaGetSymbolAddress(&p, symbol)); pointers(); allocations(); calls(); copies(); overlap(); }
