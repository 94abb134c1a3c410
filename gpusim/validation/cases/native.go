package cases

// This file runs cases natively and compares outputs.

import (
	"fmt"
	"math"
	"reflect"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/native"
)

// warpSize is the warp size of the measured device.
const warpSize = 32

// Clip returns the case with a grid of at most blocks blocks, rows first.
func (c Case) Clip(blocks int) Case {
	c.Grid.X = min(c.Grid.X, blocks)
	c.Grid.Y = min(c.Grid.Y, max(blocks/c.Grid.X, 1))
	c.Grid.Z = min(c.Grid.Z, max(blocks/(c.Grid.X*c.Grid.Y), 1))
	return c
}

// Native runs the case as plain Go on arguments that c.Args returned. Afterwards their
// arrays hold the results.
func (c Case) Native(a []any) error { return Native(c.Kernel, c.Grid, c.Block, c.Shared, a) }

// Native runs a kernel as plain Go on its arguments.
func Native(kernel any, grid, block gpu.Dim3, shared int, args []any) error {
	f := reflect.ValueOf(kernel)
	in := make([]reflect.Value, len(args))
	for i, v := range args {
		in[i] = reflect.ValueOf(v)
	}
	config := native.Config{Grid: native.Dim3(grid), Block: native.Dim3(block), SharedBytes: shared, WarpSize: warpSize}
	return native.Run(config, func() { f.Call(in) })
}

// Diff returns where two slices of one type first differ, or "". It compares bits, but all
// NaNs are equal.
func Diff(got, want any) string {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Type() != w.Type() || g.Len() != w.Len() {
		return fmt.Sprintf("got %v of length %d, want %v of length %d", g.Type(), g.Len(), w.Type(), w.Len())
	}
	for i := range g.Len() {
		if a, b := g.Index(i), w.Index(i); !same(a, b) {
			return fmt.Sprintf("element %d: got %v, want %v", i, a, b)
		}
	}
	return ""
}

func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	default:
		return a.Equal(b)
	}
}
