package main

// This file runs the kernels of test files, which use all of the language, on arguments
// that are made from their parameters.

import (
	"io"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/report"
)

// notComparable are kernels with functions of float64 whose last bit differs between Go
// and C.
var notComparable = regexp.MustCompile(`^(floatParts|sines)$`)

// made returns arguments for a kernel.
func made(k *gpusim.Kernel) []any {
	var args []any
	for _, p := range k.Parameters() {
		switch {
		case p.Slice:
			args = append(args, smallNumbers(p.Elem))
		case p.Type == "bool":
			args = append(args, true)
		case strings.HasPrefix(p.Type, "float"):
			args = append(args, 1.5)
		default:
			args = append(args, 5)
		}
	}
	return args
}

// elements is the length of every array.
const elements = 4096

// smallNumbers returns an array of small numbers.
func smallNumbers(elem report.Element) any {
	list := reflect.MakeSlice(reflect.SliceOf(reflect.ArrayOf(elem.Bytes, reflect.TypeFor[byte]())), elements, elements)
	data := bytesOf(list)
	n := 0
	for at := 0; at < len(data); at += elem.Bytes {
		for _, s := range elem.Scalars {
			n++
			put(data[at+s.Offset:][:s.Bytes], s, n*7%61)
		}
	}
	return list.Interface()
}

func put(to []byte, s report.Scalar, n int) {
	bits := uint64(n)
	if s.Float && s.Bytes == 4 {
		bits = uint64(math.Float32bits(float32(n)/8 - 3))
	} else if s.Float {
		bits = math.Float64bits(float64(n)/8 - 3)
	}
	for i := range to {
		to[i] = byte(bits >> (8 * i))
	}
}

// TestTestKernelsOnCPU runs every kernel of the test files that ends without a fault.
func TestTestKernelsOnCPU(t *testing.T) {
	dir := folder(t)
	var list []launch
	for _, k := range ofTests(t) {
		m, err := gpusim.LoadFile(k.place)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := m.Kernel(k.name)
		if err != nil || hasTexture(kernel) || notComparable.MatchString(k.name) {
			continue
		}
		l := launch{
			name: strings.TrimSuffix(filepath.Base(k.place), "_test.go") + "_" + strings.NewReplacer("[", "_", "]", "", ".", "_", ",", "_", " ", "").Replace(k.name),
			unit: func() (*compile.Unit, string, error) { return k.unit, k.name, nil }, kernel: func() (*gpusim.Kernel, error) { return kernel, nil },
			grid: gpusim.Dim(2), block: gpusim.Dim(64), shared: 4096, args: func() []any { return made(kernel) },
		}
		config := exact
		config.Instructions = 1 << 20
		if !l.clean(t, config) {
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

// clean reports whether no checker finds a mistake in a launch: races and reads of what
// nobody has written give a result to no other machine.
func (l *launch) clean(t *testing.T, config gpusim.Config) bool {
	t.Helper()
	dev, err := gpusim.Open(*device)
	if err != nil {
		t.Fatal(err)
	}
	k, err := l.kernel()
	if err != nil {
		t.Fatal(err)
	}
	none := &cudac.Launch{Numbers: map[string]string{}, Arrays: map[string]cudac.Array{}}
	values, err := l.bind(dev, k, none, map[string][]byte{})
	if err != nil {
		t.Fatal(err)
	}
	config.Grid, config.Block, config.Shared, config.MaxShared, config.Stdout = l.grid, l.block, l.shared, l.shared, io.Discard
	found, err := dev.Check(gpusim.AllChecks, k, config, values)
	return err == nil && len(found.Diagnostics()) == 0
}

func hasTexture(k *gpusim.Kernel) bool {
	for _, p := range k.Parameters() {
		if p.Texture {
			return true
		}
	}
	return false
}
