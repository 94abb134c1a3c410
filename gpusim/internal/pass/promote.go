package pass

// This file moves local variables from local memory to registers.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// promote gives every element of a local array or struct a register of its
// own when all accesses to the variable are at constant offsets, and removes
// the local variables that nobody reads any more.
func promote(k *ir.Kernel) {
	if k.LocalBytes == 0 {
		return
	}
	removeUnreachable(k)
	if p := newPromoter(k, promotable(k)); len(p.vars) > 0 {
		p.run()
	}
	dropLocals(k)
}

// cell is a piece of a local variable that one register holds. Accesses to it touch all its
// bytes or some of them.
type cell struct {
	off  int64
	typ  ir.Type // of all accesses; an unsigned type if they differ
	name string
}

// promotable returns, by VarID, the cells of the variables that can live in
// registers; nil for those that cannot.
func promotable(k *ir.Kernel) [][]cell {
	pieces := make([]map[cell]bool, len(k.Vars)+1)
	spoilt := make([]bool, len(k.Vars)+1)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Root == 0 || k.Var(in.Root).Kind != ir.LocalVar || spoilt[in.Root] {
				continue
			}
			c, ok := accessed(k, in)
			if pieces[in.Root] == nil {
				pieces[in.Root] = map[cell]bool{}
			}
			pieces[in.Root][c], spoilt[in.Root] = true, !ok
		}
	}
	cells := make([][]cell, len(k.Vars)+1)
	for id := range cells {
		if len(pieces[id]) > 0 && !spoilt[id] {
			cells[id] = joinPieces(k.Var(ir.VarID(id)), slices.Collect(maps.Keys(pieces[id])))
		}
	}
	return cells
}

// accessed returns the piece that in uses, if in is a plain aligned access at a
// constant offset inside its variable.
func accessed(k *ir.Kernel, in *ir.Instr) (cell, bool) {
	if in.Op != ir.Ld && in.Op != ir.St || in.Volatile || in.Vec != 1 || in.Guard != ir.NoReg || in.Src[0].IsReg {
		return cell{}, false
	}
	c := cell{off: placeIn(in), typ: in.Type}
	return c, c.off >= 0 && c.off%int64(c.typ.Bytes()) == 0 && c.end() <= int64(k.Var(in.Root).Bytes)
}

// placeIn returns the offset in its variable of an access at a constant offset.
func placeIn(in *ir.Instr) int64 { return int64(in.Src[0].Imm) + in.Off }

func (c cell) end() int64 { return c.off + int64(c.typ.Bytes()) }

// joinPieces returns the cells of a variable in ascending order. Of two aligned pieces that
// overlap, the wider contains the other.
func joinPieces(v *ir.Var, pieces []cell) (cells []cell) {
	slices.SortFunc(pieces, func(x, y cell) int {
		return cmp.Or(cmp.Compare(x.off, y.off), cmp.Compare(y.end(), x.end()), cmp.Compare(x.typ, y.typ))
	})
	for _, c := range pieces {
		last := len(cells) - 1
		if last < 0 || c.off >= cells[last].end() {
			c.name = cellName(v, c.off)
			cells = append(cells, c)
		} else if !cells[last].holds(c.off, c.typ) {
			cells[last].typ = bitsOf(cells[last].typ)
		}
	}
	return cells
}

// holds reports whether an access needs no conversion: it touches all bytes, and its register
// holds the same bits.
func (c cell) holds(off int64, t ir.Type) bool {
	return c.off == off && (c.typ == t || t.Reg() == t && c.typ.Reg() == c.typ && ir.SameClass(c.typ, t))
}

// cellName is the learner's name of an element: "acc[3]", or "acc" when there
// is only one.
func cellName(v *ir.Var, off int64) string {
	if v.Elem.Bytes == 0 || v.Bytes <= v.Elem.Bytes {
		return v.Name
	}
	return fmt.Sprintf("%s[%d]", v.Name, off/int64(v.Elem.Bytes))
}

// promoter replaces the loads of cells by the values last stored.
type promoter struct {
	k       *ir.Kernel
	cells   [][]cell       // by VarID
	first   []int          // by VarID: the place of its first cell below
	vars    []*ir.Variable // by cell
	types   []cell
	now     []value              // in the block at hand
	changed map[*ir.Instr]ir.Reg // by store that needs a conversion: the cell's value after it
}

func newPromoter(k *ir.Kernel, cells [][]cell) *promoter {
	p := &promoter{k: k, cells: cells, first: make([]int, len(cells)), changed: map[*ir.Instr]ir.Reg{}}
	preds := k.Preds()
	for id, list := range cells {
		p.first[id] = len(p.vars)
		for _, c := range list {
			p.vars = append(p.vars, ir.NewVariable(k, preds, ir.RegInfo{Type: c.typ.Reg(), Name: c.name}))
			p.types = append(p.types, c)
		}
	}
	return p
}

// cell returns the place of the cell that in accesses, or −1.
func (p *promoter) cell(in *ir.Instr) int {
	list := p.cells[in.Root]
	if len(list) == 0 {
		return -1
	}
	i, found := slices.BinarySearchFunc(list, placeIn(in), func(x cell, off int64) int { return cmp.Compare(x.off, off) })
	if !found {
		i-- // in the middle of the one before
	}
	return p.first[in.Root] + i
}

func (p *promoter) run() {
	for _, b := range p.k.Blocks {
		for _, in := range b.Instrs {
			if i := p.cell(in); i >= 0 && in.Op == ir.St {
				p.vars[i].Define(b.ID, p.stored(i, in))
			}
		}
	}
	p.now = make([]value, len(p.vars))
	for _, b := range p.k.Blocks {
		p.block(b)
	}
	for _, v := range p.vars {
		v.Place()
	}
}

// stored returns the value of a cell after a store. A value that must be converted gets a
// register, which block defines.
func (p *promoter) stored(i int, in *ir.Instr) ir.Operand {
	c, op := p.types[i], in.Src[1]
	switch {
	case !c.holds(placeIn(in), in.Type):
		p.changed[in] = p.k.NewReg(c.typ.Reg(), "")
		op = ir.R(p.changed[in])
	case !op.IsReg:
		op.Imm = c.typ.Extend(op.Imm) & c.typ.Reg().Mask()
	}
	p.name(op, c.name)
	return op
}

// block removes the stores of cells, and turns their loads into copies.
func (p *promoter) block(b *ir.Block) {
	clear(p.now)
	w := &bitWriter{k: p.k}
	for _, in := range b.Instrs {
		i := p.cell(in)
		if i < 0 {
			w.list = append(w.list, in)
			continue
		}
		w.pos = in.Pos
		if in.Op == ir.St {
			p.store(w, i, in, b)
		} else {
			p.load(w, i, in, b)
		}
	}
	b.Instrs = w.list
}

// current returns the value of a cell.
func (p *promoter) current(i int, b *ir.Block) ir.Operand {
	if !p.now[i].known {
		p.now[i] = value{p.vars[i].AtStart(b.ID), true}
	}
	return p.now[i].op
}

func (p *promoter) store(w *bitWriter, i int, in *ir.Instr, b *ir.Block) {
	c, r := p.types[i], p.changed[in]
	if r == ir.NoReg {
		p.now[i] = value{p.stored(i, in), true}
		return
	}
	w.insert(p.current(i, b), c.typ, placeIn(in)-c.off, in.Src[1], in.Type)
	w.list[len(w.list)-1].Dst[0] = r
	p.now[i] = value{ir.R(r), true}
}

func (p *promoter) load(w *bitWriter, i int, in *ir.Instr, b *ir.Block) {
	c, v := p.types[i], p.current(i, b)
	if !c.holds(placeIn(in), in.Type) {
		v = w.extract(v, c.typ, placeIn(in)-c.off, in.Type)
	}
	become(in, v)
	w.list = append(w.list, in)
}

// name gives a value the name of the variable it is assigned to, unless it has
// one.
func (p *promoter) name(op ir.Operand, name string) {
	if op.IsReg && p.k.Regs[op.Reg].Name == "" {
		p.k.Regs[op.Reg].Name = name
	}
}

// dropLocals removes the stores to local variables that are never read, the
// variables that are never accessed, and the room they took.
func dropLocals(k *ir.Kernel) {
	read := make([]bool, len(k.Vars)+1)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op != ir.St || in.Volatile {
				read[in.Root] = true
			}
		}
	}
	keep := func(id ir.VarID) bool { return id == 0 || read[id] || k.Var(id).Kind != ir.LocalVar }
	for _, b := range k.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return !keep(in.Root) })
	}
	k.KeepVars(keep)
}
