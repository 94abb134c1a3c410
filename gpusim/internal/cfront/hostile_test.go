package cfront_test

// This file reads sources that describe more than a compiler can hold. Each must be
// refused by name and line.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gpucourse/gpusim"
)

// deep stands n texts before an inner one, and n behind it.
func deep(n int, before, inner, behind string) string {
	return strings.Repeat(before, n) + inner + strings.Repeat(behind, n)
}

// doubling defines macros A0 to An, each twice the one before.
func doubling(first string, n int) string {
	text := "#define A0 " + first + "\n"
	for i := range n {
		text += fmt.Sprintf("#define A%d A%d A%d\n", i+1, i, i)
	}
	return text
}

const plainKernel = "\n__global__ void K(int *a) { a[0] = 1; }\n"

// inKernel puts statements into a kernel.
func inKernel(body string) string { return "__global__ void K(int *a) { " + body + " }\n" }

// numbered repeats a text with the numbers below n.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, text, i)
	}
	return b.String()
}

// chained repeats a text with the numbers from 1 to n and the one before each.
func chained(n int, text string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, text, i+1, i)
	}
	return b.String()
}

var hostile = []struct{ name, text, want string }{
	{"a function template that grows", "template <class T> struct P { T a, b; };\ntemplate <class T> __device__ int f(T x) { P<T> p; return f(p); }\n" + inKernel("a[0] = f(1);"), "struct P has more than 1024 fields"},
	{"a type name that doubles", "template <class A, class B> struct P { A *a; B *b; };\ntemplate <class T> __device__ int f(T *x) { return f((P<T, T>*)0); }\n" + inKernel("a[0] = f(a);"), "name of more than 4096 bytes"},
	{"a template without an end", "template <int N> __device__ int f() { return f<N + 1>(); }\n" + inKernel("a[0] = f<0>();"), "more instances than the compiler makes"},
	{"structs that double", "template <int N> struct S { S<N - 1> a, b; }; template <> struct S<0> { int a; };\n" + inKernel("S<60> s; a[0] = 1;"), "has more than 1024 fields"},
	{"a pipe", "#include \"pipe\"" + plainKernel, "no regular file"},
	{"a device", "#include \"/dev/zero\"" + plainKernel, "no regular file"},
	{"a file that includes itself", "#include \"k.cu\"" + plainKernel, "includes itself"},
	{"a switch", inKernel("switch (a[1]) {" + strings.Repeat("case 1: ", 20000) + "}"), "more than 2048 cases"},
	{"macros that double", doubling("a[0]++;", 30) + inKernel("A30"), "more than 524288 tokens"},
	{"macros in arguments", "#define F(x) x x\n" + inKernel(deep(30, "F(", "a[0]++;", ")")), "macros write more than 4194304 tokens"},
	{"names that double", "#define C(x) x##x\n#define E(x) C(x)\n" + inKernel("a[0] = "+deep(40, "E(", "a", ")")+";"), "a token of more than 65536 bytes"},
	{"texts that double", "#define S(x) #x\n#define T(x) S(x)\n" + inKernel("printf("+deep(40, "T(", `"a"`, ")")+");"), "a token of more than 65536 bytes"},
	{"a long file", inKernel(strings.Repeat("a[0] += a[1];", 100000)), "more than 524288 tokens"},
	{"parentheses", inKernel("a[0] = " + deep(50000, "(", "1", ")") + ";"), "too deep to be read"},
	{"signs", inKernel("a[0] = " + deep(50000, "- ", "1", "") + ";"), "too deep to be read"},
	{"blocks", inKernel(deep(50000, "{", "a[0] = 1;", "}")), "too deep to be read"},
	{"else", inKernel(deep(5000, "if (a[1]) a[0] = 1; else ", "a[0] = 2;", "")), "too deep to be read"},
	{"lists", inKernel("int b[1] = " + deep(50000, "{", "1", "}") + ";"), "too deep to be read"},
	{"closures", inKernel(deep(3000, "auto f = [&]() {", "a[0] = 1;", "};")), "too deep to be read"},
	{"template arguments", "template <class T> struct P { T a; };\n" + inKernel(deep(5000, "P<", "int", ">")+" p;"), "more than 16 lists of template arguments"},
	{"selectors", "struct S { int v; __device__ S &m() { return *this; } };\n" + inKernel("S s; a[0] = s"+strings.Repeat(".m()", 50000)+".v;"), "too deep"},
	{"a sum", inKernel("a[0] = a[1]" + strings.Repeat(" + a[1]", 50000) + ";"), "too deep"},
	{"a list for a local array", inKernel("int t[100000] = {" + strings.Repeat("1,", 100000) + "};"), "has 100000 values"},
	{"calls that double behind branches", "template <int N> __device__ int f(int x) { if (x > N) return f<N-1>(x+1) + f<N-1>(x-1); return 1; } template <> __device__ int f<0>(int x) { return x; }\n" + inKernel("a[0] = f<100>(a[1]);"), "is too large"},
	{"extents of arrays", inKernel("int t" + strings.Repeat("[1]", 100000) + "; a[0] = 1;"), "too deep to be read"},
	{"an array of arrays", inKernel("__shared__ int s[65536][65536][65536][65536]; s[0][0][0][a[0]] = 1;"), "an array of 65536 elements of 17179869184 bytes is larger than"},
	{"an array of structs", "struct S { int b[1 << 28]; };\nstruct T { S c[1 << 28]; };\n" + inKernel("a[0] = sizeof(T);"), "elements of 1073741824 bytes is larger than"},
	{"a wide number", inKernel(`printf("%-999999999d", a[0]);`), "the format asks for 999999999 characters or digits"},
	{"many digits", inKernel(`printf("%%%.99999999999999999999e", 1.5);`), "the format asks for 99999999999999999999 characters or digits"},
	{"functions behind one another", "__device__ int f0(int v) { return v; }\n" + chained(130, "__device__ int f%d(int v) { return f%d(v); }\n") + inKernel("a[0] = f130(a[1]);"), "function f10 stands behind 120 others"},
	{"structs behind one another", "struct S0 { int v; };\n" + chained(130, "struct S%d { S%d v; };\n") + inKernel("S130 s; a[0] = sizeof(s);"), "struct S10 stands behind 120 others"},
	{"many functions", numbered(2100, "__device__ int f%d(int v) { return v; }\n") + inKernel(numbered(2100, "a[0] += f%d(a[1]);\n")), "one more than the 2000 functions, or structs, that a kernel may have"},
	{"kernels", plainKernel + numbered(1001, "__global__ void K%d(int *a) { a[0] = 1; }\n"), "the source has 1002 kernels"},
	{"a loop for a constant", "__host__ __device__ constexpr int f(int n) { while (true) n++; return n; }\n" + inKernel("int b[f(1)];"), "more than 1048576 steps"},
	{"arrays for a constant", "__host__ __device__ constexpr int g(int n) { int a[60000] = {}; for (int i = 0; i < 60000; i++) a[i] = i; return n ? g(n - 1) + a[n] : 0; }\n" + inKernel("constexpr int z = g(500); a[0] = z;"), "more than 1048576 steps"},
	{"aliases behind one another", "typedef int T0;\n" + chained(2000, "typedef T%[2]d T%[1]d;\n") + inKernel("T2000 x = 1; a[0] = x;"), "stands behind 120 others, or refers to itself"},
	{"structs that name one another", "template <int N> struct A { using t = typename A<N - 1>::t; }; template <> struct A<0> { using t = int; };\n" + inKernel("A<100000>::t x = 1; a[0] = x;"), "k.cu:"},
	{"parameters of a macro", "#define F(" + numbered(50000, "p%d,") + "p) 1" + plainKernel, "macro F has more than 1024 parameters"},
	{"lists of arguments that double", "#define F(x, ...) x __VA_ARGS__\n#define G(...) F(__VA_ARGS__, __VA_ARGS__)\n" + inKernel(deep(20, "G(", "a[0]++;", ")")), "macros write more than 4194304 tokens"},
	{"a first value of a million numbers", "__constant__ int c[1000000] = {" + strings.Repeat("1,", 1000000) + "};\n" + inKernel("a[0] = c[a[1]];"), "more than 524288 tokens"},
	{"recursion for a constant", "__host__ __device__ constexpr int f(int n) { return f(n + 1); }\n" + inKernel("int b[f(1)];"), "calls itself more than 512 times"},
}

func TestHostile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(dir, "k.cu")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := gpusim.LoadFile(file)
			if err == nil {
				_, err = m.Kernel("K")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "k.cu:") {
				t.Errorf("got error %.300v, want one with the place in k.cu and %q", err, c.want)
			}
		})
	}
}
