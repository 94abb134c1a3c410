package ptx

import (
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/ptx/syntax"
)

func TestQuick(t *testing.T) {
	list, _ := filepath.Glob(os.Getenv("PTXGLOB"))
	ok, all := 0, 0
	for _, f := range list {
		b, _ := os.ReadFile(f)
		m, err := syntax.Parse(filepath.Base(f), b)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, fn := range m.Funcs {
			if !fn.Entry {
				continue
			}
			all++
			k, err := Lower(m, fn.Name)
			if err != nil {
				t.Log(fn.Name, err)
				continue
			}
			if err := ir.Verify(k); err != nil {
				t.Error(err)
				continue
			}
			spec, _ := arch.Find("H100")
			pass.Run(k, pass.Back, pass.Device{Spec: spec}, func(string, *ir.Kernel) {})
			if err := ir.Verify(k); err != nil {
				t.Error(err)
				continue
			}
			ok++
			t.Log(fn.Name, k.Usage)
		}
	}
	t.Log(ok, "of", all)
}
