package compile_test

import (
	"errors"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// TestCodeExamples compiles the example of each code and wants that code and no
// other, with a position, a remedy and the source line.
func TestCodeExamples(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, info := range diag.Codes() {
		if seen[info.Code] {
			t.Errorf("%s stands in the table twice", info.Code)
		}
		seen[info.Code] = true
		if info.Example == "" {
			continue
		}
		t.Run(string(info.Code), func(t *testing.T) {
			list := mistakes(t, info.Example)
			if len(list) == 0 {
				t.Fatalf("no diagnostic for\n%s", info.Example)
			}
			for _, d := range list {
				t.Log(d)
				if d.Code != info.Code {
					t.Errorf("got code %s, want %s", d.Code, info.Code)
				}
				if d.Pos.Line == 0 && d.Code != diag.NoKernel {
					t.Error("no position")
				}
				if d.Hint == "" && d.Code != diag.TypeError {
					t.Error("no remedy")
				}
				if d.Source == "" && d.Code != diag.NoKernel {
					t.Error("no source line")
				}
			}
		})
	}
}

// head begins the texts of tests.
const head = "package p\n\nimport \"gpucourse/gpusim/gpu\"\n\n"

// mistakes returns what is wrong with kernel K of a text.
func mistakes(t *testing.T, text string) diag.List {
	t.Helper()
	name := "k.go"
	if strings.HasPrefix(text, diag.CUDAHead) {
		name = "k.cu"
	}
	u, err := source.LoadText(name, []byte(text))
	if err == nil {
		_, err = compile.Kernel(u, "K", compile.Options{})
	}
	var list diag.List
	if err != nil && !errors.As(err, &list) {
		t.Fatalf("got a %T, want a diag.List: %v", err, err)
	}
	return list
}
