package grading

// This file launches kernels again and again that keep something from launch to launch.

import (
	"slices"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// A launch that leaves something to the next one runs leastRepeats times, and more often than the numbers that the code compares
// with, up to mostRepeats.
const (
	leastRepeats = 256
	mostRepeats  = 2048
)

// checkState runs the smallest size many times, and then sizes that differ by a step from one
// launch to the next. It does so where a launch has left something in the kernel's own variables.
func (t *trial) checkState(measured rubric.Size) *verdict.Feedback {
	if !t.stateful {
		return nil
	}
	for turn, size := range t.succession(measured) {
		if _, wrong := t.check(t.newRun(size, rubric.Draw{Run: 1, Turn: turn}, simulator.Results, false)); wrong != nil {
			return wrong
		}
	}
	return nil
}

// succession returns the sizes of checkState in their order.
func (t *trial) succession(measured rubric.Size) (sizes []rubric.Size) {
	repeats := leastRepeats
	if t.numbers != nil {
		for _, v := range t.numbers.Compared {
			if n := int(v) + 2; v < mostRepeats {
				repeats = max(repeats, n)
			}
		}
	}
	smallest := slices.MinFunc(t.kernel.Sizes, func(a, b rubric.Size) int { return a.Extents() - b.Extents() })
	for range repeats {
		sizes = append(sizes, smallest)
	}
	if t.kernel.Spans == nil {
		return sizes
	}
	inside := t.sizes[len(t.kernel.Sizes)-1] // the first size that was drawn
	for _, near := range t.kernel.Near(inside, measured) {
		sizes = append(sizes, inside, near)
	}
	return append(sizes, inside)
}
