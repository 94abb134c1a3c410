// What CUDA 13 removed, for programs that were written before: it is included before each file.
#pragma once
#ifdef __cplusplus
#include <cuda_runtime_api.h>
#if CUDART_VERSION >= 13000
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }

static inline cudaMemLocation gpusimPlace(int device) {
	cudaMemLocation place = {};
	place.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
	place.id = device < 0 ? 0 : device;
	return place;
}
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream = 0) {
	return cudaMemPrefetchAsync(p, n, gpusimPlace(device), 0u, stream);
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise advice, int device) {
	return cudaMemAdvise(p, n, advice, gpusimPlace(device));
}
#endif
#endif
