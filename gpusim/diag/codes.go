package diag

// This file defines codes and joins their tables.

import "slices"

// Code names a kind of mistake. Codes do not change: learners search for them.
// errors.Is(err, code) reports whether err is, or holds, a Diagnostic of the code.
type Code string

// Error returns the code's name.
func (c Code) Error() string { return string(c) }

// Info explains a Code.
type Info struct {
	Code    Code
	Meaning string
	// Example is the source of a package whose function K makes only this mistake; a
	// test compiles it. It is empty for codes that compilation does not report.
	Example string
	// Warning is true for a code whose cause may be intended.
	Warning bool
}

// Codes explains all codes: of compilation, host calls, running kernels and
// checkers.
func Codes() []Info { return slices.Concat(compileCodes, hostCodes, runCodes, checkCodes) }
