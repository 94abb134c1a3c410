package cfront_test

// This file runs small kernels in CUDA C. What they must give follows from the rules of
// C++ and from the CUDA C++ Programming Guide.

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gpucourse/gpusim"
)

// inf and one are bits of float32.
var (
	inf = int32(math.Float32bits(float32(math.Inf(1))))
	one = int32(math.Float32bits(1))
)

// language are kernels K(int *out, int n), which one thread runs with n = 7.
var language = []struct {
	name, text string
	want       []int32
}{
	{"increments wrap", "__global__ void K(int *out, int n) { int i = 2147483640 + n; out[0] = i++; out[1] = i; out[2] = --i; }", []int32{math.MaxInt32, math.MinInt32, math.MaxInt32}},
	{"increments of a char wrap", "__global__ void K(int *out, int n) { char c = 120 + n; c++; out[0] = c; unsigned char u = 248 + n; u++; out[1] = u; short s = -32768; s--; out[2] = s; }", []int32{-128, 0, math.MaxInt16}},
	{"the least integer divided by −1", "__global__ void K(int *out, int n) { int m = 6 - n, l = -2147483647 + m; out[0] = l / m; out[1] = l % m; out[2] = (-2147483647 - 1) / -1; }", []int32{math.MinInt32, 0, math.MinInt32}},
	{"quotients are cut towards zero", "__global__ void K(int *out, int n) { out[0] = -n / 2; out[1] = -n % 2; out[2] = -7 / 2; out[3] = (unsigned)-n / 2; }", []int32{-3, -1, -3, math.MaxInt32 - 3}},
	{"integers are promoted", "__global__ void K(int *out, int n) { unsigned char a = 200, b = 100; out[0] = a + b; out[1] = (unsigned char)(a + b); out[2] = ~a; out[3] = a << 4; }", []int32{300, 44, -201, 3200}},
	{"a signed number beside an unsigned one", "__global__ void K(int *out, int n) { unsigned u = 1; out[0] = -n < u; out[1] = (long long)-n < u; out[2] = -1 < (unsigned short)1; }", []int32{0, 1, 1}},
	{"sums without sign", "__global__ void K(int *out, int n) { int m = 2147483640; out[0] = (unsigned)m + n; out[1] = (unsigned)m + n * 4u; out[2] = ((unsigned)m + n * 4u) >> 4; out[3] = ((long long)((unsigned)m + n * 4u)) / 2; out[4] = ((unsigned)m + n * 4u) / 3; out[5] = ((unsigned)n - 8) / 2; out[6] = (int)((unsigned)n - 8) / 2; out[7] = ((unsigned)n - 8u) > 5; }", []int32{math.MaxInt32, -2147483628, 134217729, 1073741834, 715827889, math.MaxInt32, 0, 1}},
	{"a constructor converts a struct", "struct A { int v; }; template <int N> struct T { int v; }; struct B { int w; __device__ B(const A &a) : w(2 * a.v) {} template <int N> __device__ B(const T<N> &t) : w(N * t.v) {} };\n" +
		"__device__ int f(B b) { return b.w; }\n__global__ void K(int *out, int n) { A a = {n}; T<5> t = {n}; out[0] = f(a); out[1] = f(t); B b = a; out[2] = b.w + 1; b = t; out[3] = b.w; }", []int32{14, 35, 15, 35}},
	{"a string over two lines", "__global__ void K(int *out, int n) { out[0] = sizeof \"ab\\\ncd\"; out[1] = sizeof \"ab\" \"cd\"; printf(\"%d \\\n%d\\n\", n, n); }", []int32{5, 5}},
	{"shifts", "__global__ void K(int *out, int n) { out[0] = -16 >> 2; out[1] = (unsigned)-16 >> 28; out[2] = 1u << 31 >> 31; out[3] = (n + 1ll << 32) >> 32; }", []int32{-4, 15, 1, 8}},
	{"literals", "__global__ void K(int *out, int n) { out[0] = 010; out[1] = 0xff; out[2] = 'A'; out[3] = '\\n'; out[4] = 1'000; out[5] = 0b101; out[6] = sizeof(1ull) + sizeof(1.0f) + sizeof('a'); }", []int32{8, 255, 65, 10, 1000, 5, 13}},
	{"assignments are values", "__global__ void K(int *out, int n) { int a, b; a = b = n; out[0] = a + b; out[1] = (a += 3, a * 2); out[2] = (b <<= 1) + b; int c = n++ + n; out[3] = c; }", []int32{14, 20, 28, 15}},
	{"operands and arguments come from the left, as in nvcc", "__device__ int f(int a, int b) { return a * 10 + b; } __device__ int r(const int &a, int b) { return a * 10 + b; }\n__global__ void K(int *out, int n) { int i = 0; out[0] = f(i, i++) + f(i++, i); i = 0; out[1] = f(i = 1, i = 2); i = 3; out[2] = i + (i = 10); i = 3; out[3] = ++i + ++i; i = 3; out[4] = r(i, ++i); i = 3; int t[2] = {i, i++}; out[5] = t[0] * 10 + t[1]; struct S { int a, b; } s = {i, ++i}; out[6] = s.a * 10 + s.b; i = 0; int u[2][2] = {{1, 2}, {3, 4}}; out[7] = u[i][i++] + u[i][--i]; }", []int32{12, 12, 13, 9, 44, 33, 45, 4}},
	{"short circuits", "__global__ void K(int *out, int n) { int a = 0; if (n < 0 && a++) {} if (n > 0 || a++) {} out[0] = a; out[1] = n > 0 ? a++ : --a; out[2] = a; }", []int32{0, 0, 1}},
	{"switches fall through", "__global__ void K(int *out, int n) { int a = 0; switch (n) { case 7: a += 1; case 8: a += 2; break; case 9: a += 4; default: a += 8; } out[0] = a; }", []int32{3}},
	{"continue runs the last part of a for", "__global__ void K(int *out, int n) { int a = 0; for (int i = 0, j = 0; i < n; i++, j += 2) { if (i & 1) continue; a += j; } out[0] = a; int i = 0; do { if (i == 3) continue; } while (++i < 5); out[1] = i; }", []int32{24, 5}},
	{"pointers", "__global__ void K(int *out, int n) { int *p = out + n; *--p = 3; p[-1] = 4; *p++ += 2; out[0] = p - out; out[1] = out[6]; out[2] = out[5]; int **q = &p; **q = 9; out[3] = out[7]; }", []int32{7, 5, 4, 9}},
	{"arrays of arrays", "__global__ void K(int *out, int n) { int a[2][3] = {{1, 2}, {4, 5, 6}}; int (*row)[3] = a + 1; out[0] = row[0][2]; out[1] = a[0][2]; out[2] = sizeof a / sizeof a[0]; int b[] = {n, n + 1}; out[3] = b[1]; }", []int32{6, 0, 2, 8}},
	{"enumerations", "enum A { X = 5, Y, Z = X * 2 }; enum class B : char { P, Q };\n__global__ void K(int *out, int n) { A a = Z; out[0] = a; out[1] = Y; out[2] = (int)B::Q; }", []int32{10, 6, 1}},
	{"variables of a struct that is defined with them", "__constant__ struct { int a, b; } c = {3, 4};\n__device__ struct Q { int z[2]; } d[2], *e;\n__global__ void K(int *out, int n) { d[1].z[1] = n; Q q = d[1]; e = d; out[0] = c.a + c.b; out[1] = q.z[1]; out[2] = e[1].z[1] + e[0].z[0]; }", []int32{7, 7, 7}},
	{"typedefs and using", "typedef unsigned short u16, *pu16; using Row = int[2]; template <class T> using Ptr = T*;\n__global__ void K(int *out, int n) { u16 a = 65536 + n; pu16 p = &a; Ptr<int> q = out; Row r = {1, 2}; q[0] = *p + r[1]; }", []int32{9}},
	{"macros", "#define SQ(x) ((x) * (x))\n#define CAT(a, b) a##b\n#define STR(x) #x\n#define LIST(...) {__VA_ARGS__}\n#define LOG(f, args...) f(n, ##args)\n#if defined(SQ) && !defined(FOO) && SQ(2) == 4\n#define V 3\n#else\n#error no\n#endif\n" +
		"__device__ int f(int n) { return n; }\n__global__ void K(int *out, int n) { int CAT(x, 1) = SQ(n + 1); int l[] = LIST(1, 2, V); out[0] = x1; out[1] = l[2]; out[2] = sizeof STR(abc); out[3] = LOG(f); }", []int32{64, 3, 4, 7}},
	{"overloads", "__device__ int f(int) { return 1; } __device__ int f(float) { return 2; } __device__ int f(double) { return 3; } __device__ int f(unsigned char*) { return 4; } template <class T> __device__ int f(T*) { return 5; }\n" +
		"__global__ void K(int *out, int n) { unsigned char c = 1; out[0] = f(c); out[1] = f(1.0f); out[2] = f(1.0); out[3] = f(&c); out[4] = f(out); out[5] = f('a'); }", []int32{1, 2, 3, 4, 5, 1}},
	{"templates", "template <class T, int N = 2> __device__ T times(T x) { return x * N; }\ntemplate <> __device__ float times<float, 2>(float x) { return 100; }\n" +
		"template <int N> struct Fib { enum { value = Fib<N - 1>::value + Fib<N - 2>::value }; };\ntemplate <> struct Fib<1> { enum { value = 1 }; };\ntemplate <> struct Fib<0> { enum { value = 0 }; };\n" +
		"__global__ void K(int *out, int n) { out[0] = times(n); out[1] = times<int, 5>(n); out[2] = times(1.5f); out[3] = Fib<10>::value; }", []int32{14, 35, 100, 55}},
	{"members of template structs", "template <class T> struct L { typedef T type; struct In { T v; }; static const int N = sizeof(T); static __device__ T top() { return T(100); } };\n" +
		"template <class T> __device__ int f() { typename L<T>::In in; in.v = L<T>::top(); typename L<T>::type x = 1; return in.v + x + L<T>::N; }\n__global__ void K(int *out, int n) { out[0] = f<int>(); out[1] = f<double>(); }", []int32{105, 109}},
	{"nested templates and template constants", "template <class T> constexpr T half = T(1) / 2;\ntemplate <int N> class A { struct In { int v[N]; __device__ int f() { return N; } }; struct Plain { int w[N]; }; public: __device__ int g() { In a; return a.f() * 9 + sizeof(Plain); } };\n" +
		"__global__ void K(int *out, int n) { A<3> a; out[0] = a.g(); A<5> b; out[1] = b.g(); out[2] = 10 * half<float>; out[3] = half<int>; }", []int32{39, 65, 5, 0}},
	{"products of bytes", "__global__ void K(int *out, int n) { out[0] = __dp4a(0x01ff0203, 0x05040700 + n, 100); out[1] = __dp4a(0xff000002u, 0x02000000u + n, 1u); out[2] = __dp4a(make_char4(-1, 2, n, 4), make_char4(5, 6, 7, -8), 1); }", []int32{136, 525, 25}},
	{"functions as template arguments", "__device__ int add(int a, int b) { return a + b; } template <int (*op)(int, int)> __device__ int two(int n) { return op(n, 2); } template <class F> __device__ int three(int n, F f) { return f(n, 3); }\n" +
		"__global__ void K(int *out, int n) { out[0] = two<add>(n); out[1] = three(n, add); out[2] = three(n, [=](int a, int b) { return a * b + n; }); }", []int32{9, 10, 28}},
	{"operators and constructors", "struct V { int x, y; __device__ V(int a, int b = 1) : x(a), y(b) {} __device__ V &operator+=(const V &o) { x += o.x; y += o.y; return *this; }\n" +
		"friend __device__ V operator-(const V &a, const V &b) { return V(a.x - b.x, a.y - b.y); } };\n__device__ V operator*(V a, int k) { return V(a.x * k, a.y * k); }\n" +
		"__global__ void K(int *out, int n) { V v(n); v += V(1, 2) * 3; out[0] = v.x; out[1] = v.y; V d = v - V(1, 1); out[2] = d.x; }", []int32{10, 7, 9}},
	{"references and methods", "struct A { int v[2]; __device__ int &at(int i) { return v[i]; } };\n__device__ void bump(int &x) { ++x; }\n__global__ void K(int *out, int n) { A a = {{1, 2}}; a.at(1) = n; bump(a.at(1)); int &r = a.v[0]; r += 4; out[0] = a.v[0]; out[1] = a.v[1]; }", []int32{5, 8}},
	{"constants in code that never runs", "__host__ __device__ constexpr int twice(int n) { return 2 * n; } template <int N> __device__ int f() { return N; }\n__global__ void K(int *out, int n) { out[0] = 1; if (false) { int b[twice(2)]; b[n] = f<twice(3)>(); out[0] = b[n]; } out[1] = true ? sizeof(int[twice(2)]) : f<twice(1)>(); }", []int32{1, 16}},
	{"variables that nothing reads", "struct S { int a; }; __device__ int &first(int *p) { return *p; }\n__global__ void K(int *out, int n) { int a; int b = n, c[3]; b = 4; c[0] = 1; S s, t = {n}, u; s = t; auto f = [=](int x) { return sizeof(b) + x; }; first(out); int &r = out[1]; out[0] = t.a + f(1); }", []int32{12}},
	{"fminf and fmaxf prefer a number", "__global__ void K(int *out, int n) { float x = __int_as_float(0x7fffffff), y = n - 6; out[0] = __float_as_int(fminf(x, y)); out[1] = __float_as_int(fmaxf(y, x)); out[2] = fmin((double)x, 2.0); out[3] = isnan(fmaxf(x, x)); }", []int32{one, one, 2, 1}},
	{"limits", "#include <limits>\n__global__ void K(int *out, int n) { out[0] = std::numeric_limits<int>::max(); out[1] = std::numeric_limits<short>::min(); out[2] = __float_as_int(std::numeric_limits<float>::infinity()); }", []int32{math.MaxInt32, math.MinInt16, inf}},
	{"half", "#include <cuda_fp16.h>\n__global__ void K(int *out, int n) { half a = __float2half(1.0f / 3); out[0] = __half_as_ushort(a); out[1] = __half_as_ushort(__float2half(65520.0f)); out[2] = __half_as_ushort(__float2half(5.9604645e-8f));\n" +
		"out[3] = __half_as_ushort(a * __int2half_rn(n)); out[4] = 1000 * __half2float(a); half2 p = __half2half2(a); p = __hadd2(p, p); out[5] = __half_as_ushort(p.y); out[6] = sizeof(half2); }", []int32{0x3555, 0x7c00, 1, 0x40aa, 333, 0x3955, 4}},
	{"bfloat16", "#include <cuda_bf16.h>\n__global__ void K(int *out, int n) { __nv_bfloat16 a = 1.0f / 3; out[0] = __bfloat16_as_ushort(a); float f = a; out[1] = __float_as_int(f); a = a + a; out[2] = __bfloat16_as_ushort(a); }", []int32{0x3eab, 0x3eab0000, 0x3f2b}},
	{"bytes", "__global__ void K(int *out, int n) { out[0] = __byte_perm(0x33221100, 0x77665544, 0x7610); out[1] = __double2hiint(__hiloint2double(n, 3)); out[2] = __usad(3, 10, 1); out[3] = __fns(0xf0, 0, 2); unsigned char b[4]; memset(b, n, 4); out[4] = b[3]; }", []int32{0x77661100, 7, 8, 5, 7}},
	{"functions of CUDA at their edges", "__global__ void K(int *out, int n) { float inf = 1.0f / (n - 7), nan = inf - inf, w, s, c; double v; out[0] = __byte_perm(0x88776655, n, 0xbbbb); out[1] = sinpif(n) == 0 && cospif(n + 0.5f) == 0 && sinpi(1.0 * n) == 0; out[2] = isnan(fdimf(nan, 1)) && isnan(fdim(1.0, 1.0 * nan));\n" +
		"out[3] = remainderf(1e30f, n); out[4] = 4 * remainder(n + 0.75, -2.0); out[5] = norm3df(1e30f * n, 2e30f * n, 2e30f * n) / 1e30f; out[6] = 11 * rhypot(3e-170, 4e-170) * 1e-170; out[7] = __fns(0xf0, 6, -2); out[8] = __fns(0xf0, 3, 0); out[9] = modff(inf, &w) == 0 && modf(-1.0 * inf, &v) == 0;\n" +
		"__sincosf(1e6f * n, &s, &c); out[10] = s == __sinf(1e6f * n) && c == __cosf(1e6f * n); out[11] = 100 * lgammaf(-inf) == inf; out[12] = signbit(nextafterf(n - 7.0f, -0.0f)); out[13] = 10 * atan2(-1e-300 / n, -1e300); }",
		[]int32{-2004318072, 1, 1, 1, -1, 21, 2, 5, -1, 1, 1, 1, 1, -31}},
	{"types of CUDA's functions", "__global__ void K(int *out, int n) { float f = n; double d = n; int e; out[0] = sizeof(pow(f, 2)); out[1] = sizeof(fdim(f, f)); out[2] = sizeof(remainder(f, f)); out[3] = sizeof(labs(n)); out[4] = sizeof(frexp(f, &e)); out[5] = sizeof(modf(f, &f)); out[6] = sizeof(sinpi(f)); out[7] = sizeof(decltype(f * d)); }",
		[]int32{8, 4, 4, 8, 4, 4, 4, 8}},
	{"shared memory of the file", "__shared__ int tile[4];\n__device__ int get(int i) { return tile[i]; }\n__global__ void K(int *out, int n) { tile[2] = n; __syncthreads(); out[0] = get(2); }", []int32{7}},
	{"complex numbers", "#include <cuComplex.h>\n__global__ void K(int *out, int n) { cuFloatComplex a = make_cuFloatComplex(n, 1), b = cuCmulf(a, a), c = cuCdivf(b, a); out[0] = b.x; out[1] = b.y; out[2] = rintf(c.x); out[3] = cuCimag(make_cuDoubleComplex(1, 2)); }", []int32{48, 14, 7, 2}},
	{"a namespace in a function", "namespace a { namespace b { __device__ int f(int n) { return n + 1; } } }\n__global__ void K(int *out, int n) { namespace c = a::b; using namespace a; out[0] = c::f(n); }", []int32{8}},
	{"a value of one type for another", "__global__ void K(int *out, int n) { short v = n << 8; char b = bool(v); auto c = (char)300; auto d = short(n << 16); out[0] = b; out[1] = c; out[2] = d; out[3] = sizeof(d); }", []int32{1, 44, 0, 2}},
	{"unsigned long long in conditions", "#if 18446744073709551615ULL > 1 || 1\n#define A 1\n#endif\n__global__ void K(int *out, int n) { out[0] = A; assert(n == 7); }", []int32{1}},
}

func TestLanguage(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("H200"))
	for _, c := range language {
		t.Run(c.name, func(t *testing.T) {
			out := run(t, dev, c.text, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, max(8, len(c.want)))
			if got := out[:len(c.want)]; !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v, from\n%s", got, c.want, c.text)
			}
		})
	}
}

// run launches K(out, 7) of a text and returns what it wrote.
func run(t *testing.T, dev *gpusim.Device, text string, config gpusim.Config, n int) []int32 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("K")
	if err != nil {
		t.Fatalf("%v, in\n%s", err, text)
	}
	out := gpusim.Must(gpusim.Upload(dev, make([]int32, n)))
	if _, err := dev.Launch(k, config, out, 7); err != nil {
		t.Fatalf("%v, in\n%s", err, text)
	}
	return gpusim.Must(out.Host())
}

// TestActiveLanes: one lane adds for all that are active.
func TestActiveLanes(t *testing.T) {
	const text = `#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void K(int *out, int n) {
	if (threadIdx.x % 3 == 0) {
		coalesced_group g = coalesced_threads();
		int old;
		if (g.thread_rank() == 0)
			old = atomicAdd(&out[0], g.size());
		out[1 + g.shfl(old, 0) + g.thread_rank()] = threadIdx.x;
	}
}`
	out := run(t, gpusim.Must(gpusim.Open("H200")), text, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, 12)
	if want := []int32{11, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30}; !slices.Equal(out, want) {
		t.Errorf("got %v, want %v", out, want)
	}
}

const groups = `#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int reduce_sum(thread_group g, int *temp, int val) {
	int lane = g.thread_rank();
	for (int i = g.size() / 2; i > 0; i /= 2) {
		temp[lane] = val;
		g.sync();
		if (lane < i) val += temp[lane + i];
		g.sync();
	}
	return val;
}
__global__ void K(int *out) {
	__shared__ int temp[64];
	int t = threadIdx.x;
	auto block = this_thread_block();
	int all = reduce_sum(block, temp, t);
	auto tile = tiled_partition<8>(block);
	thread_group half = tiled_partition(block, 16);
	int eight = reduce_sum(tile, temp + t / 8 * 8, t);
	out[t] = t == 0 ? all : t % 8 == 0 ? eight : 100 * half.thread_rank() + half.size();
}
`

// TestThreadGroups reduces over groups of any kind.
func TestThreadGroups(t *testing.T) {
	m, err := gpusim.LoadText("k.cu", groups)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := m.Kernel("K")
	if err != nil {
		t.Fatal(err)
	}
	dev := gpusim.Must(gpusim.Open("H200"))
	out := gpusim.Must(gpusim.Malloc[int32](dev, 64))
	gpusim.Must(dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, out))
	for i, got := range gpusim.Must(out.Host()) {
		want := 100*(i%16) + 16
		switch {
		case i == 0:
			want = 63 * 64 / 2
		case i%8 == 0:
			want = 8*i + 7*8/2
		}
		if got != int32(want) {
			t.Errorf("thread %d writes %d, want %d", i, got, want)
		}
	}
}
