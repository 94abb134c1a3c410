// Package source reads the source of kernels: a file, a folder, a text, or the function that a
// program launches.
//
// A Unit lists its kernels, knows its lines, and lowers a kernel to IR. There are three kinds of
// Unit:
//
//   - Go keeps only the declarations that a kernel reaches, so that host code in the same file
//     does not matter (files.go, reach.go); go/types checks them for a device whose int has 32
//     bits (typecheck.go); refuse.go reports the parts of Go that kernels cannot use; go/ssa
//     builds the SSA form that package lower lowers. All kernels of a Unit share one type-check
//     and one SSA build.
//   - CUDA has each kernel written as Go by package cfront, in a Unit of its own.
//   - PTX is lowered by package ptx. Its kernels have the names that they had in C++.
//
// Several goroutines may use a Unit.
package source

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/wording"
)

// Unit is source that holds kernels.
type Unit interface {
	// Kernels lists the functions that look like kernels, in source order. Generic kernels are
	// listed without type arguments. Lower lowers any function, listed or not.
	Kernels() []string
	// Generic reports whether a kernel needs type arguments, or template arguments.
	Generic(kernel string) bool
	// Example returns the name of a generic kernel with arguments, "Copy[float32]" in Go and
	// "copy<float,16>" in CUDA C.
	Example(kernel string) string
	// Line returns the text of a line of the source, or "".
	Line(diag.Pos) string
	Language() wording.Language
	// Lower returns the IR of a kernel before all passes. A generic kernel is named with its
	// arguments. For checkers the IR has what the kernel expects of its values (ir.Expect): the
	// kernel computes the same, with other instructions. The error is a diag.List of all mistakes
	// in the kernel and in the functions that it calls.
	Lower(kernel string, checked bool) (*ir.Kernel, error)
}
