package compile_test

// This file compiles CUDA C: what is refused, the speed, and hostile text.

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// cudaMistakes returns what is wrong with kernel K of a text in CUDA C.
func cudaMistakes(t testing.TB, text string) diag.List {
	t.Helper()
	u, err := source.LoadText("k.cu", []byte(text))
	if err == nil {
		_, err = compile.Kernel(u, "K", compile.Options{})
	}
	var list diag.List
	if err != nil && !errors.As(err, &list) {
		t.Fatalf("got a %T, want a diag.List: %v", err, err)
	}
	return list
}

// refusedCUDA are kernels with one mistake each: where it is, and a part of the message.
var refusedCUDA = []struct{ text, at, message string }{
	{"union U { float f; int i; };\n__global__ void K(float* x) { U u; u.f = x[0]; }", "1:7", "unions are not supported"},
	{"__global__ void K(float* x) {\n  goto end;\nend: x[0] = 1; }", "2:3", "goto"},
	{"__global__ void K(int* x) { asm(\"mov\"); }", "1:29", "asm"},
	{"__global__ void K(float** x) { x[0][1] = 2; }", "1:27", "pointer to pointers"},
	{"__global__ void K(float* x) { x[0] = y; }", "1:38", "undefined: y"},
	{"#include \"lost.h\"\n__global__ void K(float* x) { x[0] = SCALE; }", "2:38", "undefined: SCALE"},
	{"__global__ void K(float* x, int n) { float a[n]; x[0] = a[0]; }", "1:46", "not constant"},
	{"float host(float a) { return a; }\n__global__ void K(float* x) { x[0] = host(1); }", "2:38", "belongs to the host"},
	{"int total;\n__global__ void K(int* x) { x[0] = total; }", "1:5", "variable of the host"},
	{"__global__ void K(const float* x) { x[0] = 1; }", "1:38", "is const"},
	{"__global__ void K(float* x) { x = 1.5f; x.y = 2; }", "1:35", "cannot become"},
	{"struct S { int a; };\n__global__ void K(int* x) { S s; x[0] = s.b; }", "2:43", "no field b"},
	{"__device__ int f(int a, int b) { return a; }\n__global__ void K(int* x) { x[0] = f(1); }", "2:36", "cannot be called"},
	{"__global__ void K(int* x) { x[0] = 1 << 40; }", "1:38", "32 bits"},
	{"__global__ void K(int* x) { threadIdx.x = 3; }", "1:39", "cannot be assigned"},
	{"__global__ void K(int* x) { x[0] = clock64(); }", "1:36", "clock64"},
	{"__global__ void K(int* x) { __half h; }", "1:29", "__half"},
	{"template <int N> __device__ int f() { return f<N + 1>(); }\n__global__ void K(int* x) { x[0] = f<0>(); }", "1:33", "more instances"},
	{"class A {}; class B : virtual A { public: int i; };\n__global__ void K(int* x) { B b; x[0] = b.i; }", "1:21", "base classes"},
	{"struct B { int i; __device__ virtual int f() { return i; } };\n__global__ void K(int* x) { B b; x[0] = b.f(); }", "1:30", "virtual methods"},
	{"__global__ void K(int* x) { int a = 1 x[0] = a; }", "1:39", "found x"},
	{"#if FOO(\n#endif\n__global__ void K(int* x) {}", "1:2", "cannot be computed"},
	{"#error stop\n__global__ void K(int* x) {}", "1:2", "#error stop"},
	{"__global__ void K(int* x) { for (int v : x) {} }", "1:29", "range-based for loops"},
	{"__global__ void K(int* x) { int* p = new int; }", "1:38", "new"},
	{"__constant__ int c[2];\n__global__ void K(int* x) { c[0] = x[0]; }", "2:30", "constant memory"},
	{"__global__ void K(int* x) { printf(\"%s\", 1); }", "1:36", "%s"},
	{"#include <cooperative_groups.h>\n__global__ void K(int* x) { cooperative_groups::this_grid().sync(); }", "2:65", "grid_group::sync is not modelled"},
	{"__global__ void K(int* x) { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c; }", "1:60", "the library wmma"},
	{"__global__ void K(int* x) { typedef cub::BlockReduce<int, 128> R; }", "1:37", "the library cub"},
	{"__global__ void K(Lost* x, const float* y) { x[0] = y[0]; }", "1:19", "undefined: type Lost"},
	{"__device__ void f() { asm(\"x\"); }\n__global__ void K(int* x) { f(); }", "1:23", "asm"},
	{"texture<float, 1> tex;\n__global__ void K(float* x) { x[0] = tex1Dfetch(tex, 1); }", "1:1", "texture references"},
	{"struct S { int a; __device__ void f() { asm(\"x\"); } };\n__global__ void K(int* x) { S s; s.f(); }", "1:41", "asm"},
	{"__global__ void K(float* x) { x[0] = texCubemap<float>(3, 1, 1, 1); }", "1:38", "texCubemap"},
	{"struct S { int v[]; };\n__global__ void K(int* x) { S s = {}; x[0] = s.v[0]; }", "1:16", "no length"},
	{"__global__ void K(int* x) { int a[2][] = {}; x[0] = a[0][0]; }", "1:34", "rows"},
	{"__global__ void K(int* x) { auto f = [&] <int N>(int v) { return N * v; }; x[0] = f(1); }", "1:42", "a lambda with template parameters"},
	{"template <class T> __global__ void K(T* x) { x[0] = 1; }", "1:36", "is a template"},
}

func TestRefusedCUDA(t *testing.T) {
	for _, c := range refusedCUDA {
		list := cudaMistakes(t, c.text)
		if len(list) == 0 {
			t.Errorf("no mistake in\n%s", c.text)
			continue
		}
		d := list[0]
		if strings.Contains(d.Error(), "gpu.") {
			t.Errorf("%v speaks of Go", d)
		}
		if !strings.Contains(d.Error(), "k.cu:"+c.at+":") || !strings.Contains(d.Message, c.message) || d.Hint == "" {
			t.Errorf("got %v (%s), want %s: …%s…, in\n%s", d, d.Hint, c.at, c.message, c.text)
		}
	}
}

// TestCUDALines wants the instructions of a kernel at the lines of its source, those of
// a function from an included file too.
func TestCUDALines(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"k.cu":  "#include \"f.cuh\"\n__global__ void K(float* x) {\n  x[threadIdx.x] =\n    f(x[1]);\n}\n",
		"f.cuh": "__device__ float f(float a) {\n  return a * 3;\n}\n",
	} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	u, err := source.LoadFile(dir+"/k.cu", source.Module)
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, "K", compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range k.Frames[1:] {
		seen[strings.TrimPrefix(f.Pos.String(), dir+"/")+" "+u.Line(f.Pos)] = true
	}
	for _, want := range []string{"f.cuh:2:12   return a * 3;", "k.cu:3:4   x[threadIdx.x] =", "k.cu:4:8     f(x[1]);"} {
		if !seen[want] {
			t.Errorf("no instruction at %q; they are at %v", want, seen)
		}
	}
}

// FuzzCUDA compiles any text: it gives a kernel or named mistakes.
func FuzzCUDA(f *testing.F) {
	for _, c := range refusedCUDA {
		f.Add(c.text)
	}
	f.Add("template <typename T, int N> struct A { T v[N]; __device__ T& operator[](int i) { return v[i]; } };\n__global__ void K(float* x) { A<float, 3> a = {1}; a[0] += x[0]++ ? 1 : 2; auto [p] = a; x[1] = a[2] && (x[2] = 3); }")
	f.Add("#define M(a, ...) a##b(__VA_ARGS__)\n#if defined(X) || 1\n__global__ void K(int* x) { switch (x[0]) { case 1: x[1] = M(, 2); default: break; } do x++; while (*x); }\n#endif")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		for _, d := range cudaMistakes(t, text) {
			if d.Message == "" || d.Code == "" {
				t.Errorf("a mistake without a name: %v", d)
			}
		}
	})
}

// cudaInstances returns the kernels of a source, templates with the first arguments that fit.
func cudaInstances(b *testing.B, u source.Unit) (names []string) {
	b.Helper()
	for _, name := range u.Kernels() {
		if !u.Generic(name) {
			names = append(names, name)
			continue
		}
		for _, args := range []string{"<16>", "<float>", "<float,1>", "<P4>", "<16,0>", "<S16,1>"} {
			if _, err := u.Lower(name+args, false); err == nil {
				names = append(names, name+args)
				break
			}
		}
	}
	return names
}

// BenchmarkCUDA reads the measured kernels and lowers all of them, each template for one
// set of arguments.
func BenchmarkCUDA(b *testing.B) {
	const path = "../../validation/h200/cases/visible.cu"
	u, err := source.LoadFile(path, source.Module)
	if err != nil {
		b.Fatal(err)
	}
	names := cudaInstances(b, u)
	for b.Loop() {
		u, err := source.LoadFile(path, source.Module)
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range names {
			if _, err := u.Lower(name, false); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(names)), "kernels")
	b.ReportMetric(float64(len(u.Kernels())), "declared")
}
