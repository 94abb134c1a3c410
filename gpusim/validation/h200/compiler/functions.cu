// How many instructions of PTX a function of libdevice is: a loop that sums its results, in which nvcc
// may not unroll. functions.sh counts.
#define ONE(name, call) __global__ void name##_(float* o, const float* a, int n, float q) { \
  float s = 0; _Pragma("unroll 1") for (int i = 0; i < n; ++i) s += call; o[0] = s; }
#define A(name) ONE(name, name(a[i]))
#define B(name) ONE(name, name(a[i], q))
ONE(nothing, a[i])
A(expf) A(expm1f) A(logf) A(log2f) A(log10f) A(log1pf) A(sinf) A(cosf) A(tanf) A(asinf) A(acosf) A(atanf) A(sinhf) A(coshf) A(tanhf)
A(erff) A(cbrtf) A(roundf) B(atan2f) B(hypotf) B(powf) B(fmodf)
