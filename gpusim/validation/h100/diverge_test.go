package h100

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"testing"

	"gpucourse/gpusim/validation/h200"
)

//go:embed diverge.cu
var divergeSource string

//go:embed diverge.txt
var divergeText string

// TestDiverge compares the cycles per step of a warp whose lanes part with diverge.txt.
func TestDiverge(t *testing.T) {
	const few, many, near = 2, 6, 0.12
	arm := regexp.MustCompile(`(?m)^#define FMA40.*$`).FindString(divergeSource)
	for _, name := range []string{"one", "two", "nested", "leave", "groups", "breaks", "skip"} {
		body := regexp.MustCompile(`(?s)KERNEL\(` + name + `\) \{ BEGIN(.*?) END \}`).FindStringSubmatch(divergeSource)[1]
		kernel := kernelOf(t, arm+"\n__global__ void Chain(float *out, int n, float x, int half) {\n	float v = 1.3f + threadIdx.x % 32 / 64.0f; int lane = threadIdx.x % 32;\n"+body+"\n	out[threadIdx.x] = v;\n}\n")
		for _, half := range []int32{0, 1, 16, 32} {
			want := h200.Rows(divergeText, fmt.Sprintf("%s half=%d", name, half))[0]["warps1"]
			got := (cyclesOfArms(t, kernel, many, half) - cyclesOfArms(t, kernel, few, half)) / (many - few)
			t.Logf("%-6s %2d lanes: %6.1f cycles per step, measured %6.1f", name, half, got, want)
			if math.Abs(got/want-1) > near {
				t.Errorf("%s, %d lanes: %.1f cycles per step, measured %.1f", name, half, got, want)
			}
		}
	}
}
