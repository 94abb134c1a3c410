package cudac

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/source"
	"gpucourse/internal/golden"
)

// goldens are kernels whose CUDA C is kept in testdata, by their files.
var goldens = []struct{ file, kernel string }{
	{"solutions/13_shared_memory/kernel.go", "Product"},
	{"solutions/16_reduction/kernel.go", "Largest"},
	{"solutions/17_transpose/kernel.go", "Transpose"},
	{"solutions/19_shuffle/kernel.go", "Pack"},
	{"gpusim/validation/kernels/constant.go", "TransformConst32"},
	{"gpusim/validation/kernels/local.go", "Spill2"},
	{"gpusim/validation/kernels/streams.go", "CopyOffset[float32]"},
	{"gpusim/validation/unseenkernels/structs.go", "StructSum[S24A]"},
	{"gpusim/internal/compile/language_types_test.go", "matrices"},
	{"gpusim/internal/compile/language_types_test.go", "oddities"},
	{"gpusim/internal/compile/language_kernels_test.go", "helpers"},
	{"gpusim/internal/compile/language_kernels_test.go", "shared"},
	{"gpusim/internal/compile/language_kernels_test.go", "closures"},
	{"gpusim/internal/compile/language_calls_test.go", "mutual"},
}

func TestGoldens(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.kernel, func(t *testing.T) {
			u, err := source.LoadFile(filepath.Join("../../..", g.file), source.Module)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Write(u, g.kernel)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", strings.NewReplacer("[", "_", "]", "").Replace(g.kernel)+".cu"), p.Standalone())
		})
	}
}

// TestUnroll wants the directive of each loop directly above it.
func TestUnroll(t *testing.T) {
	const text = `package k

func K(x []float32, n int) {
outer:
	//gpu:unroll 4
	for i, j := 0, float32(0); i < n; i++ { // rows
		//gpu:unroll
		for k := range x[:8] {
			if x[k] > j {
				continue outer
			}
		}
		x[i] = j
	}
	//gpu:unroll 1
	for n > 0 {
		n /= 2
	}
}
`
	u, err := source.LoadText("k.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Write(u, "K")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(p.Standalone(), "\n")
	var got []string
	for i, l := range lines {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "#pragma") {
			got = append(got, l+" "+strings.TrimSpace(lines[i+1])[:3])
		}
	}
	want := []string{"#pragma unroll 4 for", "#pragma unroll for", "#pragma unroll 1 whi"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q, in\n%s", got, want, p.Standalone())
	}
}
