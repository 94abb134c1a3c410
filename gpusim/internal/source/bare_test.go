package source

import (
	"strings"
	"testing"

	_ "gpucourse/internal/collect"
)

// TestBareFunction: a function without a package line is a kernel, and mistakes have the places
// of the text.
func TestBareFunction(t *testing.T) {
	for text, want := range map[string]string{
		"func Root(x []float32) { x[gpu.ThreadIdx.X] = float32(math.Sqrt(2)) }":              "",
		"// A comment.\nfunc Root(x []float32) { x[gpu.ThreadIdx.X] = y }":                   "k.go:2:47: undefined: y",
		"func Root(x []float32) { x[gpu.ThreadIdx.X] = y }":                                  "k.go:1:47: undefined: y",
		"func Root(x []float32) { x[gpu.ThreadIdx.X = 1 }":                                   "k.go:1:44: ",
		"import \"gpucourse/gpusim/gpu\"\nfunc Root(x []float32) { x[gpu.ThreadIdx.X] = z }": "k.go:2:47: undefined: z",
	} {
		unit, err := LoadText("k.go", []byte(text))
		if err == nil {
			if len(unit.Kernels()) != 1 {
				t.Errorf("%s: got kernels %v", text, unit.Kernels())
			}
			_, err = unit.Lower("Root", false)
		}
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
