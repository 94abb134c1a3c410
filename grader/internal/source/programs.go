package source

// This file finds a host function and its kernels.

import (
	"go/ast"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Decl returns the declaration of a name, or nil.
func (s *Submission) Decl(name string) ast.Node { return s.decls[name] }

// LineIn returns the line of a node in the file.
func (s *Submission) LineIn(n ast.Node) int { return s.at(n.Pos()).Line }

// PositionOf returns a line of the file as a reader finds it: that of a cell, in the program of a notebook.
func (s *Submission) PositionOf(line int) verdict.Position {
	return verdict.At(gpusim.Locate(s.File, line))
}

// CheckProgram returns feedback when a host function is missing or has another signature.
func (s *Submission) CheckProgram(p *rubric.Program) *verdict.Feedback {
	return s.Check(&rubric.Kernel{Name: p.Name, Signature: p.Signature})
}

// ChangedKernels returns feedback when kernels differ from those of the stub.
func (s *Submission) ChangedKernels(names []string, stub *Submission) *verdict.Feedback {
	for _, name := range names {
		at := s.decls[name]
		if at == nil {
			return &verdict.Feedback{
				Title: "func " + name + " is missing", At: verdict.Position{File: s.File},
				Hint: "the host function launches " + strings.Join(names, ", ") + ": leave it as it was given",
			}
		}
		if !s.Same(stub, name) {
			return s.notAPlan(at, "func "+name+" was changed", "leave the kernels and their variables as they were given: the host function is the task")
		}
	}
	return nil
}
