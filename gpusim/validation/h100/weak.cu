// Kernels of classes whose cycles the simulator gets least right: one latency or rate each.
//
//   nvcc -O3 -arch=sm_90 -o weak weak.cu && ./weak > weak.txt
//
// Each row is the least of 5 launches. cycles: from the first warp's start to the last warp's
// end on the slowest SM, divided by the operations that a warp makes. One block per SM.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); exit(1); } } while (0)

struct Args { float* f; unsigned* u; long long* log; int n, a, b; float x, y; };

__device__ __forceinline__ unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; return x ^ x >> 16; }
__device__ __forceinline__ unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// divide: a lanes of 32 divide, the others multiply; b: 0 by a variable, 1 by a loop constant.
__global__ void divide(Args k) {
  float v = k.x + threadIdx.x, w = k.y; __syncthreads();
  long long t = clock64();
  for (int i = 0; i < k.n; ++i) {
    if (int(threadIdx.x % 32) < k.a) v = k.b ? v / w : w / v; else v = v * w;
  }
  __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
  k.f[thread()] = v;
}

// hist: atomics to a random word of a, in shared memory; b: 1 if the result is used.
__global__ void hist(Args k) {
  __shared__ unsigned s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = 0;
  unsigned r = mix(thread() + 1), sum = 0; __syncthreads();
  long long t = clock64();
  for (int i = 0; i < k.n; ++i) {
    r = r * 1664525u + 1013904223u;
    unsigned at = (r >> 12) & (k.a - 1);
    if (k.b) sum += atomicAdd(&s[at], 1u); else atomicAdd(&s[at], 1u);
  }
  __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
  k.u[thread()] = sum + s[threadIdx.x];
}

// scatter: stores to a random word of a words, which b (1: every block, 0: all blocks) has alone.
__global__ void scatter(Args k) {
  unsigned r = mix(thread() + 1), base = k.b ? blockIdx.x * k.a : 0; __syncthreads();
  long long t = clock64();
  for (int i = 0; i < k.n; ++i) {
    r = r * 1664525u + 1013904223u;
    k.u[base + ((r >> 8) & (k.a - 1))] = i;
  }
  __threadfence(); __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
}

// strided: each lane stores a word, a words from its neighbour's.
__global__ void strided(Args k) {
  unsigned step = gridDim.x * blockDim.x; __syncthreads();
  long long t = clock64();
  for (int i = 0; i < k.n; ++i) k.u[((i * step + thread()) * k.a) & ((1u << 25) - 1)] = i;
  __threadfence(); __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
}

// roots: a reciprocal square root, then a dependent multiply-adds, in b independent chains (1 or 4).
template <int CHAINS> __device__ float rootsOf(Args& k) {
  float v[CHAINS];
  for (int c = 0; c < CHAINS; ++c) v[c] = k.x + c + threadIdx.x;
  for (int i = 0; i < k.n; ++i)
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) {
      v[c] = rsqrtf(v[c]);
      for (int j = 0; j < k.a; ++j) v[c] = v[c] * k.y + k.x;
    }
  float sum = 0;
  for (int c = 0; c < CHAINS; ++c) sum += v[c];
  return sum;
}
__global__ void roots(Args k) {
  __syncthreads();
  long long t = clock64();
  float v = k.b == 1 ? rootsOf<1>(k) : rootsOf<4>(k);
  __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
  k.f[thread()] = v;
}

// rows: each lane reads a row of n words to its end; rows are a words apart.
__global__ void rows(Args k) {
  const float* row = k.f + size_t(thread()) * k.a; float sum = 0; __syncthreads();
  long long t = clock64();
  for (int i = 0; i < k.n; ++i) sum += row[i];
  __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
  k.u[thread()] = __float_as_uint(sum);
}

// escape: z = z*z + c until it escapes; a: iterations of lane 0, b: how many more each lane makes.
__global__ void escape(Args k) {
  int most = k.a + k.b * (threadIdx.x % 32), n = 0; float zx = 0, zy = 0, cx = k.x * 1e-3f, cy = k.y * 1e-3f; __syncthreads();
  long long t = clock64();
  while (n < most && zx * zx + zy * zy < 4.0f) { float s = zx * zx - zy * zy + cx; zy = 2 * zx * zy + cy; zx = s; ++n; }
  __syncthreads();
  if (threadIdx.x == 0) k.log[blockIdx.x] = clock64() - t;
  k.f[thread()] = zx + zy + n;
}

static Args base;
static void measure(const char* name, void (*kernel)(Args), int blocks, int warps, int n, int a, int b, double ops) {
  Args k = base; k.n = n; k.a = a; k.b = b; k.x = 1.5f; k.y = 1.25f;
  long long best = 1ll << 60;
  for (int i = 0; i < 5; ++i) {
    kernel<<<blocks, warps * 32>>>(k); CK(cudaDeviceSynchronize());
    long long most = 0; for (int j = 0; j < blocks; ++j) most = std::max(most, base.log[j]);
    best = std::min(best, most);
  }
  printf("%s blocks=%d warps=%d a=%d b=%d n=%d cycles=%.3f\n", name, blocks, warps, a, b, n, double(best) / ops);
}
int main() {
  CK(cudaMalloc(&base.f, 1ull << 31)); CK(cudaMemset(base.f, 0, 1ull << 31));
  CK(cudaMalloc(&base.u, 1ull << 28)); CK(cudaMallocManaged(&base.log, 8 * 264));
  int sms = 0; CK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  for (int b : {0, 1}) for (int lanes : {0, 1, 16, 31, 32}) for (int warps : {1, 4, 16, 32}) measure("divide", divide, 1, warps, 1000, lanes, b, 1000);
  for (int used : {0, 1}) for (int words : {1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096}) for (int warps : {1, 8, 32}) measure("hist", hist, 1, warps, 1000, words, used, 1000);
  for (int blocks : {1, sms}) for (int own : {0, 1}) for (int words : {32, 64, 128, 256, 512, 1024, 4096, 16384, 65536, 262144}) for (int warps : {4, 16, 32})
    if (!own || size_t(words) * blocks <= 1u << 26) measure("scatter", scatter, blocks, warps, 500, words, own, 500);
  for (int blocks : {1, sms}) for (int step : {1, 2, 4, 8, 16, 32, 64}) for (int warps : {4, 32}) measure("strided", strided, blocks, warps, 200, step, 0, 200);
  for (int chains : {1, 4}) for (int adds : {0, 1, 2, 4, 8, 16}) for (int warps : {1, 4, 16, 32}) measure("roots", roots, 1, warps, 500, adds, chains, 500.0 * chains);
  for (int blocks : {1, sms}) for (int n : {8, 32, 64, 256, 1024}) for (int warps : {1, 4, 8, 32}) if (size_t(n + 8) * blocks * warps * 32 < (1u << 29)) measure("rows", rows, blocks, warps, n, n, 0, n);
  for (int more : {0, 1, 8}) for (int warps : {1, 4, 16, 32}) measure("escape", escape, 1, warps, 0, 500, more, 500 + 31 * more);
}
