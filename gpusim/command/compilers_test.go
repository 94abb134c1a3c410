package command

// This file launches kernels that the simulator's own front end refuses and nvcc compiles.

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
)

// TestCompilers: a kernel is compiled by a real compiler where the own front end refuses it, or where
// the compiler is asked for, and its parameters have the names of the source.
func TestCompilers(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"goto":         {"__global__ void k(int *out, int n) { int i = 0; again: i++; if (i < n) goto again; out[threadIdx.x] = i; }", "5 5 5"},
		"range for":    {"__global__ void k(int *out, int n) { int t[] = {1, 2, n}, s = 0; for (int v : t) s += v; out[threadIdx.x] = s; }", "8 8 8"},
		"assembler":    {"__global__ void k(int *out, int n) { int l; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(l)); out[threadIdx.x] = l + n; }", "5 6 7"},
		"library":      {"#include <cuda/std/array>\n__global__ void k(int *out, int n) { cuda::std::array<int, 2> b{n, n}; out[threadIdx.x] = b[0] + b[1]; }", "10 10 10"},
		"own template": {"template <int N> __global__ void k(int *out, int n) { out[threadIdx.x] = N + n; }", "21 21 21"},
	} {
		for _, compiler := range []string{"nvcc", "clang"} {
			t.Run(compiler+" "+name, func(t *testing.T) {
				needsCompiler(t, compiler)
				t.Chdir(t.TempDir())
				if err := os.WriteFile("k.cu", []byte(c.text), 0o644); err != nil {
					t.Fatal(err)
				}
				kernel, asked := "k", compiler
				if strings.HasPrefix(c.text, "template") {
					kernel = "k<16>" // the file has no instance of it
				} else if compiler == "nvcc" {
					asked = "any"
				}
				var stdout, stderr bytes.Buffer
				if code := Run(t.Context(), []string{"profile", "-compiler", asked, "-grid", "1", "-block", "32", "-print", "out:3", "k.cu", kernel, "out=32", "n=5"}, &stdout, &stderr); code != exitOK {
					t.Fatalf("exit code %d: %s", code, stderr.String())
				}
				for _, want := range []string{"compiled by " + compiler, "elements: " + c.want, "k.cu:"} {
					if !strings.Contains(stdout.String(), want) {
						t.Errorf("the report lacks %q:\n%.600s", want, stdout.String())
					}
				}
			})
		}
	}
}

// needsCompiler skips a test without a real compiler and what it needs.
func needsCompiler(t *testing.T, name string) {
	t.Helper()
	for _, s := range toolchain.Sets {
		if (s.Name == name || s.Name == "headers" && name == "clang") && s.Missing() {
			t.Skip(s.Name + " is not installed; .ci/run installs it")
		}
	}
}

// TestMistakesOfClang: what clang refuses is a mistake of the source, at its place.
func TestMistakesOfClang(t *testing.T) {
	needsCompiler(t, "clang")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("k.cu", []byte("__global__ void k(int *out) {\n\tout[0] = missing;\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := Run(t.Context(), []string{"profile", "-compiler", "clang", "-grid", "1", "k.cu", "k", "out=32"}, &stdout, &stderr)
	if want := "k.cu:2:11: clang: use of undeclared identifier 'missing'"; code == exitOK || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit code %d, want %q:\n%s", code, want, stderr.String())
	}
}

// TestCompare: a kernel is shown as each half of both compilers has it, by line.
func TestCompare(t *testing.T) {
	if !toolchain.Find("nvcc").Found() {
		t.Skip("nvcc is not installed; .ci/run installs it")
	}
	t.Chdir(t.TempDir())
	const text = "__global__ void k(float *x, int n) {\n\tfor (int i = threadIdx.x; i < n; i += 64)\n\t\tx[i] *= 2;\n}\n"
	if err := os.WriteFile("k.cu", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), []string{"compile", "-compare", "k.cu"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	for _, want := range []string{`own +own +\d+`, `own +ptxas +\d+`, `nvcc +own +\d+`, `nvcc +ptxas +\d+`, `3 +(\d+ )?ld.global.4, (\d+ )?st.global.4 +(\d+ )?ld.global.4, .* x\[i\] \*= 2;`} {
		if !regexp.MustCompile(want).Match(stdout.Bytes()) {
			t.Errorf("no line is like %s:\n%s", want, stdout.String())
		}
	}
}
