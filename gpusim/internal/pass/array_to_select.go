package pass

// This file keeps small local arrays in registers although their indexes are
// known only at run time.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// arrayToSelect replaces an access to a small local array at a run-time index by
// compares and selects over all elements. Then promote keeps the elements in registers.
//
// Elements must have the size of a register, and the index must be proven to lie inside the
// array. Any other access stays, so that an
// index out of range is reported.
func arrayToSelect(k *ir.Kernel) {
	if k.LocalBytes == 0 {
		return
	}
	removeUnreachable(k)
	c := &arraySelector{k: k, ranges: &ranges{def: definitions(k)}, align: newAlignment(k), loops: make([]bool, len(k.Blocks))}
	for _, l := range k.Loops(k.Dominators()) {
		for _, b := range l.Blocks {
			c.loops[b] = true
		}
	}
	if arrays := c.arrays(); len(arrays) > 0 {
		for _, b := range k.Blocks {
			c.rewrite(b, arrays)
		}
		promote(k)
	}
}

type arraySelector struct {
	k      *ir.Kernel
	ranges *ranges
	align  *alignment
	loops  []bool // by block: a loop contains it
}

// array counts the run-time-indexed accesses to a variable.
type array struct {
	typ      ir.Type
	spoilt   bool // another kind of access exists
	accesses int
	loop     bool // a loop contains one of them
}

// arrays returns the variables to keep in registers.
func (c *arraySelector) arrays() map[ir.VarID]bool {
	seen := make([]array, len(c.k.Vars)+1)
	for _, b := range c.k.Blocks {
		for _, in := range b.Instrs {
			if v := c.k.Var(in.Root); v != nil && v.Kind == ir.LocalVar {
				seen[in.Root].add(c, b, in)
			}
		}
	}
	selected := map[ir.VarID]bool{}
	for id := range seen {
		a := &seen[id]
		if !a.spoilt && a.accesses > 0 && profile.ArrayInRegisters(nvcc.Array{Elements: c.k.Var(ir.VarID(id)).Bytes / a.typ.Bytes(), Accesses: a.accesses, Loop: a.loop}) {
			selected[ir.VarID(id)] = true
		}
	}
	return selected
}

// add counts one access.
func (a *array) add(c *arraySelector, b *ir.Block, in *ir.Instr) {
	if a.typ == ir.NoType {
		a.typ = in.Type
	}
	if !c.plain(in) || !ir.SameClass(a.typ, in.Type) {
		a.spoilt = true
		return
	}
	if in.Src[0].IsReg {
		a.accesses++
		a.loop = a.loop || c.loops[b.ID]
	}
}

// plain reports whether in loads or stores one whole element inside its variable.
func (c *arraySelector) plain(in *ir.Instr) bool {
	word := ir.U32.Bytes()
	if in.Op != ir.Ld && in.Op != ir.St || in.Volatile || in.Vec != 1 || in.Guard != ir.NoReg || in.Type.Bytes() != word {
		return false
	}
	r := c.ranges.of(in.Src[0])
	inside := r.low+in.Off >= 0 && r.high+in.Off+int64(word) <= int64(c.k.Var(in.Root).Bytes)
	return inside && min(c.align.operand(in.Src[0]), zerosOf(uint64(in.Off))) >= zerosOf(uint64(word))
}

// rewrite replaces the run-time-indexed accesses of b.
func (c *arraySelector) rewrite(b *ir.Block, arrays map[ir.VarID]bool) {
	var out []*ir.Instr
	for _, in := range b.Instrs {
		if !arrays[in.Root] || !in.Src[0].IsReg {
			out = append(out, in)
			continue
		}
		e := &selectWriter{k: c.k, in: in, out: out}
		if in.Op == ir.Ld {
			e.load()
		} else {
			e.store()
		}
		out = e.out
	}
	b.Instrs = out
}

// selectWriter writes the compares and selects that replace one access.
type selectWriter struct {
	k   *ir.Kernel
	in  *ir.Instr
	out []*ir.Instr
}

// load selects the element at the index, by default the last.
func (e *selectWriter) load() {
	last := e.k.Var(e.in.Root).Bytes - e.in.Type.Bytes()
	v := e.element(last)
	for at := last - e.in.Type.Bytes(); at >= 0; at -= e.in.Type.Bytes() {
		v = e.emit(ir.Selp, ir.NoMod, e.in.Type, e.element(at), v, e.is(at))
	}
	e.out = append(e.out, &ir.Instr{Op: ir.Mov, Type: e.in.Type, Dst: e.in.Dst, Src: []ir.Operand{v}, Pos: e.in.Pos})
}

// store makes each element select the stored value if the index is its own.
func (e *selectWriter) store() {
	for at := 0; at < e.k.Var(e.in.Root).Bytes; at += e.in.Type.Bytes() {
		v := e.emit(ir.Selp, ir.NoMod, e.in.Type, e.in.Src[1], e.element(at), e.is(at))
		st := *e.in
		st.Src, st.Off = []ir.Operand{{}, v}, int64(at)
		e.out = append(e.out, &st)
	}
}

// element loads the element at an offset.
func (e *selectWriter) element(at int) ir.Operand {
	r := e.k.NewReg(e.in.Type.Reg(), "")
	e.out = append(e.out, &ir.Instr{Op: ir.Ld, Type: e.in.Type, Space: ir.Local, Vec: 1, Root: e.in.Root, Align: e.in.Type.Bytes(),
		Dst: []ir.Reg{r}, Src: []ir.Operand{{}}, Off: int64(at), Pos: e.in.Pos})
	return ir.R(r)
}

// is compares the index with the index of the element at an offset.
func (e *selectWriter) is(at int) ir.Operand {
	t := e.k.Regs[e.in.Src[0].Reg].Type
	return e.emit(ir.Setp, ir.EQ, t, e.in.Src[0], ir.I(uint64(int64(at)-e.in.Off)&t.Mask()))
}

func (e *selectWriter) emit(op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := &ir.Instr{Op: op, Mod: m, Type: t, Src: src, Pos: e.in.Pos}
	in.Dst = []ir.Reg{e.k.NewReg(in.DstType(), "")}
	e.out = append(e.out, in)
	return ir.R(in.Dst[0])
}
