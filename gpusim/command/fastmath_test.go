package command

// This file checks -use_fast_math: what becomes of denormal numbers, and which instructions stand
// for functions.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/num/mufu"
)

// fastProgram has a kernel for each expression of x and y. Half of the lanes compute, so that the
// others must keep what they have.
func fastProgram(expressions []string) string {
	var b strings.Builder
	for i, e := range expressions {
		fmt.Fprintf(&b, "__global__ void k%d(float *o, const float *a, const float *b) {\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"+
			"\tfloat x = a[i], y = b[i], r = x;\n\tif (i %% 3) r = %s;\n\to[i] = r;\n}\n", i, e)
	}
	return b.String()
}

// flushed is a number as an operation takes and gives it.
func flushed(x float32) float32 {
	if math.Abs(float64(x)) < 0x1p-126 {
		return float32(math.Copysign(0, float64(x)))
	}
	return x
}

// ofTwo computes with flushed operands and flushes the result.
func ofTwo(f func(x, y float32) float32) func(x, y float32) float32 {
	return func(x, y float32) float32 { return flushed(f(flushed(x), flushed(y))) }
}

// flushCases are expressions and what they are with zeros for denormal numbers.
var flushCases = []struct {
	text string
	want func(x, y float32) float32
}{
	{"x + y", ofTwo(func(x, y float32) float32 { return x + y })},
	{"x - y", ofTwo(func(x, y float32) float32 { return x - y })},
	{"x * y", ofTwo(func(x, y float32) float32 { return x * y })},
	{"x * 0x1p-100f", ofTwo(func(x, _ float32) float32 { return x * 0x1p-100 })},
	{"fmaf(x, 0.5f, y)", ofTwo(func(x, y float32) float32 { return float32(float64(x)*0.5 + float64(y)) })},
	{"-x", ofTwo(func(x, _ float32) float32 { return -x })},
	{"fabsf(y)", ofTwo(func(_, y float32) float32 { return float32(math.Abs(float64(y))) })},
	{"ceilf(x)", ofTwo(func(x, _ float32) float32 { return float32(math.Ceil(float64(x))) })},
	{"x == y ? 1.0f : 2.0f", func(x, y float32) float32 {
		if flushed(x) == flushed(y) {
			return 1
		}
		return 2
	}},
	{"y > 0 ? x : y", func(x, y float32) float32 { // a choice keeps all bits
		if flushed(y) > 0 {
			return x
		}
		return y
	}},
	{"(float)((double)x * 0x1p100)", ofTwo(func(x, _ float32) float32 { return float32(float64(x) * 0x1p100) })},
	{"(float)((double)y * 0x1p-60)", ofTwo(func(_, y float32) float32 { return float32(float64(y) * 0x1p-60) })},
	{"1.0f / x", ofTwo(func(x, _ float32) float32 { return mufu.Rcp(x) })},
	{"sqrtf(x)", ofTwo(func(x, _ float32) float32 { return mufu.Sqrt(x) })},
	{"__int_as_float(__float_as_int(x) ^ 1)", func(x, _ float32) float32 { return math.Float32frombits(math.Float32bits(x) ^ 1) }},
}

// TestFlush: denormal numbers are zeros of their sign for each operation, and only for those.
func TestFlush(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	const n = 1024
	numbers := func() (list []float32) {
		special := []uint32{0, 1 << 31, 1, 0x80000001, 0x7fffff, 0x800000, 0x80800000, 0x3f800000, 0x7f800000, 0x7f7fffff}
		for i := range n {
			bits := r.Uint32()
			if i%2 == 0 {
				bits &= 0x81ffffff // near the denormal numbers
			}
			if i%5 == 0 {
				bits = special[r.IntN(len(special))]
			}
			list = append(list, math.Float32frombits(bits))
		}
		return list
	}
	a, b := numbers(), numbers()
	var expressions []string
	for _, c := range flushCases {
		expressions = append(expressions, c.text)
	}
	write(t, "k.cu", []byte(fastProgram(expressions)))
	write(t, "a.bin", floatBytes(a))
	write(t, "b.bin", floatBytes(b))
	for k, c := range flushCases {
		ran(t, "profile", "-use_fast_math", "-metrics", "inst_executed", "-timing=false", "-grid", "4", "-out", "o=o.bin", "k.cu", fmt.Sprint("k", k), fmt.Sprint("o=", n), "a=a.bin", "b=b.bin")
		data, err := os.ReadFile("o.bin")
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i := range n {
			want := a[i]
			if i%3 != 0 {
				want = c.want(a[i], b[i])
			}
			got := math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
			if same := math.Float32bits(got) == math.Float32bits(want) || got != got && want != want; !same {
				if wrong++; wrong <= 3 {
					t.Errorf("%s of %g and %g: got %g, want %g", c.text, a[i], b[i], got, want)
				}
			}
		}
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func floatBytes(list []float32) (data []byte) {
	for _, x := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

// ran runs a command line and returns its output.
func ran(t *testing.T, words ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := Run(context.Background(), words, &out, &errs); code != 0 {
		t.Fatalf("gpusim %s: exit code %d\n%s%s", strings.Join(words, " "), code, out.String(), errs.String())
	}
	return out.String()
}

// fastCode has the float instructions of nvcc's machine code for expressions, in the names that
// our instructions have.
var fastCode = map[string]string{
	"x / y": "rcp mul", "1.0f / x": "rcp", "x / 3.0f": "mul", "sqrtf(x)": "sqrt", "rsqrtf(x)": "rsqrt", "1.0f / sqrtf(x)": "rsqrt",
	"expf(x)": "mul ex2", "exp2f(x)": "ex2", "exp10f(x)": "mul ex2", "logf(x)": "lg2 mul", "log2f(x)": "lg2", "log10f(x)": "lg2 mul",
	"powf(x, y)": "lg2 mul ex2", "tanhf(x)": "tanh", "1.0f / (1.0f + expf(-x))": "mul ex2 add rcp", "x / y + 1.0f": "rcp fma",
	"__expf(x)": "mul ex2", "__fdividef(x, y)": "rcp mul",
}

// machineNames are our names of the float instructions of machine code.
var machineNames = map[string]string{
	"MUFU.RCP": "rcp", "MUFU.SQRT": "sqrt", "MUFU.RSQ": "rsqrt", "MUFU.EX2": "ex2", "MUFU.LG2": "lg2", "MUFU.TANH": "tanh", "FMUL.FTZ": "mul", "FADD.FTZ": "add", "FFMA.FTZ": "fma",
}

// ourFloat matches a float instruction as compile -ir prints it.
var ourFloat = regexp.MustCompile(`(?m)^\s+(rcp|sqrt|rsqrt|ex2|lg2|tanh|mul|add|sub|fma|div|sin|cos)[.\w]*\.f32 `)

// TestFastCode: functions are the instructions that nvcc's machine code has.
func TestFastCode(t *testing.T) {
	t.Chdir(t.TempDir())
	expressions := slices.Sorted(func(yield func(string) bool) {
		for e := range fastCode {
			if !yield(e) {
				return
			}
		}
	})
	text := ""
	for i, e := range expressions {
		text += fmt.Sprintf("extern \"C\" __global__ void k%d(float *o, const float *a, const float *b) { int i = threadIdx.x; float x = a[i], y = b[i]; o[i] = %s; }\n", i, e)
	}
	write(t, "k.cu", []byte(text))
	for i, e := range expressions {
		var got []string
		for _, m := range ourFloat.FindAllStringSubmatch(ran(t, "compile", "-use_fast_math", "-ir", "k.cu", fmt.Sprint("k", i)), -1) {
			got = append(got, m[1])
		}
		if want := fastCode[e]; strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", e, got, want)
		}
	}
	t.Run("nvcc", func(t *testing.T) { machineCode(t, expressions) })
}

// machineCode compares fastCode with nvcc, where it is installed.
func machineCode(t *testing.T, expressions []string) {
	nvcc, err := exec.LookPath("nvcc")
	dump, none := exec.LookPath("cuobjdump")
	if err != nil || none != nil {
		t.Skip("nvcc and cuobjdump are not installed")
	}
	if out, err := exec.CommandContext(t.Context(), nvcc, "-arch=sm_90", "-use_fast_math", "-w", "-cubin", "-o", "k.cubin", "k.cu").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, e := range expressions {
		out, err := exec.CommandContext(t.Context(), dump, "-sass", "-fun", fmt.Sprint("k", i), "k.cubin").Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, word := range strings.Fields(string(out)) {
			if name := machineNames[word]; name != "" {
				got = append(got, name)
			}
		}
		if want := fastCode[e]; strings.Join(got, " ") != want {
			t.Errorf("%s: nvcc has %v, want %s", e, got, want)
		}
	}
}
