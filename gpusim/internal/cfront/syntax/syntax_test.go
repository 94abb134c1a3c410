package syntax

// This file parses small sources and compares their trees, written as lists: an operator or a
// word, then its operands.

import (
	"os"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/limit"
)

func parse(t *testing.T, text string) *File {
	t.Helper()
	s := lex.Preprocess("k.cu", []byte(text), func(string) ([]byte, error) { return nil, os.ErrNotExist })
	if len(s.Errs) > 0 {
		t.Fatalf("%s: %v", text, s.Errs)
	}
	return Parse(s.Tokens)
}

// own returns the declarations of a file without those of headers.
func own(f *File) (decls []Decl) {
	for _, d := range f.Decls {
		if !bundled(d.Position()) {
			decls = append(decls, d)
		}
	}
	return decls
}

// function returns the last function of a file.
func function(t *testing.T, f *File) *Func {
	t.Helper()
	decls := own(f)
	fn, ok := decls[len(decls)-1].(*Func)
	if !ok {
		t.Fatalf("the last declaration is %T: %+v", decls[len(decls)-1], decls[len(decls)-1])
	}
	return fn
}

// TestExpressions: operators bind as in C, and names of types make casts of what would be
// operations.
func TestExpressions(t *testing.T) {
	const before = "typedef int T; template<typename A> struct V { A x; }; template<int n> __device__ int f(int a);\n"
	for text, want := range map[string]string{
		"a + b * c":               "(+ a (* b c))",
		"a - b - c":               "(- (- a b) c)",
		"a = b = c":               "(= a (= b c))",
		"a ? b : c ? d : e":       "(? a b (? c d e))",
		"a || b && c | d ^ e & g": "(|| a (&& b (| c (^ d (& e g)))))",
		"a << b + c < d":          "(< (<< a (+ b c)) d)",
		"-a[i]++":                 "(- (post++ (index a i)))",
		"*p->q.r":                 "(* (. (-> p q) r))",
		"&a[1], b":                "(, (& (index a 1)) b)",
		"!~x":                     "(! (~ x))",
		"(a) - b":                 "(- a b)",
		"(T) - b":                 "(cast T (- b))",
		"(T)a * b":                "(* (cast T a) b)",
		"(a)(b)":                  "(call a b)",
		"T(a)":                    "(make T a)",
		"static_cast<T>(a + 1)":   "(static_cast T (+ a 1))",
		"sizeof(T) + sizeof a":    "(+ (sizeof T) (sizeof a))",
		"f<3>(a)":                 "(call f<3> a)",
		"f<(a > b)>(a)":           "(call f<(> a b)> a)",
		"a < b > c":               "(> (< a b) c)",
		"V<V<T>>{}.x":             "(. (make V<V<T>>) x)",
		"(V<V<T>>{}.x)":           "(. (make V<V<T>>) x)",
		"(unsigned long)a":        "(cast unsigned long a)",
		"(const float *)a":        "(cast const float* a)",
		"N::g(a)":                 "(call N::g a)",
	} {
		f := function(t, parse(t, before+"namespace N { __device__ int g(int); }\n__device__ void k(int a, int b, int c, int d, int e, int g, int i, int *p, int q, int x) { "+text+"; }"))
		stmt, ok := f.Body.Stmts[0].(*ExprStmt)
		if !ok {
			t.Errorf("%s: got the statement %s", text, show(f.Body.Stmts[0]))
		} else if got := show(stmt.X); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestDeclarators: a declarator is read from the name outwards.
func TestDeclarators(t *testing.T) {
	for text, want := range map[string]string{
		"int *a[3]":                "a: int*[3]",
		"int (*a)[3]":              "a: int[3]*",
		"int a[2][3]":              "a: int[3][2]",
		"const float *const a = 0": "a: const float* const = 0",
		"float &a = b":             "a: float& = b",
		"int a, *b, c[4]":          "a: int b: int* c: int[4]",
		"unsigned a":               "a: unsigned int",
		"long long int unsigned a": "a: unsigned long long",
		"__shared__ float a[n]":    "a: float[n]",
		"float4 a = {1, 2}":        "a: float4 = {1 2}",
		"int a(b)":                 "a: int = (make int b)",
		"auto a = 1.f":             "a: auto = 1.f",
	} {
		f := function(t, parse(t, "__device__ void k() { "+text+"; }"))
		if got := show(f.Body.Stmts[0]); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestNamesInScope: an inner variable hides a type, until its scope ends.
func TestNamesInScope(t *testing.T) {
	f := function(t, parse(t, "typedef int T; __device__ void k(int b) { { int T = 1; (T) - b; } (T) - b; }"))
	if got, want := show(f.Body), "{ { T: int = 1 (- T b) } (cast T (- b)) }"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestStatements: each statement has its parts, and an else belongs to the nearest if.
func TestStatements(t *testing.T) {
	for text, want := range map[string]string{
		"if (a) if (b) c; else d;":       "(if a (if b c d))",
		"if (int i = a; i > 0) b;":       "(if i: int = a (> i 0) b)",
		"for (int i = 0; i < n; ++i) a;": "(for i: int = 0 (< i n) (++ i) a)",
		"for (;;) { break; }":            "(for - - - { break })",
		"while (a) continue;":            "(for - a - continue)",
		"do a; while (b);":               "(do a b)",
		"switch (a) { case 1: case 2: b; break; default: return; }": "(switch a { (case 1) (case 2) b break default return })",
		"_Pragma(\"unroll 4\") for (;;) a;":                         "(for - - - a)",
		"goto out; out: return;":                                    "goto out",
	} {
		f := function(t, parse(t, "__device__ void k() { "+text+" }"))
		if got := show(f.Body.Stmts[0]); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	loop := function(t, parse(t, "__device__ void k() {\n#pragma unroll 4\nfor (;;) a; }")).Body.Stmts[0].(*For)
	if loop.Unroll == nil || show(loop.Unroll.N) != "4" {
		t.Errorf("#pragma unroll 4 above a loop: got %+v", loop.Unroll)
	}
}

// TestHostCodeIsNotRead: no text of a host function's body is a mistake, and the kernels around it
// are read.
func TestHostCodeIsNotRead(t *testing.T) {
	f := parse(t, `
__global__ void k(float *a) { a[0] = 1; }
template<typename T, int n> __global__ void t(T *a) {}
int main() {
	std::vector<std::map<int, Nothing>> v{[&](auto &&...x) { return @x; }};
	k<<<dim3(2, 3), 64, 4 * n>>>(v.data());
	t<float, 2><<<1, n>>>(v);
}
auto unread(Unknown x) -> int { k<<<n, 1>>>(x); }
__global__ void last() {}`)
	if names := kernels(f); names != "k t last" {
		t.Errorf("got kernels %q", names)
	}
	if len(f.HostFuncs) != 1 && len(f.HostCode) == 0 {
		t.Errorf("main is no code of the host: %+v", f)
	}
}

func kernels(f *File) string {
	var names []string
	for _, d := range own(f) {
		if fn, ok := d.(*Func); ok && fn.Attrs.Global {
			names = append(names, fn.Name)
		}
	}
	return strings.Join(names, " ")
}

// TestBrokenDeclarations: a mistake in code of the device is kept with its place, and the
// declarations behind it are read.
func TestBrokenDeclarations(t *testing.T) {
	for text, want := range map[string]struct {
		code diag.Code
		part string
		line int
	}{
		"a[0] = ;":                     {diag.Syntax, "found ; where", 2},
		"Missing x;":                   {diag.Undefined, "type Missing", 2},
		"for (int v : a) {}":           {diag.CUDAConstruct, "range-based for loops are not supported", 2},
		"cub::BlockReduce<int, 32> r;": {diag.NoDeviceFunction, "the library cub is not modelled", 2},
		"int b = a <=> 1;":             {diag.CUDAConstruct, "operators <=> are not supported", 2},
		strings.Repeat("{", 4*limit.Nesting) + strings.Repeat("}", 4*limit.Nesting): {diag.NestingDepth, "too deep", 2},
	} {
		f := parse(t, "__global__ void k(int *a) {\n"+text+"\n}\n__global__ void next() {}")
		decls := own(f)
		b, ok := decls[0].(*Broken)
		if !ok || b.Name != "k" || !b.Kernel || b.Err.Code != want.code || b.Err.Pos.Line != want.line || !strings.Contains(b.Err.Message, want.part) {
			t.Errorf("%.40s: got %+v, want a mistake %s in line %d: %s", text, decls[0], want.code, want.line, want.part)
		}
		if len(decls) != 2 || kernels(f) != "next" {
			t.Errorf("%.40s: got %d declarations, want the mistake and the next kernel", text, len(decls))
		}
	}
}

// TestKernelNames: a kernel is named as in a launch.
func TestKernelNames(t *testing.T) {
	f := parse(t, "namespace N { template<typename T, int n> __global__ void k(T *a) {} }")
	if n, err := f.ParseName("N::k<float, 2 + 3>"); err != nil || show(n) != "N::k<float,(+ 2 3)>" {
		t.Errorf("got %s, %v", show(n), err)
	}
	for _, bad := range []string{"k<", "k<float> x", "3", ""} {
		if n, err := f.ParseName(bad); err == nil {
			t.Errorf("%q is read as %s", bad, show(n))
		}
	}
}

// TestStructs: members have their places, and the reason why kernels cannot use a struct is kept.
func TestStructs(t *testing.T) {
	s, ok := own(parse(t, "struct S { int a, b[2]; static const int n = 3; __device__ S(int x) : a(x) {} __device__ int get() const { return a; } private: float c; };"))[0].(*Struct)
	if !ok || s.Refused != nil {
		t.Fatalf("got %+v", s)
	}
	var fields, methods []string
	for _, f := range s.Fields {
		fields = append(fields, f.Name)
	}
	for _, m := range s.Methods {
		methods = append(methods, m.Name)
	}
	if got := strings.Join(fields, " ") + "; " + strings.Join(methods, " "); got != "a b n c; S get" {
		t.Errorf("got members %s", got)
	}
	if !s.Fields[3].Attrs.Private || s.Fields[0].Attrs.Private {
		t.Error("c alone is private")
	}
	refused, ok := own(parse(t, "struct S { int a; ~S() { a = 0; } };"))[0].(*Struct)
	if !ok || refused.Refused == nil || !strings.Contains(refused.Refused.Message, "destructors") {
		t.Errorf("a struct with a destructor: got %+v", refused)
	}
}

// sample has most constructs once.
const sample = `template<typename T, int n> struct V { T x[n]; __device__ T &operator[](int i) { return x[i]; } };
enum class E : int { a, b = 3 };
namespace N { using U = unsigned; __constant__ U table[4] = {1, 2, 3}; }
template<typename T> __device__ T sum(const T *p, int n) { T s{}; for (int i = 0; i < n; i++) s += p[i]; return s; }
__global__ __launch_bounds__(256, 2) void k(float *__restrict__ a, V<float, 4> v) {
	__shared__ float tile[32][33];
	auto f = [&](int i) -> float { return i > 2 ? v[i] : tile[i][0]; };
	do { switch (threadIdx.x) { case 1: a[0] = f(1); break; default: ; } } while (a[1] < static_cast<float>(N::table[2]));
	if constexpr (sizeof(float) == 4) { a[2] = sum<float>(a, 3); } else goto end;
end: return;
}
int main() { k<<<dim3(1), 32>>>(p, {}); }
`

// TestSpoiltSources: a source that lacks a token, has one twice or ends early is read to its
// end: a mistake never stops the parser.
func TestSpoiltSources(t *testing.T) {
	whole := lex.Preprocess("k.cu", []byte(sample), func(string) ([]byte, error) { return nil, os.ErrNotExist }).Tokens
	if f := Parse(whole); kernels(f) != "k" {
		t.Fatalf("got kernels %q", kernels(f))
	}
	end := whole[len(whole)-1]
	broken := 0
	for i := range whole[:len(whole)-1] {
		if bundled(whole[i].Pos) {
			continue
		}
		for _, tokens := range [][]lex.Token{
			joined(whole[:i], whole[i+1:]), joined(whole[:i+1], whole[i:]), joined(whole[:i], []lex.Token{end}),
		} {
			if kernels(Parse(tokens)) != "k" {
				broken++
			}
		}
	}
	if broken == 0 {
		t.Error("no spoilt source lost its kernel")
	}
}

func joined(a, b []lex.Token) []lex.Token { return append(append([]lex.Token{}, a...), b...) }
