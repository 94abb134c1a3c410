package pass

// This file keeps small local arrays in registers although their indexes are
// not constant.

import "gpucourse/gpusim/internal/ir"

// Which arrays ptxas keeps in registers: by their elements, whatever accesses them
// at run-time indexes; by their elements when such an access is in a loop, or there
// are few; else by elements times accesses. So it does with 9 of 10 of the arrays of
// gpusim/validation/h200/arrays.csv, which holds what nvcc 13.0.88 made of each. Elements
// of other sizes than a register's it leaves in memory.
const (
	fewElements  = 4
	loopElements = 9
	fewAccesses  = 2
	mostElements = 64
	mostChoices  = 84
)

// choose turns an access to a small local array at an index that is not constant
// into one of each element: a load takes the element at the index, a store leaves
// the others as they are. Then promote keeps the elements in registers.
//
// It does so only for indexes that are proven to lie inside of the array: others
// stay accesses, which report an index that does not.
func choose(k *ir.Kernel) {
	if k.LocalBytes == 0 {
		return
	}
	removeUnreachable(k)
	c := &chooser{k: k, ranges: &ranges{definitions(k)}, align: newAlignment(k), loops: make([]bool, len(k.Blocks))}
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

type chooser struct {
	k      *ir.Kernel
	ranges *ranges
	align  *alignment
	loops  []bool // by block: it is in one
}

// array counts the accesses at run-time indexes to a variable.
type array struct {
	typ      ir.Type
	spoilt   bool // some access is none of these
	accesses int
	loop     bool // some are in loops
}

// arrays returns the variables that are to be kept in registers.
func (c *chooser) arrays() map[ir.VarID]bool {
	seen := make([]array, len(c.k.Vars)+1)
	for _, b := range c.k.Blocks {
		for _, in := range b.Instrs {
			if v := c.k.Var(in.Root); v != nil && v.Kind == ir.LocalVar {
				seen[in.Root].add(c, b, in)
			}
		}
	}
	chosen := map[ir.VarID]bool{}
	for id := range seen {
		a := &seen[id]
		if !a.spoilt && a.accesses > 0 && a.small(c.k.Var(ir.VarID(id)).Bytes/a.typ.Bytes()) {
			chosen[ir.VarID(id)] = true
		}
	}
	return chosen
}

// add takes note of one access.
func (a *array) add(c *chooser, b *ir.Block, in *ir.Instr) {
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

// plain reports whether in loads or stores one whole element inside of its variable.
func (c *chooser) plain(in *ir.Instr) bool {
	word := ir.U32.Bytes()
	if in.Op != ir.Ld && in.Op != ir.St || in.Volatile || in.Vec != 1 || in.Guard != ir.NoReg || in.Type.Bytes() != word {
		return false
	}
	r := c.ranges.of(in.Src[0])
	inside := r.low+in.Off >= 0 && r.high+in.Off+int64(word) <= int64(c.k.Var(in.Root).Bytes)
	return inside && min(c.align.operand(in.Src[0]), zerosOf(uint64(in.Off))) >= zerosOf(uint64(word))
}

// small reports whether an array of n elements is kept in registers.
func (a *array) small(n int) bool {
	switch {
	case n <= fewElements:
		return true
	case a.loop:
		return n <= loopElements
	case a.accesses <= fewAccesses:
		return n <= mostElements
	}
	return n*a.accesses <= mostChoices
}

// rewrite replaces the accesses of b at run-time indexes.
func (c *chooser) rewrite(b *ir.Block, arrays map[ir.VarID]bool) {
	var out []*ir.Instr
	for _, in := range b.Instrs {
		if !arrays[in.Root] || !in.Src[0].IsReg {
			out = append(out, in)
			continue
		}
		e := &choice{k: c.k, in: in, out: out}
		if in.Op == ir.Ld {
			e.load()
		} else {
			e.store()
		}
		out = e.out
	}
	b.Instrs = out
}

// choice writes what replaces one access.
type choice struct {
	k   *ir.Kernel
	in  *ir.Instr
	out []*ir.Instr
}

// load: the last element, unless the index is that of another.
func (e *choice) load() {
	last := e.k.Var(e.in.Root).Bytes - e.in.Type.Bytes()
	v := e.element(last)
	for at := last - e.in.Type.Bytes(); at >= 0; at -= e.in.Type.Bytes() {
		v = e.emit(ir.Selp, ir.NoMod, e.in.Type, e.element(at), v, e.is(at))
	}
	e.out = append(e.out, &ir.Instr{Op: ir.Mov, Type: e.in.Type, Dst: e.in.Dst, Src: []ir.Operand{v}, Pos: e.in.Pos})
}

// store: each element becomes the value if the index is its own.
func (e *choice) store() {
	for at := 0; at < e.k.Var(e.in.Root).Bytes; at += e.in.Type.Bytes() {
		v := e.emit(ir.Selp, ir.NoMod, e.in.Type, e.in.Src[1], e.element(at), e.is(at))
		st := *e.in
		st.Src, st.Off = []ir.Operand{{}, v}, int64(at)
		e.out = append(e.out, &st)
	}
}

// element loads the element at an offset.
func (e *choice) element(at int) ir.Operand {
	r := e.k.NewReg(e.in.Type.Reg(), "")
	e.out = append(e.out, &ir.Instr{Op: ir.Ld, Type: e.in.Type, Space: ir.Local, Vec: 1, Root: e.in.Root, Align: e.in.Type.Bytes(),
		Dst: []ir.Reg{r}, Src: []ir.Operand{{}}, Off: int64(at), Pos: e.in.Pos})
	return ir.R(r)
}

// is compares the index with an offset.
func (e *choice) is(at int) ir.Operand {
	t := e.k.Regs[e.in.Src[0].Reg].Type
	return e.emit(ir.Setp, ir.EQ, t, e.in.Src[0], ir.I(uint64(int64(at)-e.in.Off)&t.Mask()))
}

func (e *choice) emit(op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := &ir.Instr{Op: op, Mod: m, Type: t, Src: src, Pos: e.in.Pos}
	in.Dst = []ir.Reg{e.k.NewReg(in.DstType(), "")}
	e.out = append(e.out, in)
	return ir.R(in.Dst[0])
}
