package grading

// This file chooses the threads for which conditions are evaluated: a kernel may treat the first
// and the last ones, and those beside a size, in its own way.

import (
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

const (
	// mostSpread is how many threads of an observed launch stand for all of them.
	mostSpread = 64
	// mostThreads is how many threads a search of shapes evaluates at most, for each extent.
	mostThreads = 16_000
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

// corners evaluates threads at the corners of a launch with these inputs, the last one of each size,
// and those for which integers are equal where the kernel asks for it.
func (d *decisions) corners(inputs []report.Input) {
	n := d.registers.extents(inputs)
	list := []thread{{}}
	for dim := range dimensions {
		if n[dim]*n[dimensions+dim] == 1 {
			continue
		}
		var next []thread
		for _, t := range list {
			for _, i := range d.along(dim, t, n, inputs) {
				t[dim], t[dimensions+dim] = i%n[dim], i/n[dim]
				next = append(next, t)
			}
		}
		list = next
	}
	d.decideFor(list, inputs)
}

// along returns indices of threads along a dimension, from a thread on.
func (d *decisions) along(dim int, t, n thread, inputs []report.Input) []int {
	block, grid := n[dim], n[dimensions+dim]
	all := block * grid
	list := []int{0, all - 1}
	if dim == 0 {
		list = append(list, block-1, all-block)
	}
	for i, s := range d.Inputs {
		if n := int(inputs[i].Bits); s.Argument >= 0 && inputs[i].Known && 0 < n && n < all {
			list = append(list, n-1)
		}
	}
	gaps := func(t thread) []float64 {
		d.decideFor([]thread{t}, inputs)
		return slices.Clone(d.Gaps)
	}
	here := gaps(t)
	lane, next := here, here
	if t[dim] = min(1, block-1); block > 1 {
		lane = gaps(t)
	}
	if t[dim], t[dimensions+dim] = 0, min(1, grid-1); grid > 1 {
		next = gaps(t)
	}
	for i, gap := range here {
		if at := equal(-gap, lane[i]-gap, next[i]-gap, block, grid); at >= 0 {
			list = append(list, at)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// equal returns the index at which a number that grows by perThread and by perBlock from 0 on is
// want, or the last one below; −1 is none. Where the grid goes round, so does the index.
func equal(want, perThread, perBlock float64, block, grid int) int {
	inBlock := func(left float64) int {
		if t := math.Floor(left / perThread); 0 <= t && t < float64(block) {
			return int(t)
		}
		return 0
	}
	switch b := math.Floor(want / perBlock); {
	case math.IsNaN(want):
		return -1
	case perBlock == perThread*float64(block) && want/perThread >= 0 && want/perThread < math.MaxInt32:
		return int(want/perThread) % (block * grid)
	case b >= 0 && b < math.MaxInt32:
		return int(b)%grid*block + inBlock(want-b*perBlock)
	case want/perThread >= 0:
		return inBlock(want)
	}
	return -1
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
