package main

// This file runs the kernels of test files, which use all of the language, on arguments
// that are made from their parameters.

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/source"
)

// notComparable are kernels with functions of float64 whose last bit differs between Go
// and C.
var notComparable = regexp.MustCompile(`^(floatParts|sines)$`)

// TestTestKernelsOnCPU runs every kernel of the test files that ends without a fault.
func TestTestKernelsOnCPU(t *testing.T) {
	dir := folder(t)
	var list []entry
	for _, k := range ofTests(t) {
		m, err := modules.load(k.place)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := m.Kernel(k.name)
		if err != nil || hasTexture(kernel) || notComparable.MatchString(k.name) {
			continue
		}
		if p, err := cudac.Write(k.unit, k.name); err != nil || ofDevice(p) {
			continue
		}
		l := entry{
			name: strings.TrimSuffix(filepath.Base(k.place), "_test.go") + "_" + strings.NewReplacer("[", "_", "]", "", ".", "_", ",", "_", " ", "").Replace(k.name),
			unit: func() (source.Unit, string, error) { return k.unit, k.name, nil }, kernel: func() (*gpusim.Kernel, error) { return kernel, nil },
			Shape: launch.Shape{Grid: gpusim.Dim(2), Block: gpusim.Dim(64), Dynamic: 4096}, args: func() []any { return made(kernel, 5) },
		}
		config := exact
		config.Instructions = 1 << 20
		if !l.clean(config) {
			continue
		}
		if err := l.write(dir, config); err == nil {
			list = append(list, l)
		}
	}
	if err := writeAll(dir, nil, exact); err != nil {
		t.Fatal(err)
	}
	if len(list) < 60 {
		t.Errorf("%d kernels ran, want at least 60", len(list))
	}
	equal(t, list, dir)
}
