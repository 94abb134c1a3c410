package source

import (
	"strings"
	"testing"

	"gpucourse/gpusim/internal/intrinsic"
)

// TestStdDeclaresTheRestAlone: a function of doubles stands in the table of device functions and
// not in a file of std too, and kernels find it.
func TestStdDeclaresTheRestAlone(t *testing.T) {
	for _, pkg := range []string{"math", "cuda"} {
		text, err := stdText.ReadFile("std/" + pkg + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for i := range intrinsic.Functions {
			for _, v := range intrinsic.Functions[i].Variants {
				in, name, _ := strings.Cut(v.Go, ".")
				if in != pkg || !v.Prototype().Doubles() {
					continue
				}
				found++
				if strings.Contains(string(text), "func "+name+"(") {
					t.Errorf("%s.%s stands in the table and in std/%s.txt", pkg, name, pkg)
				}
				path := map[string]string{"math": "math", "cuda": cudaPath}[pkg]
				if p, err := (importer{}).Import(path); err != nil || p.Scope().Lookup(name) == nil {
					t.Errorf("kernels do not find %s.%s: %v", pkg, name, err)
				}
			}
		}
		if found == 0 {
			t.Errorf("the table has no function of doubles in package %s", pkg)
		}
	}
}
