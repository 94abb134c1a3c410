// Which local arrays the compiler keeps in registers although their indexes are not constant: arrays
// of N elements with A such accesses, loads, stores, or loads in a loop. nvcc -O3 -arch=sm_90 -cubin -Xptxas -v
#define START int i = blockIdx.x * blockDim.x + threadIdx.x; float a[N], s = 0; _Pragma("unroll") for (int k = 0; k < N; ++k) a[k] = in[i + k * 1024];
template <int N, int A> __global__ void load(float* out, const float* in, const int* x, int m) { START
#pragma unroll
  for (int j = 0; j < A; ++j) s = s * 3 + a[x[i + j]];
  out[i] = s;
}
template <int N, int A> __global__ void store(float* out, const float* in, const int* x, int m) { START
#pragma unroll
  for (int j = 0; j < A; ++j) a[x[i + j]] = j + 0.5f;
#pragma unroll
  for (int k = 0; k < N; ++k) s = s * 3 + a[k];
  out[i] = s;
}
template <int N, int A> __global__ void loop(float* out, const float* in, const int* x, int m) { START
#pragma unroll 1
  for (int l = 0; l < m; ++l) {
#pragma unroll
    for (int j = 0; j < A; ++j) s = s * 3 + a[x[l + j]];
  }
  out[i] = s;
}
#define EACH(K, N) template __global__ void K<N, 1>(float*, const float*, const int*, int); template __global__ void K<N, 2>(float*, const float*, const int*, int); \
  template __global__ void K<N, 3>(float*, const float*, const int*, int); template __global__ void K<N, 4>(float*, const float*, const int*, int); \
  template __global__ void K<N, 6>(float*, const float*, const int*, int); template __global__ void K<N, 8>(float*, const float*, const int*, int); \
  template __global__ void K<N, 12>(float*, const float*, const int*, int); template __global__ void K<N, 16>(float*, const float*, const int*, int); \
  template __global__ void K<N, 32>(float*, const float*, const int*, int);
#define ALL(N) EACH(load, N) EACH(store, N) EACH(loop, N)
ALL(2) ALL(3) ALL(4) ALL(5) ALL(6) ALL(7) ALL(8) ALL(9) ALL(10) ALL(12) ALL(14) ALL(16) ALL(20) ALL(24) ALL(28) ALL(32) ALL(48) ALL(64) ALL(96) ALL(128)
