// How many copies of the body nvcc makes of loops whose counter grows by a value of run time, with and without a pragma:
// K operations beside the access. A row of steps.txt is the kernel, K and its LDG in the machine code:
//
//   nvcc -O3 -arch=sm_90 -cubin -o steps.cubin steps.cu && cuobjdump -sass steps.cubin
template <int K> __device__ int work(int v, int p, int q) {
#pragma unroll
  for (int j = 0; j < K; ++j) v = j % 2 ? v * q : v ^ p;
  return v;
}
#define STEP(name, type, step) template <int K> __global__ void name(int* o, const int* a, int n, int p, int q) { \
  int t = threadIdx.x; float v = t; int c = 0; type s = step;
#define COUNTED(use) for (int i = t; i < n; i += s) LOOP(use)
#define LOOP(use) { int w = work<K>(a[i], p, q); use; } o[t] = v + c; }
STEP(grid, int, gridDim.x * blockDim.x)
#pragma unroll 4
COUNTED(v += w)
STEP(argument, int, p)
#pragma unroll 4
COUNTED(v += w)
STEP(two, int, p)
#pragma unroll 2
COUNTED(v += w)
STEP(three, int, p)
#pragma unroll 3
COUNTED(v += w)
STEP(eight, int, p)
#pragma unroll 8
COUNTED(v += w)
STEP(all, int, p)
#pragma unroll
COUNTED(v += w)
STEP(store, int, p)
#pragma unroll 4
COUNTED(o[i] = w)
STEP(number, int, p)
#pragma unroll 4
COUNTED(c += w)
STEP(atomic, int, p)
#pragma unroll 4
COUNTED(atomicAdd(o + i, w))
STEP(most, int, p)
#pragma unroll 4
for (int i = t; i <= n; i += s) LOOP(v += w)
STEP(unsign, unsigned, p)
#pragma unroll 4
for (unsigned i = t; i < (unsigned)n; i += s) LOOP(v += w)
STEP(wrap, unsigned, gridDim.x * blockDim.x)
#pragma unroll 4
COUNTED(v += w)
STEP(wide, long long, p)
#pragma unroll 4
for (long long i = t; i < n; i += s) LOOP(v += w)
STEP(plain, int, p) COUNTED(v += w)
STEP(plainunsign, unsigned, p) for (unsigned i = t; i < (unsigned)n; i += s) LOOP(v += w)
STEP(plainatomic, int, p) COUNTED(atomicAdd(o + i, w))
#define ONE(name, K) template __global__ void name<K>(int*, const int*, int, int, int);
#define ALL(name) ONE(name, 0) ONE(name, 4) ONE(name, 8) ONE(name, 16)
ALL(grid) ALL(argument) ALL(two) ALL(three) ALL(eight) ALL(all) ALL(store) ALL(number) ALL(atomic)
ALL(most) ALL(unsign) ALL(wrap) ALL(wide) ALL(plain) ALL(plainunsign) ALL(plainatomic)
