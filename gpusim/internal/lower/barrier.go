package lower

// This file lowers barriers in shared memory, and the copies that one thread begins for many.

import "gpucourse/gpusim/internal/ir"

// addBarriers adds what gpu.Barrier and package cuda have of barriers and of bulk copies.
func addBarriers(table map[string]func(*deviceCall) val) {
	both := func(name string, lower func(*deviceCall) val) {
		table["gpu.Barrier."+name], table["cuda.Barrier"+name] = lower, lower
	}
	both("Init", func(c *deviceCall) val { c.changeBarrier(ir.BarrierInit, c.arg(1), ir.I(0)); return val{} })
	both("ArriveTx", func(c *deviceCall) val { return c.arrive(ir.I(1), c.arg(1)) })
	both("ExpectTx", func(c *deviceCall) val { c.changeBarrier(ir.BarrierExpect, ir.I(0), c.arg(1)); return val{} })
	both("Wait", func(c *deviceCall) val { return c.waitPhase(c.l.phaseOf(c.arg(1))) })
	both("WaitParity", func(c *deviceCall) val { return c.waitPhase(c.arg(1)) })
	table["gpu.Barrier.Arrive"] = func(c *deviceCall) val { return c.arrive(ir.I(1), ir.I(0)) }
	table["cuda.BarrierArrive"] = func(c *deviceCall) val { return c.arrive(c.arg(1), ir.I(0)) }
	table["gpu.Barrier.ArriveAndWait"] = func(c *deviceCall) val { return c.waitPhase(c.l.phaseOf(c.arrive(ir.I(1), ir.I(0)).op)) }
	table["gpu.CopyBulk"], table["cuda.CopyBulk"] = (*deviceCall).copyBulk, (*deviceCall).copyBulk
	table["gpu.CopyBulkTo"], table["cuda.CopyBulkTo"] = (*deviceCall).copyBulk, (*deviceCall).copyBulk
	table["gpu.ShareBulk"], table["cuda.ShareBulk"] = (*deviceCall).shareBulk, (*deviceCall).shareBulk
	table["gpu.AddBulk"], table["cuda.AddBulk"] = (*deviceCall).addBulk, (*deviceCall).addBulk
	table["gpu.StoreBulk"], table["cuda.StoreBulk"] = (*deviceCall).storeBulk, (*deviceCall).storeBulk
}

// changeBarrier changes the barrier that the first argument points to. It returns the state before.
func (c *deviceCall) changeBarrier(mod ir.Mod, arrivals, bytes ir.Operand) ir.Operand {
	at, ok := c.barrierAt(0)
	if !ok {
		return ir.I(0)
	}
	return c.l.opMod(ir.Barrier, mod, ir.U64, at, arrivals, bytes)
}

// arrive lowers arrivals, which other threads see after what this one wrote before.
func (c *deviceCall) arrive(n, bytes ir.Operand) val {
	c.l.emit(ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock})
	return val{op: c.changeBarrier(ir.BarrierArrive, n, bytes)}
}

// phaseOf returns the phase in the state of a barrier.
func (l *lowerer) phaseOf(state ir.Operand) ir.Operand {
	const phaseBit = 63
	return l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, l.inReg(ir.U64, state), ir.I(phaseBit)))
}

// waitPhase lowers the loop in which a thread looks whether a phase is over.
func (c *deviceCall) waitPhase(phase ir.Operand) val {
	l := c.l
	at, ok := c.barrierAt(0)
	if !ok {
		return val{}
	}
	loop, done := l.newBlock("wait"), l.newBlock("wait.done")
	l.jump(loop)
	l.cur = loop
	over := l.opMod(ir.BarrierTest, ir.BarrierTry, ir.Pred, at, phase)
	l.emit(ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock})
	l.emit(ir.Instr{Op: ir.CBra, Src: []ir.Operand{over}, Targets: []ir.BlockID{done.ID, loop.ID}})
	l.cur = done
	return val{}
}

// bytesOf returns the bytes of that many elements.
func (c *deviceCall) bytesOf(n int) ir.Operand {
	return c.l.mul(ir.U32, c.arg(n), c.argType(0).Elem.Size)
}

// copyBulk lowers gpu.CopyBulk, and gpu.CopyBulkTo, whose last argument is the blocks.
func (c *deviceCall) copyBulk() val {
	blocks := ir.I(0)
	if len(c.args) > 4 {
		blocks = c.arg(4)
	}
	to, ok := c.addressIn(0, ir.Shared)
	from, reads := c.addressIn(1, ir.Global)
	bar, counts := c.barrierAt(3)
	if ok && reads && counts {
		c.l.emit(ir.Instr{Op: ir.CopyBulk, Mod: ir.BulkLoad, Src: []ir.Operand{to, from, c.bytesOf(2), bar, blocks}})
	}
	return val{}
}

// shareBulk lowers gpu.ShareBulk.
func (c *deviceCall) shareBulk() val {
	to, ok := c.addressIn(0, ir.Cluster)
	from, reads := c.addressIn(1, ir.Shared)
	bar, counts := c.barrierAt(3)
	if ok && reads && counts {
		c.l.emit(ir.Instr{Op: ir.CopyBulk, Mod: ir.BulkShare, Src: []ir.Operand{to, c.l.cvt(ir.U64, ir.U32, c.l.inReg(ir.U32, from)), c.bytesOf(2), bar, ir.I(0)}})
	}
	return val{}
}

// summed are the types that gpu.AddBulk adds, as cuda.AddBulk numbers them.
var summed = []ir.Type{ir.S32, ir.U32, ir.U64, ir.F32, ir.F64}

// addBulk lowers gpu.AddBulk.
func (c *deviceCall) addBulk() val {
	t := c.argType(0).Elem.Scalar
	if len(c.args) > 3 {
		n, ok := c.constant(3)
		if !ok {
			return val{}
		}
		t = summed[n]
	}
	if c.args[0].ptr.readOnly {
		c.l.writable(c.args[0].ptr)
	}
	to, ok := c.addressIn(0, ir.Global)
	from, reads := c.addressIn(1, ir.Shared)
	if ok && reads {
		c.l.emit(ir.Instr{Op: ir.CopyReduce, Mod: ir.AtomAdd, Type: t, Src: []ir.Operand{from, to, c.bytesOf(2)}})
	}
	return val{}
}

// storeBulk lowers gpu.StoreBulk.
func (c *deviceCall) storeBulk() val {
	if c.args[0].ptr.readOnly {
		c.l.writable(c.args[0].ptr)
	}
	to, ok := c.addressIn(0, ir.Global)
	from, reads := c.addressIn(1, ir.Shared)
	if ok && reads {
		c.l.emit(ir.Instr{Op: ir.CopyBulk, Mod: ir.BulkStore, Src: []ir.Operand{from, to, c.bytesOf(2), ir.I(0), ir.I(0)}})
	}
	return val{}
}
