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

// fastFunctions are in the order of fast.txt. units is how far the two may be apart in the
// last place; absolute how far otherwise, near the zeros of a sine.
var fastFunctions = []struct {
	name     string
	f        func(x, y float32) float32
	units    int64
	absolute float64
}{
	{"__sinf", func(x, _ float32) float32 { return num.FastSin(x) }, 0, 0x1p-21},
	{"__cosf", func(x, _ float32) float32 { return num.FastCos(x) }, 0, 0x1p-21},
	{"__tanf", nil, 0, 0}, // a quotient of the two
	{"__expf", func(x, _ float32) float32 { return num.FastExp(x) }, 2, 0},
	{"__logf", func(x, _ float32) float32 { return num.FastLog(x) }, 2, 0x1p-22},
	{"__log2f", func(x, _ float32) float32 { return num.FastLog2(x) }, 2, 0x1p-22},
	{"__log10f", func(x, _ float32) float32 { return num.FastLog10(x) }, 2, 0x1p-22},
	{"__powf", func(x, y float32) float32 { return num.FastPow(x, y) }, 256, 0},
	{"__fdividef", num.FastDivide, 2, 0},
	{"__frsqrt_rn", func(x, _ float32) float32 { return num.Rsqrt(x) }, 0, 0},
	{"__saturatef", func(x, _ float32) float32 { return num.Saturate(x) }, 0, 0},
	{"__exp10f", func(x, _ float32) float32 { return num.FastExp10(x) }, 2, 0},
}

func TestFastFunctions(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(fastText), "\n")
	for i, line := range lines[:len(lines)-1] {
		fields := strings.Fields(line)
		x, y := floatOf(t, fields[0]), floatOf(t, strings.Fields(lines[i+1])[0])
		for k, f := range fastFunctions {
			if f.f == nil {
				continue
			}
			got, want := f.f(x, y), floatOf(t, fields[k+1])
			near := apart(got, want) <= f.units || math.Abs(float64(got)-float64(want)) <= f.absolute
			if !near && (got == got || want == want) {
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

// apart returns how many floats lie between two numbers.
func apart(x, y float32) int64 {
	order := func(x float32) int64 {
		if b := math.Float32bits(x); b>>31 == 1 {
			return -int64(b & math.MaxInt32)
		}
		return int64(math.Float32bits(x))
	}
	d := order(x) - order(y)
	return max(d, -d)
}
