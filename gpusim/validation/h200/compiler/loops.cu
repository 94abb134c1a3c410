// How many iterations of a loop of unknown length the compiler takes at once: K operations on one
// value in each, beside L loads of global or shared memory, or a store. loops.sh counts.
template <int K> __device__ int work(int v, int p, int q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v ^ p;
  return v;
}
template <int L, int K> __global__ void none(int* o, const int* a, int n, int p, int q) {
  int t = threadIdx.x, v = t;
  for (int i = 0; i < n; ++i) v = work<K>(v, p, q);
  o[threadIdx.x] = v;
}
template <int L, int K> __global__ void global(int* o, const int* a, int n, int p, int q) {
  int t = threadIdx.x, v = t;
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int l = 0; l < L; ++l) v += (a + l * 4096)[i * n + t];
    v = work<K>(v, p, q);
  }
  o[threadIdx.x] = v;
}
template <int L, int K> __global__ void shared(int* o, const int* a, int n, int p, int q) {
  __shared__ int s[1024];
  int t = threadIdx.x, v = t;
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int l = 0; l < L; ++l) v += s[v & (63 + 64 * l)];
    v = work<K>(v, p, q);
  }
  o[threadIdx.x] = v;
}
template <int L, int K> __global__ void store(int* o, const int* a, int n, int p, int q) {
  int t = threadIdx.x, v = t;
  for (int i = 0; i < n; ++i) {
    o[i * n + t] = v;
    v = work<K>(v, p, q);
  }
}
#define ONE(kind, L, K) template __global__ void kind<L, K>(int*, const int*, int, int, int);
#define TEN(kind, L) ONE(kind, L, 2) ONE(kind, L, 3) ONE(kind, L, 4) ONE(kind, L, 5) ONE(kind, L, 6) ONE(kind, L, 7) ONE(kind, L, 8) ONE(kind, L, 9) ONE(kind, L, 10) ONE(kind, L, 12)
TEN(none, 0) TEN(store, 0) TEN(global, 1) TEN(global, 2) TEN(global, 3) TEN(shared, 1) TEN(shared, 2) TEN(shared, 3) TEN(shared, 4)
ONE(none, 0, 48) ONE(none, 0, 49) ONE(none, 0, 50) ONE(none, 0, 51) ONE(none, 0, 91) ONE(none, 0, 92) ONE(none, 0, 93) ONE(none, 0, 94)
