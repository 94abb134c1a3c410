package h100

// This file compares the fast functions of floats with what an H100 computed.

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/num"
)

//go:embed fast.txt
var fastText string

// fastFunctions are in the order of fast.txt.
var fastFunctions = []struct {
	name string
	f    func(x, y float32) float32
}{
	{"__sinf", func(x, _ float32) float32 { return num.FastSin(x) }},
	{"__cosf", func(x, _ float32) float32 { return num.FastCos(x) }},
	{"__tanf", func(x, _ float32) float32 { return num.FastTan(x) }},
	{"__expf", func(x, _ float32) float32 { return num.FastExp(x) }},
	{"__logf", func(x, _ float32) float32 { return num.FastLog(x) }},
	{"__log2f", func(x, _ float32) float32 { return num.ScaledLog2(x) }},
	{"__log10f", func(x, _ float32) float32 { return num.FastLog10(x) }},
	{"__powf", num.FastPow},
	{"__fdividef", num.FastDivide},
	{"__frsqrt_rn", func(x, _ float32) float32 { return num.Rsqrt(x) }},
	{"__saturatef", func(x, _ float32) float32 { return num.Saturate(x) }},
	{"__exp10f", func(x, _ float32) float32 { return num.FastExp10(x) }},
}

func TestFastFunctions(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(fastText), "\n")
	for i, line := range lines[:len(lines)-1] {
		fields := strings.Fields(line)
		x, y := floatOf(t, fields[0]), floatOf(t, strings.Fields(lines[i+1])[0])
		for k, f := range fastFunctions {
			got, want := f.f(x, y), floatOf(t, fields[k+1])
			if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
				t.Errorf("%s of %g, %g: got %g, measured %g", f.name, x, y, got, want)
			}
		}
	}
}

func floatOf(t *testing.T, hex string) float32 {
	t.Helper()
	bits, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return math.Float32frombits(uint32(bits))
}
