package task

// This file makes a row of the rubric of a task with a kernel, so that it is graded as an
// exercise is.

import (
	"cmp"
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
)

// GivenFile is the file with the kernel of a Configuration.
const GivenFile = "kernel.go"

// Shape is the part of a configuration that a learner chooses.
type Shape struct {
	Grid, Block rubric.Dim
	Shared      int // bytes
}

// ShapeOf returns the shape of a configuration.
func ShapeOf(c gpusim.Config) Shape {
	return Shape{rubric.Dim(c.Grid), rubric.Dim(c.Block), c.Shared}
}

// Exercise returns the row by which a Kernel or a Configuration is graded. The shape is that of
// a Configuration.
func (t *Task) Exercise(s Shape) *rubric.Exercise {
	switch ask := t.Ask.(type) {
	case Kernel:
		return &rubric.Exercise{Name: t.ID, Device: cmp.Or(ask.Device, Device), Kernels: []rubric.Kernel{ask.Kernel}}
	case Program:
		return &rubric.Exercise{Name: t.ID, Device: Device, Programs: []rubric.Program{ask.Program}}
	case Configuration:
		k := ask.Kernel
		k.Case = func(size rubric.Size, rng *rubric.Random) *rubric.Case {
			c := ask.Case(size, rng)
			c.Grid, c.Block, c.Shared = s.Grid, s.Block, s.Shared
			return c
		}
		return &rubric.Exercise{Name: t.ID, Device: cmp.Or(ask.Device, Device), Kernels: []rubric.Kernel{k}}
	}
	panic(fmt.Sprintf("BUG: task %s runs no kernel", t.ID))
}
