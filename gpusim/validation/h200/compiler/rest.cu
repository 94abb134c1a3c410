// What the compiler makes of the iterations that are left when it takes four at once: loops of n*F+A, up to it (LT) or
// with it (LE), from S, which stand alone or inside of another. rest.sh counts.
template <int F, int A, int S, bool LE> __global__ void alone(float* o, const float* a, int n, int m) {
  float v = 0; int end = n * F + A;
  for (int j = S; LE ? j <= end : j < end; ++j) v = v * 3 + a[j * m];
  o[threadIdx.x] = v;
}
template <int F, int A, int S, bool LE> __global__ void inside(float* o, const float* a, int n, int m) {
  float v = 0; int end = n * F + A;
  for (int i = 0; i < m; ++i) for (int j = S; LE ? j <= end : j < end; ++j) v = v * 3 + a[j * m + i];
  o[threadIdx.x] = v;
}
#define ONE(kind, F, A, S, LE) template __global__ void kind<F, A, S, LE>(float*, const float*, int, int);
#define BOTH(kind, F, A, S) ONE(kind, F, A, S, false) ONE(kind, F, A, S, true)
#define ALL(kind) BOTH(kind, 1, 0, 0) BOTH(kind, 1, 1, 0) BOTH(kind, 1, 0, 1) BOTH(kind, 2, 0, 0) BOTH(kind, 2, 1, 0) BOTH(kind, 2, 0, 1) BOTH(kind, 2, 0, 3) BOTH(kind, 4, 0, 0) BOTH(kind, 4, 1, 0) BOTH(kind, 4, 2, 0) BOTH(kind, 4, 0, 1) BOTH(kind, 6, 0, 0)
ALL(alone) ALL(inside)
