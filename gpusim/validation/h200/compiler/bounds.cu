// How many registers ptxas takes for loads that it can move to the front, by __launch_bounds__(threads, blocks); 0: not
// given. A row of bounds.txt is threads, blocks, products in the sum, and registers:
//
//   nvcc -O3 -arch=sm_90 -cubin -o bounds.cubin bounds.cu && cuobjdump --dump-resource-usage bounds.cubin
#define SUM(threads, blocks, bounds, N) __global__ void bounds k_##threads##_##blocks##_##N(float* o, const float* a, int n) { \
  int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; \
  _Pragma("unroll") for (int k = 0; k < N; k++) s += a[i + k * n] * a[i * n + k]; \
  o[i] = s; }
#define ONE(threads, blocks, bounds) SUM(threads, blocks, bounds, 16) SUM(threads, blocks, bounds, 32) SUM(threads, blocks, bounds, 64)
#define THREADS(threads) ONE(threads, 0, __launch_bounds__(threads))
#define BOTH(threads, blocks) ONE(threads, blocks, __launch_bounds__(threads, blocks))
ONE(0, 0, ) THREADS(64) THREADS(128) THREADS(256) THREADS(512) THREADS(1024)
BOTH(64, 1) BOTH(128, 1) BOTH(128, 4) BOTH(256, 1) BOTH(256, 2) BOTH(256, 3) BOTH(256, 4) BOTH(256, 6) BOTH(256, 8) BOTH(512, 1) BOTH(512, 2) BOTH(1024, 1)
