// How many copies of the body nvcc makes of loops that compare a pointer or a counter of 64 bits, of
// loops that count down, to an unequal bound or by a factor: K operations beside the access. A row of walks.txt is the
// kernel, K and its LDG (of store: its STG less one) in the machine code:
//
//   nvcc -O3 -arch=sm_90 -cubin -o walks.cubin walks.cu && cuobjdump -sass walks.cubin
template <int K> __device__ int work(int v, int p, int q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v ^ p;
  return v;
}
#define WALK(name, loop, use) template <int K> __global__ void name(int* o, const int* a, int n, int p, int q, long long m) { \
  int t = threadIdx.x, v = t; const int* e = a + n; int* w = o + t; loop { v = work<K>(v, p, q); use; } o[t] = v; }
WALK(stride, for (const int* x = a + t; x < e; x += 256), v += *x)
WALK(one, for (const int* x = a + t; x < e; ++x), v += *x)
WALK(own, for (const int* x = a + t; x < a + n; x += 256), v += *x)
WALK(differ, for (const int* x = a; x != e; ++x), v += *x)
WALK(most, for (const int* x = a + t; x <= e; x += 256), v += *x)
WALK(both, for (const int* x = a + t; x < e; (x += 256, w += 256)), *w = *x + v)
WALK(store, for (int* x = o + t; x < o + n; x += 256), *x = v)
WALK(index, for (long long i = t; i < m; i += 256), v += a[i])
WALK(indexone, for (long long i = 0; i < m; ++i), v += a[i])
WALK(indexu, for (unsigned long long i = t; i < (unsigned long long)m; i += 256), v += a[i])
WALK(sizet, for (unsigned long long i = 0; i < (unsigned long long)m; ++i), v += a[i])
WALK(unsign, for (unsigned i = t; i < (unsigned)n; i += 256), v += a[i])
WALK(down, for (int i = n; i > 0; --i), v += a[i])
WALK(downz, for (int i = n - 1; i >= 0; --i), v += a[i])
WALK(nequal, for (int i = 0; i != n; ++i), v += a[i])
WALK(halve, for (int i = n; i > 0; i /= 2), v += a[i])
WALK(twice, for (int i = 1; i < n; i *= 2), v += a[i])
WALK(gridstride, for (int i = t; i < n; i += gridDim.x * blockDim.x), v += a[i])
#define ONE(k, K) template __global__ void k<K>(int*, const int*, int, int, int, long long);
#define ALL(k) ONE(k, 0) ONE(k, 4) ONE(k, 8) ONE(k, 12) ONE(k, 16) ONE(k, 24) ONE(k, 40) ONE(k, 60) ONE(k, 100)
ALL(stride) ALL(one) ALL(own) ALL(differ) ALL(most) ALL(both) ALL(store) ALL(index) ALL(indexone) ALL(indexu) ALL(sizet) ALL(unsign) ALL(down) ALL(downz) ALL(nequal) ALL(halve) ALL(twice) ALL(gridstride)
