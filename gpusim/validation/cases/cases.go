// Package cases describes measured launches: the kernel, the grid and block, and the data.
// It fills arrays with the data of the measured buffers, runs a case as plain Go, and
// compares two results.
package cases

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/gpu"
)

// Case is one measured launch.
type Case struct {
	Name        string // the name in the tables: "copy_stride_f32_8"
	Kernel      any    // the Go function
	Grid, Block gpu.Dim3
	Shared      int          // dynamic shared memory, bytes per block
	Args        func() []any // fresh slices and numbers, in the order of the kernel's parameters
}

// New returns a case.
func New(name string, kernel any, grid, block gpu.Dim3, shared int, args func() []any) Case {
	return Case{Name: name, Kernel: kernel, Grid: grid, Block: block, Shared: shared, Args: args}
}

// Name joins the parts of a case's name: "copy_stride", "f32", 8.
func Name(parts ...any) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(p)
	}
	return strings.Join(words, "_")
}

// Threads returns how many threads the launch has.
func (c Case) Threads() int {
	return c.Grid.X * c.Grid.Y * c.Grid.Z * c.Block.X * c.Block.Y * c.Block.Z
}

// Dim returns an extent; missing directions are 1.
func Dim(x int, yz ...int) gpu.Dim3 {
	d := append([]int{x}, append(yz, 1, 1)...)
	return gpu.Dim3{X: d[0], Y: d[1], Z: d[2]}
}

// Args returns the Args of a case, which calls each function of a list.
func Args(list ...func() any) func() []any {
	return func() []any {
		out := make([]any, len(list))
		for i, f := range list {
			out[i] = f()
		}
		return out
	}
}

// In is an argument with the first n elements of the measured input buffers.
func In[T any](n int) func() any { return func() any { return Input[T](n) } }

// Out is an argument of n zeros.
func Out[T any](n int) func() any { return func() any { return make([]T, n) } }

// Val is a plain argument.
func Val(v any) func() any { return func() any { return v } }

// Find returns the case with a name.
func Find(all []Case, name string) (Case, bool) {
	i := slices.IndexFunc(all, func(c Case) bool { return c.Name == name })
	if i < 0 {
		return Case{}, false
	}
	return all[i], true
}

// Prefixed returns the cases whose names begin with one of the prefixes.
func Prefixed(all []Case, prefixes ...string) []Case {
	var t []Case
	for _, c := range all {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(c.Name, p) }) {
			t = append(t, c)
		}
	}
	return t
}
