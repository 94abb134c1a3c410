package lower

// This file lowers copies of boxes of a tensor, whose map is a parameter of the kernel.

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// addBoxes adds copies of boxes.
func addBoxes(table map[string]func(*deviceCall) val) {
	const most = 3 // dimensions of boxes that have words
	for rank := 1; rank <= most; rank++ {
		table[fmt.Sprintf("gpu.CopyBox%dD", rank)] = func(c *deviceCall) val { return c.copyBox(2, rank) }
		table[fmt.Sprintf("gpu.StoreBox%dD", rank)] = func(c *deviceCall) val { return c.storeBox(1, rank) }
	}
	table["gpu.CopyBox2DTo"] = func(c *deviceCall) val { return c.copyBox(2, 2) }
	ranked := func(i int, copies func(c *deviceCall, first, rank int) val) func(*deviceCall) val {
		return func(c *deviceCall) val {
			rank, ok := c.constant(i)
			if !ok {
				return val{}
			}
			return copies(c, i+1, int(rank))
		}
	}
	table["cuda.CopyBoxTo"] = ranked(2, (*deviceCall).copyBox)
	table["cuda.CopyBox"], table["cuda.StoreBox"] = ranked(2, (*deviceCall).copyBox), ranked(1, (*deviceCall).storeBox)
}

// copyBox lowers gpu.CopyBox2D and its like: to shared memory, of a map, at coordinates from argument first on, with a
// barrier and the blocks of the cluster that get it.
func (c *deviceCall) copyBox(first, rank int) val {
	to, ok := c.addressIn(0, ir.Shared)
	tensor, known := c.mapAt(1)
	last, blocks := len(c.args)-1, ir.I(0)
	if strings.HasSuffix(c.name, "To") {
		last, blocks = last-1, c.arg(last)
	}
	bar, counts := c.barrierAt(last)
	if ok && known && counts {
		c.emitBox(ir.BulkLoad, []ir.Operand{to, tensor, bar, blocks}, first, rank)
	}
	return val{}
}

// storeBox lowers gpu.StoreBox2D and its like.
func (c *deviceCall) storeBox(first, rank int) val {
	tensor, known := c.mapAt(0)
	from, ok := c.addressIn(len(c.args)-1, ir.Shared)
	if ok && known {
		c.emitBox(ir.BulkStore, []ir.Operand{from, tensor, ir.I(0), ir.I(0)}, first, rank)
	}
	return val{}
}

func (c *deviceCall) emitBox(way ir.Mod, src []ir.Operand, first, rank int) {
	in := ir.Instr{Op: ir.CopyBox, Mod: way, Src: src}
	for i := range rank {
		in.Src = append(in.Src, c.arg(first+i))
	}
	c.l.emit(in)
}

// mapAt returns the generic address of the tensor map that argument i is, or points to.
func (c *deviceCall) mapAt(i int) (at ir.Operand, ok bool) {
	v := c.args[i]
	if v.ptr.bound != nil {
		v = v.ptr.bound.v
	}
	for v.at == nil && len(v.elems) == 1 { // a struct around its words
		v = v.elems[0]
	}
	off, ok := 0, false
	switch {
	case v.at != nil && v.at.space == ir.Param:
		off, ok = int(v.at.off), true
	case v.ptr.space == ir.Local:
		off, ok = c.l.copiedParameter(v.ptr.root)
	case v.ptr.space == ir.Global:
		return c.l.address(v.ptr, 0), true
	}
	if !ok {
		c.l.fail(diag.KernelParameter, "make the map a parameter of the kernel, and name the parameter", "argument %d of %s is no tensor map of a parameter", i+1, c.name)
	}
	return ir.I(ir.FirstGeneric(ir.Param) + uint64(off)), ok
}

// copiedParameter returns the place of the parameter whose value a local variable has: C takes the parameter's address.
func (l *lowerer) copiedParameter(root ir.VarID) (at int, ok bool) {
	if root == 0 {
		return 0, false
	}
	key, instance := l.keys[root-1].(instanceKey)
	variable, local := key.v.(*ssa.Alloc)
	if !instance || !local {
		return 0, false
	}
	for _, r := range *variable.Referrers() {
		if s, stores := r.(*ssa.Store); stores && s.Addr == variable {
			at, ok = l.paramAt[parameterOf(s.Val)]
		}
	}
	return at, ok
}
