package grading

// This file finds the threads that wrote the elements around a wrong one.

import (
	"fmt"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// How many elements a Difference shows, and how many of them before the wrong one.
const (
	shownElements  = 10
	shownInFront   = 3
	lanesOfOneWarp = 32
)

// around returns the elements around the first wrong one of an argument.
func (t *trial) around(l *launch, arg int, m *rubric.Mismatch) *verdict.Difference {
	d := &verdict.Difference{Array: m.Array, First: m.Index}
	array := l.from.Args[arg].(rubric.Checked)
	for _, e := range array.Near(l.Args[arg], max(0, m.Index-shownInFront), shownElements, t.kernel.ULP) {
		element := verdict.Element{Index: e.Index, Got: e.Got, Want: e.Want, Written: e.Written, Wrong: e.Wrong, Fixed: e.Fixed, Owner: owner(l, e.Index)}
		if w := t.writer(l.run, simulator.Element{Arg: arg, Index: e.Index}); w != nil {
			element.Thread = threadOf(l, w.Block, w.Thread)
		}
		d.Elements = append(d.Elements, element)
	}
	return d
}

// owner returns the thread with a number among the threads of a launch in one dimension.
func owner(l *launch, number int) *verdict.Thread {
	g, b := l.Grid, l.Block
	if g.Y*g.Z*b.Y*b.Z != 1 || number >= g.X*b.X {
		return nil
	}
	return threadOf(l, rubric.Dim{X: number / b.X}, rubric.Dim{X: number % b.X})
}

func threadOf(l *launch, block, thread rubric.Dim) *verdict.Thread {
	number := thread.X + l.Block.X*(thread.Y+l.Block.Y*thread.Z)
	return &verdict.Thread{Block: indexIn(l.Grid, block), Thread: indexIn(l.Block, thread), Lane: number % lanesOfOneWarp}
}

// indexIn writes an index with as many dimensions as its extent has.
func indexIn(extent, at rubric.Dim) string {
	switch {
	case extent.Z > 1:
		return at.String()
	case extent.Y > 1:
		return fmt.Sprintf("(%d, %d)", at.X, at.Y)
	}
	return fmt.Sprint(at.X)
}
