package compile_test

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// TestFilledArrays: an array begins with stored zeros, unless a loop sets all elements before
// another use.
func TestFilledArrays(t *testing.T) {
	for _, test := range []struct {
		name, loop string
		zeros      bool
	}{
		{"a number of turns", "for k := range 600 { a[k] = x[k] }", false},
		{"the array's range", "for k := range a { a[k] = x[k] }", false},
		{"the loop of C", "for k := int32(0); k < 600; k++ { a[k] = x[k] }", false},
		{"another statement", "for k := range 600 { if x[k] > 1 { x[k] = 1 }; a[k] = x[k] }", false},
		{"one element less", "for k := range 599 { a[k] = x[k] }", true},
		{"from 1", "for k := 1; k < 600; k++ { a[k] = x[k] }", true},
		{"by 2", "for k := 0; k < 600; k += 2 { a[k] = x[k] }", true},
		{"an unknown number", "for k := range n { a[k] = x[k] }", true},
		{"sometimes", "for k := range 600 { if x[k] > 1 { a[k] = x[k] } }", true},
		{"left early", "for k := range 600 { if x[k] > 1 { break }; a[k] = x[k] }", true},
		{"read before", "x[2] = a[n]; for k := range 600 { a[k] = x[k] }", true},
		{"read within", "for k := range 600 { a[k] = x[k]; x[k] = a[n] }", true},
		{"another index", "for k := range 600 { a[599-k] = x[k] }", true},
		{"only on one way", "if n > 3 { for k := range 600 { a[k] = x[k] } }", true},
	} {
		text := "package k\n\nfunc K(x []float32, n int) { var a [600]float32; " + test.loop + "; x[0] = a[n] }\n"
		if got := storesZeros(kernelOf(t, "k.go", text)); got != test.zeros {
			t.Errorf("%s: stores zeros is %v", test.name, got)
		}
	}
}

// storesZeros reports whether a kernel stores a constant to local memory.
func storesZeros(k *ir.Kernel) bool {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.St && in.Space == ir.Local && !in.Src[1].IsReg {
				return true
			}
		}
	}
	return false
}
