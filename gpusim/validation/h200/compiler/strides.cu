// How many iterations of a loop whose variable is raised by more than 1, or by what the launch
// says, the compiler takes at once: K operations on one value in each. loops.sh counts.
template <int K> __device__ int work(int v, int p, int q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v ^ p;
  return v;
}
template <int S, int K> __global__ void fixed(int* o, const int* a, int n, int p, int q) {
  int v = threadIdx.x;
  for (int i = threadIdx.x; i < n; i += S) v = work<K>(v + a[i], p, q);
  o[threadIdx.x] = v;
}
template <int S, int K> __global__ void block(int* o, const int* a, int n, int p, int q) {
  int v = threadIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v = work<K>(v + a[i], p, q);
  o[threadIdx.x] = v;
}
template <int S, int K> __global__ void grid(int* o, const int* a, int n, int p, int q) {
  int v = threadIdx.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v = work<K>(v + a[i], p, q);
  o[threadIdx.x] = v;
}
template <int S, int K> __global__ void pointer(int* o, const int* a, int n, int p, int q) {
  int v = threadIdx.x;
  for (const int* x = a + threadIdx.x; x < a + n; x += S) v = work<K>(v + *x, p, q);
  o[threadIdx.x] = v;
}
template <int S, int K> __global__ void copy(int* o, const int* a, int n, int p, int q) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) o[i] = work<K>(a[i], p, q);
}
template <int S, int K> __global__ void fill(int* o, const int* a, int n, int p, int q) {
  for (int i = threadIdx.x; i < n; i += S) o[i] = work<K>(p, i, q);
}
#define ONE(kind, S, K) template __global__ void kind<S, K>(int*, const int*, int, int, int);
#define ALL(kind, S) ONE(kind, S, 0) ONE(kind, S, 1) ONE(kind, S, 2) ONE(kind, S, 4) ONE(kind, S, 6) ONE(kind, S, 8) ONE(kind, S, 10) ONE(kind, S, 12) ONE(kind, S, 48) ONE(kind, S, 51) ONE(kind, S, 92)
ALL(fixed, 2) ALL(fixed, 3) ALL(fixed, 256) ALL(block, 0) ALL(grid, 0) ALL(pointer, 256) ALL(copy, 0) ALL(fill, 256)
