package gpusim_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
)

// fold has several threads write each of the 40 first elements of out, those
// of a later block after those of an earlier one.
func fold(out []int32, pairs []gpu.Int2) {
	t := (gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X) + gpu.BlockIdx.Y*gpu.BlockDim.X*gpu.BlockDim.Y
	out[t%40] = int32(t)
	pairs[t] = gpu.Int2{X: 1, Y: 2}
	if t == 3 {
		gpu.AtomicAdd(&out[41], 1)
	}
}

func TestLastWriter(t *testing.T) {
	const threads = 2 * 24 // blocks of 6×4 threads, below each other
	tests := []struct {
		name  string
		array int
		index int
		want  *report.Writer
	}{
		{"written twice", 0, 5, &report.Writer{Block: gpusim.Dim3{Y: 1}, Thread: gpusim.Dim3{X: 3, Y: 3}}},
		{"written once", 0, 20, &report.Writer{Thread: gpusim.Dim3{X: 2, Y: 3}}},
		{"atomic", 0, 41, &report.Writer{Thread: gpusim.Dim3{X: 3}}},
		{"not written", 0, 40, nil},
		{"vector store", 1, 47, &report.Writer{Block: gpusim.Dim3{Y: 1}, Thread: gpusim.Dim3{X: 5, Y: 3}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dev := gpusim.Must(gpusim.Open("H200"))
			arrays := []*gpusim.Array{
				gpusim.Must(dev.UploadArray(make([]int32, 42))),
				gpusim.Must(dev.UploadArray(make([]gpu.Int2, threads))),
			}
			got, err := dev.LastWriter(arrays[tt.array], tt.index, fold, gpusim.Config{Grid: gpusim.Dim(1, 2), Block: gpusim.Dim(6, 4)}, arrays[0], arrays[1])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(report.Writer{}, "File", "Line", "Source")); diff != "" {
				t.Errorf("want, then got:\n%s", diff)
			}
			if got != nil && (got.Line == 0 || !strings.Contains(got.Source, "out")) {
				t.Errorf("got line %d: %q", got.Line, got.Source)
			}
		})
	}
}
