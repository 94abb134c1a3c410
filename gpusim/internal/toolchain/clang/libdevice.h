// Mathematics of the device: functions of NVIDIA's libdevice under the names of CUDA C++.
#pragma once

// Functions of one to three numbers. A is a macro that joins the two names: __name and __nv_name for
// intrinsics, name and __nv_name for functions of math.h.
#define GPUSIM_LIB1(R, name, lib, A)                                                                         \
	extern "C" __attribute__((device)) R lib(A);                                                             \
	GPUSIM_DEVICE R name(A a) { return lib(a); }
#define GPUSIM_LIB2(R, name, lib, A, B)                                                                      \
	extern "C" __attribute__((device)) R lib(A, B);                                                          \
	GPUSIM_DEVICE R name(A a, B b) { return lib(a, b); }
#define GPUSIM_LIB3(R, name, lib, A, B, C)                                                                   \
	extern "C" __attribute__((device)) R lib(A, B, C);                                                       \
	GPUSIM_DEVICE R name(A a, B b, C c) { return lib(a, b, c); }
#define GPUSIM_LIB4(R, name, lib, A, B, C, D)                                                                \
	extern "C" __attribute__((device)) R lib(A, B, C, D);                                                    \
	GPUSIM_DEVICE R name(A a, B b, C c, D d) { return lib(a, b, c, d); }

// Intrinsics, in two and in four directions of rounding.
#define GPUSIM_I1(R, f, A) GPUSIM_LIB1(R, __##f, __nv_##f, A)
#define GPUSIM_I2(R, f, A, B) GPUSIM_LIB2(R, __##f, __nv_##f, A, B)
#define GPUSIM_I3(R, f, A, B, C) GPUSIM_LIB3(R, __##f, __nv_##f, A, B, C)
#define GPUSIM_ROUNDED(M, R, f, ...)                                                                         \
	M(R, f##_rn, __VA_ARGS__) M(R, f##_rz, __VA_ARGS__) M(R, f##_ru, __VA_ARGS__) M(R, f##_rd, __VA_ARGS__)
GPUSIM_ROUNDED(GPUSIM_I2, float, fadd, float, float)
GPUSIM_ROUNDED(GPUSIM_I2, float, fsub, float, float)
GPUSIM_ROUNDED(GPUSIM_I2, float, fmul, float, float)
GPUSIM_ROUNDED(GPUSIM_I2, float, fdiv, float, float)
GPUSIM_ROUNDED(GPUSIM_I3, float, fmaf, float, float, float)
GPUSIM_ROUNDED(GPUSIM_I3, float, fmaf_ieee, float, float, float)
GPUSIM_ROUNDED(GPUSIM_I1, float, frcp, float)
GPUSIM_ROUNDED(GPUSIM_I1, float, fsqrt, float)
GPUSIM_ROUNDED(GPUSIM_I2, double, dadd, double, double)
GPUSIM_ROUNDED(GPUSIM_I2, double, dsub, double, double)
GPUSIM_ROUNDED(GPUSIM_I2, double, dmul, double, double)
GPUSIM_ROUNDED(GPUSIM_I2, double, ddiv, double, double)
GPUSIM_ROUNDED(GPUSIM_I3, double, fma, double, double, double)
GPUSIM_ROUNDED(GPUSIM_I1, double, drcp, double)
GPUSIM_ROUNDED(GPUSIM_I1, double, dsqrt, double)
GPUSIM_ROUNDED(GPUSIM_I1, int, float2int, float)
GPUSIM_ROUNDED(GPUSIM_I1, unsigned, float2uint, float)
GPUSIM_ROUNDED(GPUSIM_I1, gpusim_llong, float2ll, float)
GPUSIM_ROUNDED(GPUSIM_I1, gpusim_ullong, float2ull, float)
GPUSIM_ROUNDED(GPUSIM_I1, int, double2int, double)
GPUSIM_ROUNDED(GPUSIM_I1, unsigned, double2uint, double)
GPUSIM_ROUNDED(GPUSIM_I1, gpusim_llong, double2ll, double)
GPUSIM_ROUNDED(GPUSIM_I1, gpusim_ullong, double2ull, double)
GPUSIM_ROUNDED(GPUSIM_I1, float, double2float, double)
GPUSIM_ROUNDED(GPUSIM_I1, float, int2float, int)
GPUSIM_ROUNDED(GPUSIM_I1, float, uint2float, unsigned)
GPUSIM_ROUNDED(GPUSIM_I1, float, ll2float, gpusim_llong)
GPUSIM_ROUNDED(GPUSIM_I1, float, ull2float, gpusim_ullong)
GPUSIM_ROUNDED(GPUSIM_I1, double, ll2double, gpusim_llong)
GPUSIM_ROUNDED(GPUSIM_I1, double, ull2double, gpusim_ullong)
GPUSIM_I1(double, int2double_rn, int)
GPUSIM_I1(double, uint2double_rn, unsigned)
GPUSIM_I1(float, frsqrt_rn, float)
GPUSIM_I1(float, saturatef, float)
GPUSIM_I1(int, double2hiint, double)
GPUSIM_I1(int, double2loint, double)
GPUSIM_I2(double, hiloint2double, int, int)
GPUSIM_I1(int, float_as_int, float)
GPUSIM_I1(unsigned, float_as_uint, float)
GPUSIM_I1(float, int_as_float, int)
GPUSIM_I1(float, uint_as_float, unsigned)
GPUSIM_I1(gpusim_llong, double_as_longlong, double)
GPUSIM_I1(double, longlong_as_double, gpusim_llong)
GPUSIM_I1(int, clz, int)
GPUSIM_I1(int, clzll, gpusim_llong)
GPUSIM_I1(int, popc, unsigned)
GPUSIM_I1(int, popcll, gpusim_ullong)
GPUSIM_I1(int, ffs, int)
GPUSIM_I1(int, ffsll, gpusim_llong)
GPUSIM_I1(unsigned, brev, unsigned)
GPUSIM_I1(gpusim_ullong, brevll, gpusim_ullong)
GPUSIM_I3(unsigned, byte_perm, unsigned, unsigned, unsigned)
GPUSIM_I2(int, mul24, int, int)
GPUSIM_I2(unsigned, umul24, unsigned, unsigned)
GPUSIM_I2(int, mulhi, int, int)
GPUSIM_I2(unsigned, umulhi, unsigned, unsigned)
GPUSIM_I2(gpusim_llong, mul64hi, gpusim_llong, gpusim_llong)
GPUSIM_I2(gpusim_ullong, umul64hi, gpusim_ullong, gpusim_ullong)
GPUSIM_I3(unsigned, sad, int, int, unsigned)
GPUSIM_I3(unsigned, usad, unsigned, unsigned, unsigned)
GPUSIM_I2(int, hadd, int, int)
GPUSIM_I2(int, rhadd, int, int)
GPUSIM_I2(unsigned, uhadd, unsigned, unsigned)
GPUSIM_I2(unsigned, urhadd, unsigned, unsigned)

// Pairs and quadruples of small integers in a word.
#define GPUSIM_V1(f) GPUSIM_I1(unsigned, f##2, unsigned) GPUSIM_I1(unsigned, f##4, unsigned)
#define GPUSIM_V2(f) GPUSIM_I2(unsigned, f##2, unsigned, unsigned) GPUSIM_I2(unsigned, f##4, unsigned, unsigned)
#define GPUSIM_ORDERED(f) GPUSIM_V2(f##eq) GPUSIM_V2(f##ne)                                                  \
	GPUSIM_V2(f##ges) GPUSIM_V2(f##geu) GPUSIM_V2(f##gts) GPUSIM_V2(f##gtu)                                  \
	GPUSIM_V2(f##les) GPUSIM_V2(f##leu) GPUSIM_V2(f##lts) GPUSIM_V2(f##ltu)
GPUSIM_V1(vabs) GPUSIM_V1(vabsss) GPUSIM_V1(vneg) GPUSIM_V1(vnegss)
GPUSIM_V2(vadd) GPUSIM_V2(vaddss) GPUSIM_V2(vaddus) GPUSIM_V2(vsub) GPUSIM_V2(vsubss) GPUSIM_V2(vsubus)
GPUSIM_V2(vavgs) GPUSIM_V2(vavgu) GPUSIM_V2(vhaddu) GPUSIM_V2(vabsdiffs) GPUSIM_V2(vabsdiffu) GPUSIM_V2(vsads) GPUSIM_V2(vsadu)
GPUSIM_V2(vmaxs) GPUSIM_V2(vmaxu) GPUSIM_V2(vmins) GPUSIM_V2(vminu)
GPUSIM_ORDERED(vcmp) GPUSIM_ORDERED(vset)

// Functions of math.h: f for double and ff for float, and f for float as C++ has it. Where the
// fast ones are asked for, as with nvcc's -use_fast_math, ff of some is the intrinsic.
#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__) || defined(__CLANG_CUDA_APPROX_TRANSCENDENTALS__)
#define GPUSIM_CHOSEN(exact, fast) fast
#else
#define GPUSIM_CHOSEN(exact, fast) exact
#endif
#define GPUSIM_M1(N)                                                                                         \
	GPUSIM_LIB1(double, N, __nv_##N, double) GPUSIM_LIB1(float, N##f, __nv_##N##f, float)                    \
	GPUSIM_DEVICE float N(float a) { return N##f(a); }
#define GPUSIM_M2(N)                                                                                         \
	GPUSIM_LIB2(double, N, __nv_##N, double, double) GPUSIM_LIB2(float, N##f, __nv_##N##f, float, float)     \
	GPUSIM_DEVICE float N(float a, float b) { return N##f(a, b); }
#define GPUSIM_FAST(N)                                                                                       \
	extern "C" __attribute__((device)) float __nv_##N##f(float);                                             \
	GPUSIM_LIB1(double, N, __nv_##N, double) GPUSIM_LIB1(float, __##N##f, __nv_fast_##N##f, float)           \
	GPUSIM_DEVICE float N##f(float a) { return GPUSIM_CHOSEN(__nv_##N##f, __nv_fast_##N##f)(a); }            \
	GPUSIM_DEVICE float N(float a) { return N##f(a); }
GPUSIM_FAST(sin) GPUSIM_FAST(cos) GPUSIM_FAST(tan) GPUSIM_FAST(exp) GPUSIM_FAST(exp10)
GPUSIM_FAST(log) GPUSIM_FAST(log2) GPUSIM_FAST(log10)
GPUSIM_M1(acos) GPUSIM_M1(acosh) GPUSIM_M1(asin) GPUSIM_M1(asinh) GPUSIM_M1(atan) GPUSIM_M1(atanh) GPUSIM_M1(cosh) GPUSIM_M1(sinh)
GPUSIM_M1(cospi) GPUSIM_M1(sinpi) GPUSIM_M1(exp2) GPUSIM_M1(expm1) GPUSIM_M1(log1p) GPUSIM_M1(logb)
GPUSIM_M1(cbrt) GPUSIM_M1(rcbrt) GPUSIM_M1(sqrt) GPUSIM_M1(rsqrt) GPUSIM_M1(ceil) GPUSIM_M1(floor) GPUSIM_M1(trunc) GPUSIM_M1(round)
GPUSIM_M1(rint) GPUSIM_M1(nearbyint) GPUSIM_M1(fabs) GPUSIM_M1(erf) GPUSIM_M1(erfc) GPUSIM_M1(erfcinv) GPUSIM_M1(erfcx) GPUSIM_M1(erfinv)
GPUSIM_M1(normcdf) GPUSIM_M1(normcdfinv) GPUSIM_M1(lgamma) GPUSIM_M1(tgamma) GPUSIM_M1(j0) GPUSIM_M1(j1) GPUSIM_M1(y0) GPUSIM_M1(y1)
GPUSIM_M1(cyl_bessel_i0) GPUSIM_M1(cyl_bessel_i1)
GPUSIM_M2(atan2) GPUSIM_M2(copysign) GPUSIM_M2(fdim) GPUSIM_M2(fmax) GPUSIM_M2(fmin) GPUSIM_M2(fmod) GPUSIM_M2(hypot) GPUSIM_M2(rhypot)
GPUSIM_M2(nextafter) GPUSIM_M2(remainder)
GPUSIM_LIB3(double, fma, __nv_fma, double, double, double)
GPUSIM_LIB3(float, fmaf, __nv_fmaf, float, float, float)
GPUSIM_DEVICE float fma(float a, float b, float c) { return fmaf(a, b, c); }
GPUSIM_LIB3(double, norm3d, __nv_norm3d, double, double, double)
GPUSIM_LIB3(float, norm3df, __nv_norm3df, float, float, float)
GPUSIM_LIB3(double, rnorm3d, __nv_rnorm3d, double, double, double)
GPUSIM_LIB3(float, rnorm3df, __nv_rnorm3df, float, float, float)
GPUSIM_LIB4(double, norm4d, __nv_norm4d, double, double, double, double)
GPUSIM_LIB4(float, norm4df, __nv_norm4df, float, float, float, float)
GPUSIM_LIB4(double, rnorm4d, __nv_rnorm4d, double, double, double, double)
GPUSIM_LIB4(float, rnorm4df, __nv_rnorm4df, float, float, float, float)

extern "C" __attribute__((device)) float __nv_tanhf(float);
GPUSIM_LIB1(double, tanh, __nv_tanh, double)
GPUSIM_DEVICE float __tanhf(float a) { float v; asm("tanh.approx.f32 %0, %1;" : "=f"(v) : "f"(a)); return v; }
GPUSIM_DEVICE float tanhf(float a) { return GPUSIM_CHOSEN(__nv_tanhf, __tanhf)(a); }
GPUSIM_DEVICE float tanh(float a) { return tanhf(a); }

extern "C" __attribute__((device)) float __nv_powf(float, float);
GPUSIM_LIB2(double, pow, __nv_pow, double, double)
GPUSIM_LIB2(double, gpusim_powi, __nv_powi, double, int)
GPUSIM_LIB2(float, gpusim_powif, __nv_powif, float, int)
GPUSIM_LIB2(float, __powf, __nv_fast_powf, float, float)
GPUSIM_LIB2(float, __fdividef, __nv_fast_fdividef, float, float)
GPUSIM_DEVICE float powf(float a, float b) { return GPUSIM_CHOSEN(__nv_powf, __nv_fast_powf)(a, b); }
GPUSIM_DEVICE float pow(float a, float b) { return powf(a, b); }
GPUSIM_DEVICE double pow(double a, int b) { return gpusim_powi(a, b); }
GPUSIM_DEVICE float pow(float a, int b) { return gpusim_powif(a, b); }
GPUSIM_DEVICE float fdividef(float a, float b) { return GPUSIM_CHOSEN(a / b, __fdividef(a, b)); }
GPUSIM_DEVICE double fdivide(double a, double b) { return a / b; }

// Two results.
extern "C" __attribute__((device)) void __nv_sincosf(float, float *, float *);
extern "C" __attribute__((device)) void __nv_fast_sincosf(float, float *, float *);
GPUSIM_LIB3(void, sincos, __nv_sincos, double, double *, double *)
GPUSIM_LIB3(void, sincospi, __nv_sincospi, double, double *, double *)
GPUSIM_LIB3(void, sincospif, __nv_sincospif, float, float *, float *)
GPUSIM_DEVICE void __sincosf(float a, float *s, float *c) { __nv_fast_sincosf(a, s, c); }
GPUSIM_DEVICE void sincosf(float a, float *s, float *c) { GPUSIM_CHOSEN(__nv_sincosf, __nv_fast_sincosf)(a, s, c); }
GPUSIM_DEVICE void sincos(float a, float *s, float *c) { sincosf(a, s, c); }
#define GPUSIM_MIXED(M, N, R, F, ...)                                                                        \
	M(R, N, __nv_##N, double, ##__VA_ARGS__)                                                                 \
	M(F, N##f, __nv_##N##f, float, ##__VA_ARGS__)
GPUSIM_MIXED(GPUSIM_LIB1, ilogb, int, int)
GPUSIM_MIXED(GPUSIM_LIB1, llrint, gpusim_llong, gpusim_llong)
GPUSIM_MIXED(GPUSIM_LIB1, llround, gpusim_llong, gpusim_llong)
GPUSIM_MIXED(GPUSIM_LIB2, ldexp, double, float, int)
GPUSIM_MIXED(GPUSIM_LIB2, scalbn, double, float, int)
GPUSIM_MIXED(GPUSIM_LIB2, frexp, double, float, int *)
GPUSIM_LIB2(double, modf, __nv_modf, double, double *)
GPUSIM_LIB2(float, modff, __nv_modff, float, float *)
GPUSIM_LIB3(double, remquo, __nv_remquo, double, double, int *)
GPUSIM_LIB3(float, remquof, __nv_remquof, float, float, int *)
GPUSIM_LIB2(double, jn, __nv_jn, int, double)
GPUSIM_LIB2(float, jnf, __nv_jnf, int, float)
GPUSIM_LIB2(double, yn, __nv_yn, int, double)
GPUSIM_LIB2(float, ynf, __nv_ynf, int, float)
GPUSIM_DEVICE long lrint(double a) { return (long)llrint(a); }
GPUSIM_DEVICE long lrintf(float a) { return (long)llrintf(a); }
GPUSIM_DEVICE long lround(double a) { return (long)llround(a); }
GPUSIM_DEVICE long lroundf(float a) { return (long)llroundf(a); }
GPUSIM_DEVICE float ldexp(float a, int b) { return ldexpf(a, b); }
GPUSIM_DEVICE float frexp(float a, int *b) { return frexpf(a, b); }
GPUSIM_DEVICE float modf(float a, float *b) { return modff(a, b); }
GPUSIM_DEVICE double nan(const char *) { return __builtin_nan(""); }
GPUSIM_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

// Kinds of numbers, and absolute values.
#define GPUSIM_KIND(T)                                                                                       \
	GPUSIM_DEVICE bool isnan(T a) { return __builtin_isnan(a); }                                             \
	GPUSIM_DEVICE bool isinf(T a) { return __builtin_isinf(a); }                                             \
	GPUSIM_DEVICE bool isfinite(T a) { return __builtin_isfinite(a); }                                       \
	GPUSIM_DEVICE bool signbit(T a) { return __builtin_signbit(a); }
#undef isnan
#undef isinf
#undef isfinite
#undef signbit
GPUSIM_KIND(float)
GPUSIM_KIND(double)
GPUSIM_DEVICE int abs(int a) { return a < 0 ? -a : a; }
GPUSIM_DEVICE long abs(long a) { return a < 0 ? -a : a; }
GPUSIM_DEVICE gpusim_llong abs(gpusim_llong a) { return a < 0 ? -a : a; }
GPUSIM_DEVICE long labs(long a) { return abs(a); }
GPUSIM_DEVICE gpusim_llong llabs(gpusim_llong a) { return abs(a); }
GPUSIM_DEVICE float abs(float a) { return fabsf(a); }
GPUSIM_DEVICE double abs(double a) { return fabs(a); }

// min and max, which nvcc has on both sides; numbers of two types are compared in their common type.
#define GPUSIM_EXTREMES(T)                                                                                   \
	GPUSIM_BOTH T min(T a, T b) { return a < b ? a : b; }                                                    \
	GPUSIM_BOTH T max(T a, T b) { return a > b ? a : b; }
#define GPUSIM_MIXTURE(A, B, T)                                                                              \
	GPUSIM_BOTH T min(A a, B b) { return min((T)a, (T)b); }                                                  \
	GPUSIM_BOTH T max(A a, B b) { return max((T)a, (T)b); }                                                  \
	GPUSIM_BOTH T min(B a, A b) { return min((T)a, (T)b); }                                                  \
	GPUSIM_BOTH T max(B a, A b) { return max((T)a, (T)b); }
#define GPUSIM_REALS(T, e)                                                                                   \
	GPUSIM_DEVICE T min(T a, T b) { return fmin##e(a, b); }                                                  \
	GPUSIM_DEVICE T max(T a, T b) { return fmax##e(a, b); }                                                  \
	static inline __attribute__((host)) T min(T a, T b) { return __builtin_fmin##e(a, b); }                  \
	static inline __attribute__((host)) T max(T a, T b) { return __builtin_fmax##e(a, b); }
GPUSIM_EXTREMES(int)
GPUSIM_EXTREMES(gpusim_uint)
GPUSIM_EXTREMES(long)
GPUSIM_EXTREMES(gpusim_ulong)
GPUSIM_EXTREMES(gpusim_llong)
GPUSIM_EXTREMES(gpusim_ullong)
GPUSIM_REALS(float, f)
GPUSIM_REALS(double, )
GPUSIM_MIXTURE(int, gpusim_uint, gpusim_uint)
GPUSIM_MIXTURE(long, gpusim_ulong, gpusim_ulong)
GPUSIM_MIXTURE(gpusim_llong, gpusim_ullong, gpusim_ullong)
GPUSIM_MIXTURE(float, double, double)
GPUSIM_BOTH unsigned umin(unsigned a, unsigned b) { return min(a, b); }
GPUSIM_BOTH unsigned umax(unsigned a, unsigned b) { return max(a, b); }
GPUSIM_BOTH gpusim_llong llmin(gpusim_llong a, gpusim_llong b) { return min(a, b); }
GPUSIM_BOTH gpusim_llong llmax(gpusim_llong a, gpusim_llong b) { return max(a, b); }
GPUSIM_BOTH gpusim_ullong ullmin(gpusim_ullong a, gpusim_ullong b) { return min(a, b); }
GPUSIM_BOTH gpusim_ullong ullmax(gpusim_ullong a, gpusim_ullong b) { return max(a, b); }

// The same names in std, for the device.
namespace std {
using ::abs, ::acos, ::acosh, ::asin, ::asinh, ::atan, ::atan2, ::atanh, ::cbrt, ::ceil, ::copysign, ::cos, ::cosh, ::erf, ::erfc;
using ::exp, ::exp2, ::expm1, ::fabs, ::fdim, ::floor, ::fma, ::fmax, ::fmin, ::fmod, ::frexp, ::hypot, ::ilogb, ::ldexp, ::lgamma;
using ::llrint, ::llround, ::log, ::log10, ::log1p, ::log2, ::logb, ::lrint, ::lround, ::modf, ::nan, ::nearbyint, ::nextafter, ::pow;
using ::remainder, ::rint, ::round, ::sin, ::sinh, ::sqrt, ::tan, ::tanh, ::tgamma, ::trunc;
using ::isfinite, ::isinf, ::isnan, ::signbit;
} // namespace std

// What nvcc's host code has beside math.h.
extern "C" inline __attribute__((host)) float rsqrtf(float a) noexcept { return 1 / __builtin_sqrtf(a); }
extern "C" inline __attribute__((host)) double rsqrt(double a) noexcept { return 1 / __builtin_sqrt(a); }
