package diag

// This file puts the tables of codes together.

import "slices"

// Code names a kind of mistake. It is stable: learners search for it.
type Code string

// Info explains a Code.
type Info struct {
	Code    Code
	Meaning string
	// Example is Go source of a package that imports gpucourse/gpusim/gpu and
	// makes exactly this mistake in a function K; a test compiles it.
	// Codes of launches and of running kernels leave it empty and are reached
	// by tests of their own packages.
	Example string
	// Warning says that it may be meant so.
	Warning bool
}

// Codes explains every code: of compiling, of the host's calls, of running,
// of checkers.
func Codes() []Info { return slices.Concat(compileCodes, hostCodes, runCodes, checkCodes) }
