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

//go:embed half.txt
var halfText string

// halfChain is a kernel of half.cu without its clock: a chain of a number of operations.
const halfChain = `#include <cuda_fp16.h>
__global__ void Chain(unsigned short *x, int n) {
	__half a = __ushort_as_half(x[threadIdx.x]), b = __ushort_as_half(x[threadIdx.x + 32]);
	for (int j = 0; j < n; j++) {
		_Pragma("unroll") for (int i = 0; i < %d; i++) { %s; }
	}
	x[threadIdx.x] = __half_as_ushort(a);
}
`

// TestHalfPrecision compares the cycles per operation of chains with half.txt. Operations on two
// numbers per lane are not modelled as one instruction, and other functions go by way of floats.
func TestHalfPrecision(t *testing.T) {
	const unrolled, few, many, near = 128, 2, 6, 0.03
	for _, c := range []struct{ name, step string }{
		{"add", "a = __hadd(a, b)"}, {"mul", "a = __hmul(a, b)"}, {"fma1", "a = __hfma(a, b, b)"},
		{"convert", "a = __float2half(__half2float(a) + 1.0f)"},
	} {
		cycles := func(n int32) float64 { return chainCycles(t, fmt.Sprintf(halfChain, unrolled, c.step), n) }
		got, want := (cycles(many)-cycles(few))/(unrolled*(many-few)), h200.Rows(halfText, c.name)[0]["cycles"]
		if math.Abs(got/want-1) > near {
			t.Errorf("%s: %.2f cycles per operation, measured %.2f", c.name, got, want)
		}
	}
}

// chainCycles returns the cycles of one warp in n rounds of the kernel Chain of a text.
func chainCycles(t *testing.T, text string, n int32) float64 {
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
	dev := gpusim.Must(gpusim.Open("H100"))
	x := gpusim.Must(gpusim.Malloc[uint16](dev, 64))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, n)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}
