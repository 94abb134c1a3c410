package pass

// This file keeps elements that the next iteration of a loop loads again in registers.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// predictiveCommoning removes the load of a loop whose value the last iteration has already loaded or
// stored: in[i] of a loop that loads in[i+1] too. The load of the first iteration comes before the loop.
// NVVM does so (LLVM 7, GVN.cpp: PerformLoadPRE), with these limits:
//
//   - It goes through the loads in program order. A load that it has replaced gives no value to the loads after it.
//   - An index is a phi of the loop plus a constant (PHITransAddr.cpp).
//   - The counter itself as an index waits for a second round: only then does the raised counter equal
//     the sum i+1 of the source.
//   - Before the loop it inserts no sum. So i+1 must be a constant there, and i any value.
func predictiveCommoning(k *ir.Kernel) {
	if commonLoops(k, false) {
		cse(k) // copies of an unrolled loop access the same elements
		commonLoops(k, true)
	}
}

// commonLoops reports whether a loop has a load to replace, and replaces those of all loops.
func commonLoops(k *ir.Kernel, replace bool) (found bool) {
	old := len(k.Blocks)
	for _, l := range k.Loops(k.Dominators()) {
		if c := commonerOf(k, l); c != nil && (replace || !found) {
			found = c.run(replace) || found
		}
	}
	placeNew(k, old)
	return found
}

// commoner looks at one loop.
type commoner struct {
	loop   *hoister
	memory *merger
	defs   []*ir.Instr // by register
	before *ir.Block
	header *ir.Block
	latch  ir.BlockID
}

// element is a place in memory that depends on a value of the loop.
type element struct {
	indexed
	position int64 // bytes from the element that the value itself indexes
}

// indexed is what elements have in common that one value of the loop indexes.
type indexed struct {
	space    ir.Space
	root     ir.VarID
	rest     [3]ir.Operand // of the address, what the loop does not change
	summands int           // how many of rest are used
	by       ir.Reg        // the value
	from     ir.Type       // of an index that is widened
	size     int64         // bytes by which the address grows with the value
}

// sum reports whether the index is the value plus a constant, not the value itself.
func (e element) sum() bool { return e.position < 0 || e.position >= e.size }

// commonerOf returns nil for a loop with several entrances or latches, and for one without loads.
func commonerOf(k *ir.Kernel, l *ir.Loop) *commoner {
	h := k.Blocks[l.Header]
	if len(l.Latches) > 1 || !slices.ContainsFunc(h.Instrs, func(in *ir.Instr) bool { return in.Op == ir.Ld && in.Space != ir.Param }) {
		return nil
	}
	g := graphOf(k)
	c := &commoner{loop: &hoister{k: k, loop: l, graph: g}, memory: &merger{k: k}, defs: definitions(k), before: g.entrance(k, l), header: h, latch: l.Latches[0]}
	if c.before == nil {
		return nil
	}
	c.loop.look()
	return c
}

// run reports whether the loop has a load to replace, and replaces all.
func (c *commoner) run(replace bool) (found bool) {
	for round := range 2 {
		list := slices.Clone(c.header.Instrs)
		for i, in := range list {
			e, ok := c.elementOf(in)
			if in.Op != ir.Ld || !ok || !c.phi(e.by) || c.round(e) != round || e.sum() && c.entering(e.by).IsReg || c.changed(list[:i], in, e) {
				continue
			}
			v, ok := c.carried(in, c.next(e))
			if found = found || ok; ok && replace {
				c.replace(in, v)
			}
		}
	}
	return found
}

// phi reports whether the header has a phi for a value.
func (c *commoner) phi(r ir.Reg) bool { return slices.Contains(c.header.Phis(), c.defs[r]) }

// entering returns what a phi of the header is before the loop.
func (c *commoner) entering(phi ir.Reg) ir.Operand {
	in := c.defs[phi]
	return in.Src[slices.Index(in.Preds, c.before.ID)]
}

// raised returns what a phi of the header is in the next iteration: a value plus a constant.
func (c *commoner) raised(phi ir.Reg) (from ir.Operand, n int64) {
	in := c.defs[phi]
	return c.sum(in.Src[slices.Index(in.Preds, c.latch)])
}

// next returns the element of the next iteration, by the values of this one.
func (c *commoner) next(e element) element {
	from, n := c.raised(e.by)
	e.by = ir.NoReg
	if from.IsReg {
		e.by, e.position = from.Reg, e.position+n*e.size
	}
	return e
}

// round returns the round in which NVVM finds the element of the last iteration. It widens signed
// counters, with raised counters of their own.
func (c *commoner) round(e element) int {
	if from, _ := c.raised(e.by); !e.sum() && from == ir.R(e.by) && c.defs[e.by].Type == ir.S32 {
		return 1
	}
	return 0
}

// sum returns a value as another one plus a constant.
func (c *commoner) sum(o ir.Operand) (from ir.Operand, n int64) {
	for o.IsReg {
		in := c.defs[o.Reg]
		switch {
		case in == nil || in.Type.Float() || in.Guard != ir.NoReg:
			return o, n
		case in.Op == ir.Mov && !c.memory.takesBits(in):
		case in.Op == ir.Add && !in.Src[1].IsReg:
			n += addend(in)
		default:
			return o, n
		}
		o = in.Src[0]
	}
	return o, n
}

// addend returns the constant operand of in.
func addend(in *ir.Instr) int64 {
	above := 64 - in.Type.Bits()
	return int64(in.Src[1].Imm<<above) >> above
}

// elementOf returns the element that in accesses; false for any other place.
func (c *commoner) elementOf(in *ir.Instr) (element, bool) {
	if in.Op != ir.Ld && in.Op != ir.St || in.Volatile || in.Vec > 1 || in.Guard != ir.NoReg {
		return element{}, false
	}
	e := element{indexed: indexed{space: in.Space, root: in.Root, by: ir.NoReg}, position: in.Off}
	return e, c.address(in.Src[0], &e) && e.by != ir.NoReg
}

// address adds a summand of an address to e. It reports false where the sum has another form.
func (c *commoner) address(o ir.Operand, e *element) bool {
	if !o.IsReg || !c.loop.local[o.Reg] {
		if e.summands == len(e.rest) {
			return false
		}
		e.rest[e.summands] = o
		e.summands++
		return true
	}
	switch in := c.defs[o.Reg]; {
	case in.Guard != ir.NoReg:
		return false
	case in.Op == ir.Add && in.Src[1].IsReg:
		return c.address(in.Src[0], e) && c.address(in.Src[1], e)
	case in.Op == ir.Add && in.Type == ir.U64:
		e.position += addend(in)
		return c.address(in.Src[0], e)
	case in.Op == ir.Mul && !in.Src[1].IsReg:
		return c.index(in.Src[0], addend(in), e)
	case in.Op == ir.MadWide && !in.Src[1].IsReg:
		e.from = in.Type
		return c.index(in.Src[0], addend(in), e) && c.address(in.Src[2], e)
	}
	return c.index(o, 1, e)
}

// index adds a value plus a constant, in steps of some bytes, to e. An element depends on one value.
func (c *commoner) index(o ir.Operand, size int64, e *element) bool {
	if in := c.defs[o.Reg]; o.IsReg && in != nil && in.Op == ir.Cvt && in.Type.Bytes() > in.From.Bytes() {
		e.from, o = in.From, in.Src[0]
	}
	from, n := c.sum(o)
	if !from.IsReg || e.by != ir.NoReg && e.by != from.Reg {
		return false
	}
	e.by, e.size, e.position = from.Reg, e.size+size, e.position+n*size
	return true
}

// changed reports whether some of the instructions may change what a load of an element gives.
func (c *commoner) changed(list []*ir.Instr, load *ir.Instr, e element) bool {
	return slices.ContainsFunc(list, func(in *ir.Instr) bool { return c.changes(in, load, e) })
}

func (c *commoner) changes(in, load *ir.Instr, e element) bool {
	if !in.Op.Facts().Effect && !in.Volatile {
		return false
	}
	if s, ok := c.elementOf(in); ok && s.indexed == e.indexed {
		distance := s.position - e.position
		return distance < int64(load.Natural()) && -distance < int64(in.Natural())
	}
	what, _ := c.memory.key(load)
	return c.memory.mayReplace(in, what)
}

// carried returns the value of an element that a load takes in the next iteration, if the loop has it
// at its end.
func (c *commoner) carried(load *ir.Instr, e element) (ir.Operand, bool) {
	for id := c.latch; ; id = c.loop.graph.preds[id][0] {
		for _, in := range slices.Backward(c.loop.k.Blocks[id].Instrs) {
			if v, ok := c.value(in, load, e); ok {
				return v, true
			}
			if c.changes(in, load, e) {
				return ir.Operand{}, false
			}
		}
		if id == c.header.ID || len(c.loop.graph.preds[id]) != 1 {
			return ir.Operand{}, false
		}
	}
}

// value returns what an instruction loads or stores, if that is the whole of an element.
func (c *commoner) value(in, load *ir.Instr, e element) (ir.Operand, bool) {
	if s, ok := c.elementOf(in); !ok || s != e || in.Type != load.Type {
		return ir.Operand{}, false
	}
	if in.Op == ir.Ld {
		return ir.R(in.Dst[0]), true
	}
	_, whole := c.memory.stored(in)
	return in.Src[1], whole
}

// replace makes a load a phi of the load before the loop and of a value of the loop.
func (c *commoner) replace(load *ir.Instr, v ir.Operand) {
	k := c.loop.k
	if len(c.before.Succs()) > 1 {
		c.before = c.loop.preheader(c.before)
	}
	first := &cloner{k: k, local: c.loop.local, def: c.defs, before: c.before.ID, to: map[ir.Reg]ir.Operand{}}
	r := k.NewReg(k.Regs[load.Dst[0]].Type, k.Regs[load.Dst[0]].Name)
	phi := &ir.Instr{Op: ir.Phi, Type: load.DstType(), Pos: load.Pos, Dst: []ir.Reg{r}}
	phi.Preds, phi.Src = []ir.BlockID{c.before.ID, c.latch}, []ir.Operand{first.clone(load), v}
	c.before.Instrs = slices.Insert(c.before.Instrs, len(c.before.Instrs)-1, first.out...)
	c.header.Instrs = slices.Insert(c.header.Instrs, 0, phi)
	become(load, ir.R(r))
	c.defs, c.loop.local = definitions(k), append(c.loop.local, make([]bool, len(k.Regs)-len(c.loop.local))...)
	c.loop.local[r] = true
}
