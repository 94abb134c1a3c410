package lower

// This file defines what is lowered.

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

// Typed is a kernel in SSA form, and what package ssa leaves out of its source.
type Typed struct {
	Text
	Name string        // with the type arguments of an instance
	Func *ssa.Function // the kernel, or the instance
	Decl *ast.FuncDecl
	// Names has the variables by the positions of the expressions that are assigned to them.
	Names map[token.Pos]string
	// Rounded has the products and quotients that a conversion rounds: they are not fused.
	Rounded map[token.Pos]bool
	Loops   []Loop                 // with what directives say of them; none without a directive
	Called  map[*ast.FuncDecl]bool // the functions that are not to be inlined
	Bounds  Bounds
	C       bool // package cfront made it: a variable begins with any value, and a pointer may end behind an array
	Dynamic bool // a kernel of the package, or of the file in CUDA C, has dynamic shared memory
}

// Text knows the places and lines of a source.
type Text interface {
	Pos(token.Pos) diag.Pos
	Line(diag.Pos) string // of a place, or ""
}

// Bounds are the launch bounds of a kernel, as in ir.Kernel; 0 for none.
type Bounds struct {
	MaxThreads, MinBlocks int
	Cluster               arch.Dim3
}

// Loop is a loop statement. Unroll is as in ir.Block.
type Loop struct {
	From, To token.Pos
	Unroll   int
}

// HostVariable refuses a variable that a kernel mentions.
func HostVariable(at diag.Pos, line, name string) diag.Diagnostic {
	return diag.Diagnostic{
		Pos: at, Code: diag.PackageVariable, Source: line,
		Message: name + " is a variable of the host: a kernel cannot reach it",
		Hint:    "pass it as a parameter, make it a const, or declare it as gpu.Constant or gpu.Global",
	}
}
