// What nvcc makes of small branches: which instructions it executes under a predicate,
// where it chooses between two values, and where it branches. Only the machine code is read.
//
//   nvcc -O3 -arch=sm_90 -cubin -o predicate.cubin predicate.cu && cuobjdump -sass predicate.cubin
//
// The arm of each branch is a chain of so many operations (N) on v. "if" has one arm, "else" two;
// "loop" has the branch in a loop, "two" changes two values, "load" reads memory in the arm, "choose"
// is written with ?:.
template <class T> __device__ __forceinline__ T step(T v, T f, int k);
template <> __device__ __forceinline__ float step(float v, float f, int k) { return k % 2 ? v * v + f : v * 1.01f + f; }
template <> __device__ __forceinline__ int step(int v, int f, int k) { return k % 2 ? (v ^ f) : v + f; }
template <> __device__ __forceinline__ double step(double v, double f, int k) { return k % 2 ? v * v + f : v * 1.01 + f; }

template <class T, int N> __device__ __forceinline__ T chain(T v, T f) {
#pragma unroll
  for (int k = 0; k < N; ++k) v = step<T>(v, f, k);
  return v;
}
template <class T, int N> __global__ void if_one(T* x, T* y, T f, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i], w = y[i];
  if (i % 32 == c) v = chain<T, N>(v, f + w);
  x[i] = v;
}
template <class T, int N> __global__ void if_else(T* x, T* y, T f, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i], w = y[i];
  if (i % 32 == c) v = chain<T, N>(v, f); else v = chain<T, N>(v, w);
  x[i] = v;
}
template <class T, int N> __global__ void if_two(T* x, T* y, T f, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i], w = y[i];
  if (i % 32 == c) { v = chain<T, N>(v, f); w = chain<T, N>(w, f); }
  x[i] = v; y[i] = w;
}
template <class T, int N> __global__ void choose(T* x, T* y, T f, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i], w = y[i];
  x[i] = i % 32 == c ? chain<T, N>(v, f + w) : v;
}
template <class T, int N> __global__ void if_loop(T* x, T* y, T f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i];
#pragma unroll 1
  for (int k = 0; k < n; ++k) if (i % 32 == k) v = chain<T, N>(v, f);
  x[i] = v;
}
template <class T> __global__ void if_sum(T* x, const T* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) { T a = y[k * 32 + i]; if (a > T(1)) v += a; }
  x[i] = v;
}
template <class T> __global__ void if_count(int* x, const T* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; int v = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) if (y[k * 32 + i] > T(1)) v++;
  x[i] = v;
}
template <class T> __global__ void if_load(T* x, const T* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = 0;
  if (i < n) v = y[i];
  x[i] = v;
}
template <class T> __global__ void if_load_add(T* x, const T* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; T v = x[i];
  if (i < n) v += y[i];
  x[i] = v;
}
__global__ void clamp(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = i - 1;
  if (j < 0) j += n;
  int k = i + 1; if (k >= n) k = 0;
  x[i] += x[j] * x[k];
}
__global__ void largest(float* x, int* at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = 0; float v = x[i];
#pragma unroll 1
  for (int k = 1; k < n; ++k) { float w = x[i + k * 32]; if (w > v) { v = w; b = k; } }
  x[i] = v; at[i] = b;
}
// Arms that read and write memory, before a barrier: N operations on a sum of two words ("arm", in a loop "turn"),
// N stores, N loads; words from one memory to the other.
template <int N> __global__ void shared_arm(float* x, float f, int c) {
  __shared__ float s[1024]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
  if (t < c) s[t] = chain<float, N>(s[t] + s[t + c], f);
  __syncthreads(); x[t] = s[t ^ 1];
}
template <int N> __global__ void shared_turn(float* x, float f, int n) {
  __shared__ float s[1024]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
#pragma unroll 1
  for (int c = n; c > 0; c /= 2) { if (t < c) s[t] = chain<float, N>(s[t] + s[t + c], f); __syncthreads(); }
  x[t] = s[t ^ 1];
}
template <int N> __global__ void shared_stores(float* x, float f, int c) {
  __shared__ float s[4096]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) s[t + 128 * k + c] = f;
  }
  __syncthreads(); x[t] = s[t ^ 1];
}
template <int N> __global__ void shared_loads(float* x, float f, int c) {
  __shared__ float s[4096]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) f += s[t + 128 * k + c];
  }
  x[t] = f;
}
template <int N> __global__ void global_arm(float* x, float f, int c) {
  int t = threadIdx.x; x[t] = f; __syncthreads();
  if (t < c) x[t] = chain<float, N>(x[t] + x[t + c], f);
  __syncthreads(); x[t + 4096] = x[t ^ 1];
}
template <int N> __global__ void global_turn(float* x, float f, int n) {
  int t = threadIdx.x;
#pragma unroll 1
  for (int c = n; c > 0; c /= 2) { if (t < c) x[t] = chain<float, N>(x[t] + x[t + c], f); __syncthreads(); }
  x[t + 4096] = x[t ^ 1];
}
template <int N> __global__ void global_stores(float* x, float f, int c) {
  int t = threadIdx.x;
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) x[t + 128 * k + c] = f;
  }
  __syncthreads(); x[t + 4096] = x[t ^ 1];
}
template <int N> __global__ void global_loads(float* x, float f, int c) {
  int t = threadIdx.x;
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) f += x[t + 128 * k + c];
  }
  x[t] = f;
}
template <int N> __global__ void shared_from_global(float* x, float f, int c) {
  __shared__ float s[4096]; int t = threadIdx.x; s[t] = f; __syncthreads();
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) s[t + 128 * k] = x[t + 128 * k + c];
  }
  __syncthreads(); x[t] = s[t ^ 1];
}
template <int N> __global__ void global_from_shared(float* x, float f, int c) {
  __shared__ float s[4096]; int t = threadIdx.x; s[t] = f; __syncthreads();
  if (t < c) {
#pragma unroll
    for (int k = 0; k < N; ++k) x[t + 128 * k + c] = s[(t ^ 1) + 128 * k];
  }
  __syncthreads(); x[t] = s[t ^ 1];
}
#define M(K) template __global__ void K<1>(float*, float, int); template __global__ void K<2>(float*, float, int); template __global__ void K<3>(float*, float, int); template __global__ void K<4>(float*, float, int); \
  template __global__ void K<5>(float*, float, int); template __global__ void K<6>(float*, float, int); template __global__ void K<7>(float*, float, int); template __global__ void K<8>(float*, float, int); \
  template __global__ void K<10>(float*, float, int); template __global__ void K<12>(float*, float, int); template __global__ void K<16>(float*, float, int);
M(shared_arm) M(shared_turn) M(shared_stores) M(shared_loads) M(global_arm) M(global_turn) M(global_stores) M(global_loads) M(shared_from_global) M(global_from_shared)
#define N(K, T) template __global__ void K<T, 1>(T*, T*, T, int); template __global__ void K<T, 2>(T*, T*, T, int); template __global__ void K<T, 3>(T*, T*, T, int); template __global__ void K<T, 4>(T*, T*, T, int); \
  template __global__ void K<T, 6>(T*, T*, T, int); template __global__ void K<T, 7>(T*, T*, T, int); template __global__ void K<T, 8>(T*, T*, T, int); template __global__ void K<T, 9>(T*, T*, T, int); template __global__ void K<T, 12>(T*, T*, T, int); template __global__ void K<T, 16>(T*, T*, T, int);
#define A(K) N(K, float) N(K, int) N(K, double)
A(if_one) A(if_else) A(if_two) A(choose) A(if_loop)
template __global__ void if_sum(float*, const float* __restrict__, int);
template __global__ void if_sum(int*, const int* __restrict__, int);
template __global__ void if_count(int*, const float* __restrict__, int);
template __global__ void if_load(float*, const float* __restrict__, int);
template __global__ void if_load(int*, const int* __restrict__, int);
template __global__ void if_load_add(float*, const float* __restrict__, int);
template __global__ void if_load_add(int*, const int* __restrict__, int);
