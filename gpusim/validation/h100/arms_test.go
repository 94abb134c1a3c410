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

//go:embed arms.cu
var armsSource string

//go:embed arms.txt
var armsText string

// TestArms compares the cycles per iteration of a warp with arms.txt.
func TestArms(t *testing.T) {
	const few, many, near = 2, 10, 0.1
	for _, name := range []string{"ifdiv", "divsqrt", "divdiv", "mandel", "mandelbreak"} {
		body := regexp.MustCompile(`(?s)KERNEL\(` + name + `\) \{ BEGIN(.*?) END \}`).FindStringSubmatch(armsSource)[1]
		kernel := kernelOf(t, "__global__ void Chain(float *out, int n, float x, int half) {\n	float v = 1.3f + threadIdx.x % 32 / 64.0f; int lane = threadIdx.x % 32;\n"+body+"\n	out[threadIdx.x] = v;\n}\n")
		for _, half := range []int32{0, 16, 32} {
			rows := h200.Rows(armsText, fmt.Sprintf("%s half=%d", name, half))
			if len(rows) == 0 {
				continue
			}
			want := rows[0]["warps1"]
			got := (cyclesOfArms(t, kernel, many, half) - cyclesOfArms(t, kernel, few, half)) / (many - few)
			t.Logf("%-11s %2d lanes: %6.1f cycles per iteration, measured %6.1f", name, half, got, want)
			if math.Abs(got/want-1) > near {
				t.Errorf("%s, %d lanes: %.1f cycles per iteration, measured %.1f", name, half, got, want)
			}
		}
	}
}

// cyclesOfArms returns the cycles of one warp.
func cyclesOfArms(t *testing.T, kernel *gpusim.Kernel, n, half int32) float64 {
	t.Helper()
	dev := gpusim.Must(gpusim.Open("H100"))
	out := gpusim.Must(gpusim.Malloc[float32](dev, 32))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, n, float32(1.5), half)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}
