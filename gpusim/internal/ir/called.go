package ir

// This file finds the lines of a kernel that stand for inlined functions of one line.

import (
	"fmt"

	"gpucourse/gpusim/diag"
)

// Called returns the frame of an instruction, or of the call where the instruction belongs to an inlined function of one
// line, as one that only wraps an instruction of PTX.
func (k *Kernel) Called(p PosID) *Frame {
	lines := map[string]map[diag.Pos]bool{}
	for i := range k.Frames {
		for f := &k.Frames[i]; f != nil; f = f.Caller {
			key := f.call()
			if lines[key] == nil {
				lines[key] = map[diag.Pos]bool{}
			}
			lines[key][diag.Pos{File: f.Pos.File, Line: f.Pos.Line}] = true
		}
	}
	f := k.Frame(p)
	for f.Caller != nil && len(lines[f.call()]) == 1 {
		f = f.Caller
	}
	return f
}

// call names a call: the function and where it was called from.
func (f *Frame) call() (name string) {
	name = f.Func
	for c := f.Caller; c != nil; c = c.Caller {
		name += fmt.Sprintf("; %s %v", c.Func, c.Pos)
	}
	return name
}
