package compile_test

// The compiler's reasons for uniform loads: each line of the kernels below that
// loads from global memory has the expected reason in a comment.

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

const uniformSource = `package k

import "gpucourse/gpusim/gpu"

var Table gpu.Global[[16]float32]

func Addresses(out []float32, in gpu.ReadOnly[float32], n int) {
	tid := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	s := in[n]                             // in: uniform
	s += in[gpu.BlockIdx.Y]                // in: uniform
	s += in[tid+1]                         // in: its address depends on gpu.ThreadIdx.X through tid (line 8)
	s += in[gpu.ThreadIdx.Y]               // in: its address depends on gpu.ThreadIdx.Y
	s += in[int(gpu.ShflSync(gpu.FullMask, uint32(n), 0))] // in: its address depends on the result of a shuffle
	row := tid % n
	for k := range n {
		s += in[k]                     // in: uniform
		s += in[row*n+k]               // in: its address depends on gpu.ThreadIdx.X through row (line 14)
	}
	out[tid] = s
}

func Rounds(out []float32, in gpu.ReadOnly[int32], n int) {
	k := 0
	for k < gpu.ThreadIdx.X {
		k += int(in[k])                // in: uniform
	}
	out[gpu.ThreadIdx.X] = float32(in[k])  // in: its address depends on gpu.ThreadIdx.X through k, by way of the branch on line 24
}

func Written(out, in []float32, r gpu.ReadOnly[float32]) {
	s := in[0]                             // in: out, stored to on line 36, may lie in the same memory; declare in gpu.ReadOnly[float32]
	s += r[0]                              // r: uniform
	s += out[1]                            // out: out is stored to on line 36
	s += gpu.LoadVolatile(&in[2])          // in: it is volatile
	s += Table.V[3]                        // Table: out, stored to on line 36, may point into Table; make Table a gpu.Constant
	out[gpu.ThreadIdx.X] = s
}

func Nothing(in []float32, n int) {
	if in[n] > 0 {                         // in: uniform
		gpu.Printf("yes\n")
	}
}
`

func TestUniformLoadsAreExplained(t *testing.T) {
	u, err := source.LoadText("k.go", []byte(uniformSource))
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, name := range u.Kernels() {
		k, err := compile.Kernel(u, name, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range k.GlobalLoads {
			verdict := l.Why
			if l.Uniform {
				verdict = "uniform"
			}
			line := k.Frame(l.Pos).Pos.Line
			got[line] += fmt.Sprintf("%s: %s", k.Var(l.Var).Name, verdict)
		}
	}
	for i, line := range strings.Split(uniformSource, "\n") {
		_, want, _ := strings.Cut(line, "// ")
		if got[i+1] != want {
			t.Errorf("line %d: %s\n got %q\nwant %q", i+1, line, got[i+1], want)
		}
	}
}
