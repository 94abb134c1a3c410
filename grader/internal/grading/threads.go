package grading

// This file chooses the threads for which conditions are evaluated: a kernel may treat the first
// and the last ones, and those beside a size, in its own way.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

const (
	// mostSpread is how many threads of an observed launch stand for all of them.
	mostSpread = 128
	// mostThreads is how many threads a search of shapes evaluates at most.
	mostThreads = 12_000
)

// thread holds the indices of a thread: %tid.x, .y and .z, and %ctaid.x, .y and .z.
type thread [2 * dimensions]int

const dimensions = 3

// registers are the special registers that say which thread it is, and how many there are.
type registers struct {
	index, extent [2 * dimensions]int // the inputs; −1 is none
	lane, warp    int
}

// newRegisters finds them among the inputs of conditions.
func newRegisters(c *report.Conditions) (r registers) {
	at := func(register report.Register) int {
		return slices.IndexFunc(c.Inputs, func(s report.Source) bool { return s.Register == register })
	}
	for i := range r.index {
		r.index[i], r.extent[i] = at(report.ThreadIdxX+report.Register(i)), at(report.BlockDimX+report.Register(i))
	}
	r.lane, r.warp = at(report.LaneID), at(report.WarpID)
	return r
}

// set sets the inputs to the indices of a thread.
func (r *registers) set(inputs []report.Input, t thread, extents thread) {
	put := func(input, n int) {
		if input >= 0 {
			inputs[input] = report.Input{Bits: uint64(n), Known: true}
		}
	}
	for i, input := range r.index {
		put(input, t[i])
	}
	inBlock := t[0] + extents[0]*(t[1]+extents[1]*t[2])
	put(r.lane, inBlock%arch.MaxLanes)
	put(r.warp, inBlock/arch.MaxLanes)
}

// clear makes the inputs those of all threads.
func (r *registers) clear(inputs []report.Input) {
	for _, input := range append(r.index[:], r.lane, r.warp) {
		if input >= 0 {
			inputs[input] = report.Input{}
		}
	}
}

// extents returns the extents of a launch with these inputs; those that are not known are 1.
func (r *registers) extents(inputs []report.Input) (n thread) {
	for i, input := range r.extent {
		if n[i] = 1; input >= 0 && inputs[input].Known {
			n[i] = max(1, int(inputs[input].Bits))
		}
	}
	return n
}

// threads returns threads at the corners of a launch with these inputs, and beside its sizes.
func (d *decisions) threads(inputs []report.Input) (list []thread) {
	n := d.registers.extents(inputs)
	list = []thread{{}}
	for dim := range dimensions {
		var next []thread
		for _, i := range d.along(n[dim], n[dimensions+dim], inputs) {
			for _, t := range list {
				t[dim], t[dimensions+dim] = i%n[dim], i/n[dim]
				next = append(next, t)
			}
		}
		list = next
	}
	return list
}

// along returns indices along a dimension: of the ends of the first and of the last block, and
// those beside each size.
func (d *decisions) along(block, grid int, inputs []report.Input) []int {
	all := block * grid
	list := []int{0, block - 1, all - block, all - 1}
	for i, s := range d.Inputs {
		if n := int(inputs[i].Bits); s.Argument >= 0 && inputs[i].Known && 0 < n && n < all {
			list = append(list, n-1, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// spread returns threads that stand for all of a launch with these inputs.
func (d *decisions) spread(inputs []report.Input) (list []thread) {
	n := d.registers.extents(inputs)
	all := 1
	for _, extent := range n {
		all *= extent
	}
	for i := 0; i < all; i += all/mostSpread | 1 {
		var t thread
		rest := i
		for j, extent := range n {
			t[j], rest = rest%extent, rest/extent
		}
		list = append(list, t)
	}
	return list
}
