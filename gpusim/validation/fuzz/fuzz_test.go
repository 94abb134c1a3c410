package fuzz

import (
	"os"
	"testing"
)

func TestTmp(t *testing.T) {
	var list []*Kernel
	for s := range uint64(100) {
		list = append(list, Generate(s))
	}
	dir := t.TempDir()
	os.WriteFile("/tmp/fuzzsrc.go", []byte(Source(list)), 0o644)
	outs, err := Native(dir, list)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outs {
		if o.Err != "" {
			t.Errorf("%d: %s", i, o.Err)
		}
	}
}
