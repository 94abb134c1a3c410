package cudac

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

func TestTry(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range slices.Concat(kernels.Cases(), unseenkernels.Cases()) {
		u, name, err := compile.LoadFunc(c.Kernel)
		if err != nil {
			t.Fatal(err)
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", name, r)
				}
			}()
			p, err := Write(u, name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			os.WriteFile(fmt.Sprintf("/tmp/co/%s.cu", strings.NewReplacer("[", "_", "]", "", "/", ".").Replace(name)), []byte(p.Text), 0o644)
		}()
	}
}
