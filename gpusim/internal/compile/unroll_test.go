package compile_test

// What the source says of a loop's unrolling: the number of copies of the load in the loop,
// and whether a loop is left.

import (
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// unrolled are loops in CUDA C. copies counts the loads of y in the code, loops the loops.
var unrolled = []struct {
	name, loop    string
	copies, loops int
}{
	{"no pragma", "for (int i = 0; i < 32; ++i) s += y[i * 32];", 32, 0},
	{"forbidden", "#pragma unroll 1\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 1, 1},
	{"nounroll", "#pragma nounroll\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 1, 1},
	{"bound", "#pragma unroll 4\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 4, 1},
	{"a bound that divides no trip count", "#pragma unroll 5\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 5, 1},
	{"bound above the trip count", "#pragma unroll 64\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 32, 0},
	{"no number", "#pragma unroll\nfor (int i = 0; i < 380; ++i) s += y[i * 32];", 380, 0},
	{"as many without a pragma", "for (int i = 0; i < 380; ++i) s += y[i * 32];", 380, 0},
	{"a bound that the counter meets", "for (int i = 0; i != 760; i += 2) s += y[i * 32];", 380, 0},
	{"a bound that it does not meet", "for (int i = 0; i != 1001; i += 2) s += y[i * 32];", 1, 1},
	{"a number that nvcc ignores", "#pragma unroll 0\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 32, 0},
	{"macro", "#define N 2\n#pragma unroll N * 2\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 4, 1},
	{"operator", "_Pragma(\"unroll 4\") for (int i = 0; i < 32; ++i) s += y[i * 32];", 4, 1},
	{"constant in parentheses", "const int N = 8;\n#pragma unroll (N)\nfor (int i = 0; i < 32; ++i) s += y[i * 32];", 8, 1},
	{"while", "int i = 0;\n#pragma unroll 4\nwhile (i < 32) { s += y[i * 32]; ++i; }", 4, 1},
	{"do", "int i = 0;\n#pragma unroll 4\ndo { s += y[i * 32]; ++i; } while (i < 32);", 4, 1},
	{"trip count of the launch", "#pragma unroll 3\nfor (int i = 0; i < n; ++i) s += y[i * 32];", 3 + 1, 2},
	{"such a loop forbidden", "#pragma unroll 1\nfor (int i = 0; i < n; ++i) s += y[i * 32];", 1, 1},
	{"such a loop without a number", "#pragma unroll\nfor (int i = 0; i < n; ++i) s += y[i * 32];", 16 + 8 + 4 + 1, 3},
	{"barrier", "#pragma unroll 2\nfor (int i = 0; i < n; ++i) { s += y[i * 32]; __syncthreads(); }", 2 + 1, 1},
	{"continue and break", "#pragma unroll 2\nfor (int i = 0; i < n; ++i) { if (s > 9) break; if (s < n) { x[i] = 1; continue; } s += y[i * 32]; }", 2, 1},
	{"outer loop only", "#pragma unroll 2\nfor (int i = 0; i < 8; ++i)\n#pragma unroll 1\nfor (int j = 0; j < 8; ++j) s += y[i * 32 + j];", 2, 3},
	{"inner loop only", "#pragma unroll 1\nfor (int i = 0; i < 8; ++i)\n#pragma unroll\nfor (int j = 0; j < 8; ++j) s += y[i * 32 + j * n];", 8, 1},
	{"outer loop around one of the launch", "#pragma unroll\nfor (int i = 0; i < 4; ++i)\n#pragma unroll 1\nfor (int j = 0; j < n; ++j) s += y[i * 32 + j];", 4, 4},
}

func TestUnrollPragma(t *testing.T) {
	for _, c := range unrolled {
		t.Run(c.name, func(t *testing.T) {
			text := "__global__ void K(float* x, const float* y, int n) {\nfloat s = 0;\n" + c.loop + "\nx[threadIdx.x] = s;\n}\n"
			k := kernelOf(t, "k.cu", text)
			if copies, loops := loads(k), len(k.Loops(k.Dominators())); copies != c.copies || loops != c.loops {
				t.Errorf("%d loads and %d loops, want %d and %d, in\n%s\n%s", copies, loops, c.copies, c.loops, text, k)
			}
		})
	}
}

func kernelOf(t *testing.T, file, text string) *ir.Kernel {
	t.Helper()
	u, err := source.LoadText(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, "K", compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// loads counts the loads of slices.
func loads(k *ir.Kernel) (n int) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Ld && in.Space == ir.Global {
				n++
			}
		}
	}
	return n
}

const unrolledGo = `package k

import "gpucourse/gpusim/gpu"

func sum[T float32 | float64](y []T, n int) (s T) {
	//gpu:unroll 2
	for i := range n {
		s += y[i]
	}
	return s
}

func K(x, y []float32, n int) {
	s := sum(y, n)
	f := func() {
	rows:
		//gpu:unroll 4
		for i := 0; i < 64; i++ {
			for {
				if y[i] > s {
					continue rows
				}
				break
			}
			s *= 3
		}
	}
	f()
	x[0] = s
}
`

// TestUnrollDirective wants the directive in a generic function, a function literal, and
// below a label.
func TestUnrollDirective(t *testing.T) {
	if n := loads(kernelOf(t, "k.go", unrolledGo)); n != 2+1+4 {
		t.Errorf("%d loads, want 7", n)
	}
	for old, message := range map[string]string{"//gpu:unroll 2\n": "//gpu:unroll -3\n", "\tf()\n": "\t//gpu:unroll 2\n\tf()\n"} {
		u, err := source.LoadText("k.go", []byte(strings.Replace(unrolledGo, old, message, 1)))
		if err == nil {
			_, err = compile.Kernel(u, "K", compile.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), "//gpu:unroll") {
			t.Errorf("%q is accepted: %v", message, err)
		}
	}
}

// TestUnrollText wants the mark in the text of the IR, and read again.
func TestUnrollText(t *testing.T) {
	for _, pragma := range []string{"#pragma unroll 1\n", "#pragma unroll\n"} {
		text := "__global__ void K(float* x, int n) {\n" + pragma + "for (int i = 0; i < n; ++i) { x[i] = i; __syncthreads(); } }"
		k := kernelOf(t, "k.cu", text)
		again, err := ir.Parse(k.String())
		if err != nil || again.String() != k.String() || !strings.Contains(k.String(), ".unroll") {
			t.Errorf("%v: read again as\n%s\nwant\n%s", err, again, k)
		}
	}
}
