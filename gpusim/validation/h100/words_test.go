package h100

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/h200"
)

//go:embed words.txt
var wordsText string

// wordsChain is a kernel of words.cu without its clock: rounds of a chain of operations on a type.
const wordsChain = `#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void Chain(unsigned *words, int n) {
	%[1]s *x = (%[1]s *)words;
	%[1]s a = x[threadIdx.x], b = x[threadIdx.x + 32];
	_Pragma("unroll 1") for (int j = 0; j < n; j++) {
		_Pragma("unroll") for (int i = 0; i < %[2]d; i++) { %[3]s; }
	}
	x[threadIdx.x] = a;
}
`

// TestWords compares the cycles per operation of chains with words.txt. Maxima are left out: the device takes two
// of a chain in one instruction, VHMNMX.
func TestWords(t *testing.T) {
	const unrolled, few, many, near = 32, 2, 6, 0.07
	for _, c := range []struct{ name, of, step string }{
		{"dp4a", "int", "a = __dp4a(a, b, a)"}, {"dp4asum", "int", "a = __dp4a(b, b, a)"}, {"prmt", "unsigned", "a = __byte_perm(a, b, 0x2531)"},
		{"mul", "int", "a = a * b"}, {"mad", "int", "a = a * b + a"}, {"fma", "float", "a = a * b + b"},
		{"hadd2", "__half2", "a = __hadd2(a, b)"}, {"hmul2", "__half2", "a = __hmul2(a, b)"}, {"hfma2", "__half2", "a = __hfma2(a, b, b)"},
		{"badd2", "__nv_bfloat162", "a = __hadd2(a, b)"}, {"bmul2", "__nv_bfloat162", "a = __hmul2(a, b)"}, {"bfma2", "__nv_bfloat162", "a = __hfma2(a, b, b)"},
		{"hadd", "__half", "a = __hadd(a, b)"}, {"badd", "__nv_bfloat16", "a = __hadd(a, b)"}, {"bfma", "__nv_bfloat16", "a = __hfma(a, b, b)"},
		{"bconvert", "__nv_bfloat16", "a = __float2bfloat16(__bfloat162float(a) + 1.0f)"}, {"hconvert", "__half", "a = __float2half(__half2float(a) + 1.0f)"},
	} {
		cycles := func(n int32) float64 { return chainCycles(t, fmt.Sprintf(wordsChain, c.of, unrolled, c.step), n) }
		got, want := (cycles(many)-cycles(few))/(unrolled*(many-few)), h200.Rows(wordsText, c.name)[0]["cycles"]
		t.Logf("%-8s %6.2f cycles per operation, measured %.2f", c.name, got, want)
		if math.Abs(got/want-1) > near {
			t.Errorf("%s: %.2f cycles per operation, measured %.2f", c.name, got, want)
		}
	}
}

// chainCycles returns the cycles of one warp in n rounds of the kernel Chain of a text.
func chainCycles(t *testing.T, text string, n int32) float64 {
	t.Helper()
	kernel := kernelOf(t, text)
	dev := gpusim.Must(gpusim.Open("H100"))
	x := gpusim.Must(gpusim.Malloc[uint32](dev, 64))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, n)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}

// kernelOf returns the kernel Chain of a text in CUDA C.
func kernelOf(t *testing.T, text string) *gpusim.Kernel {
	t.Helper()
	file := filepath.Join(t.TempDir(), "chain.cu")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	module, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("Chain")
	if err != nil {
		t.Fatal(err)
	}
	return kernel
}
