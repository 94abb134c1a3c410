package h100

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/h200"
)

//go:embed chains.cu
var chainsSource string

//go:embed chains.txt
var chainsText string

// chainKernel is the kernel of chains.cu without its clock.
const chainKernel = `typedef unsigned long long u64;
typedef long long s64;
typedef unsigned u32;
__global__ void Chain(%[1]s *out, int n, %[1]s x) {
	%[1]s v0 = (%[1]s)(%[2]s) + (%[1]s)threadIdx.x / 64, v1 = v0 + 1, v2 = v0 + 2, v3 = v0 + 3;
#pragma unroll 1
	for (int i = 0; i < n; i++) {
#pragma unroll
		for (int j = 0; j < 4; j++) {
			%[3]s
		}
	}
	out[threadIdx.x] = %[4]s;
}
`

// chainRows finds the rows of chains.cu: name, type, first value, step.
var chainRows = regexp.MustCompile(`(?m)^  ROW\((\w+), (\w+), ([^,]+), (.+)\)(?: \\)?$`)

// chainDeviations has rows and why the simulator does not come near them.
var chainDeviations = map[string]string{
	"fexp":       "a negation is an instruction",
	"fexp10":     "a negation is an instruction",
	"fexp2":      "ptxas knows that a power of two is positive",
	"ffloor":     "two conversions of a warp are 12 cycles apart, here 11",
	"fround":     "it has the times of rsqrtf",
	"drsqrt":     "it is a square root and a reciprocal",
	"uldivsmall": "all quotients take as long as those of long numbers",
}

// TestFunctionChains compares the cycles per step of chains of functions with chains.txt.
func TestFunctionChains(t *testing.T) {
	const near = 0.1
	for _, row := range chainRows.FindAllStringSubmatch(chainsSource, -1) {
		name, typ, first, next := row[1], row[2], row[3], row[4]
		want := h200.Rows(chainsText, name)[0]
		one, all := stepOf(next, "v0"), ""
		for _, v := range []string{"v0", "v1", "v2", "v3"} {
			all += stepOf(next, v)
		}
		far := false
		for _, c := range []struct {
			key, body, sum string
			warps          int
		}{{"one1", one, "v0", 1}, {"four1", all, "v0 + v1 + v2 + v3", 1}, {"one32", one, "v0", 32}} {
			got := functionCycles(t, typ, fmt.Sprintf(chainKernel, typ, first, c.body, c.sum), c.warps)
			ratio := got / want[c.key]
			t.Logf("%-10s %-5s %8.1f cycles per step, measured %8.1f: %.3f", name, c.key, got, want[c.key], ratio)
			if math.Abs(ratio-1) <= near {
				continue
			}
			far = true
			if chainDeviations[name] == "" {
				t.Errorf("%s %s: %.1f cycles per step, measured %.1f", name, c.key, got, want[c.key])
			}
		}
		if chainDeviations[name] != "" && !far {
			t.Errorf("%s: all of it is near; its deviation need not be listed", name)
		}
	}
}

// stepOf returns a step of chains.cu as a statement about a variable.
func stepOf(next, variable string) string {
	return variable + " = " + regexp.MustCompile(`\bv\b`).ReplaceAllString(next, variable) + ";"
}

// functionCycles returns the cycles per step of a block of some warps.
func functionCycles(t *testing.T, typ, text string, warps int) float64 {
	t.Helper()
	const few, many, unrolled = 2, 6, 4
	kernel := kernelOf(t, text)
	took := func(n int32) float64 {
		switch typ {
		case "float":
			return launchChain(t, kernel, warps, n, float32(1.5))
		case "double":
			return launchChain(t, kernel, warps, n, 1.5)
		case "int":
			return launchChain(t, kernel, warps, n, int32(1))
		case "u32":
			return launchChain(t, kernel, warps, n, uint32(1))
		case "s64":
			return launchChain(t, kernel, warps, n, int64(1))
		}
		return launchChain(t, kernel, warps, n, uint64(1))
	}
	return (took(many) - took(few)) / (unrolled * (many - few))
}

// launchChain returns the cycles of a launch of a chain.
func launchChain[T float32 | float64 | int32 | uint32 | int64 | uint64](t *testing.T, kernel any, warps int, n int32, x T) float64 {
	t.Helper()
	dev := gpusim.Must(gpusim.Open("H100"))
	out := gpusim.Must(gpusim.Malloc[T](dev, warps*32))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(warps * 32)}, out, n, x)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}
