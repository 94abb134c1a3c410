package pass

// This file moves local variables from local memory to registers.

import (
	"cmp"
	"fmt"
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

// cell is a piece of a local variable that is always accessed as a whole.
type cell struct {
	off  int64
	typ  ir.Type
	name string
}

// promotable returns, by VarID, the cells of the variables that can live in
// registers; nil for those that cannot.
func promotable(k *ir.Kernel) [][]cell {
	cells := make([][]cell, len(k.Vars)+1)
	spoilt := make([]bool, len(k.Vars)+1)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Root == 0 || k.Var(in.Root).Kind != ir.LocalVar || spoilt[in.Root] {
				continue
			}
			c, ok := accessed(k, in)
			if ok {
				cells[in.Root], ok = insert(cells[in.Root], c)
			}
			spoilt[in.Root] = !ok
		}
	}
	for id := range cells {
		if spoilt[id] {
			cells[id] = nil
		}
		for i := range cells[id] {
			cells[id][i].name = cellName(k.Var(ir.VarID(id)), cells[id][i].off)
		}
	}
	return cells
}

// accessed returns the cell that in uses, if in is a plain access at a
// constant offset inside its variable.
func accessed(k *ir.Kernel, in *ir.Instr) (cell, bool) {
	if in.Op != ir.Ld && in.Op != ir.St || in.Volatile || in.Vec != 1 || in.Guard != ir.NoReg || in.Src[0].IsReg {
		return cell{}, false
	}
	c := cell{off: int64(in.Src[0].Imm) + in.Off, typ: in.Type}
	return c, c.off >= 0 && c.off+int64(c.typ.Bytes()) <= int64(k.Var(in.Root).Bytes)
}

// insert adds c to cells, which are sorted by offset. It reports false when c
// overlaps another cell or is the same cell with another type.
func insert(cells []cell, c cell) ([]cell, bool) {
	i, found := slices.BinarySearchFunc(cells, c.off, func(x cell, off int64) int { return cmp.Compare(x.off, off) })
	if found {
		same := cells[i].typ == c.typ || c.typ.Bytes() >= 4 && ir.SameClass(cells[i].typ, c.typ)
		return cells, same
	}
	if i > 0 && cells[i-1].off+int64(cells[i-1].typ.Bytes()) > c.off ||
		i < len(cells) && c.off+int64(c.typ.Bytes()) > cells[i].off {
		return cells, false
	}
	return slices.Insert(cells, i, c), true
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
	k     *ir.Kernel
	cells [][]cell    // by VarID
	first []int       // by VarID: the place of its first cell below
	vars  []*variable // by cell
	types []cell
	now   []value // in the block at hand
}

func newPromoter(k *ir.Kernel, cells [][]cell) *promoter {
	p := &promoter{k: k, cells: cells, first: make([]int, len(cells))}
	preds := k.Preds()
	for id, list := range cells {
		p.first[id] = len(p.vars)
		for _, c := range list {
			p.vars = append(p.vars, newVariable(k, preds, ir.RegInfo{Type: c.typ.Reg(), Name: c.name}))
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
	i, _ := slices.BinarySearchFunc(list, int64(in.Src[0].Imm)+in.Off, func(x cell, off int64) int { return cmp.Compare(x.off, off) })
	return p.first[in.Root] + i
}

func (p *promoter) run() {
	for _, b := range p.k.Blocks {
		for _, in := range b.Instrs {
			if i := p.cell(in); i >= 0 && in.Op == ir.St {
				p.vars[i].define(b.ID, p.types[i].stored(in))
			}
		}
	}
	p.now = make([]value, len(p.vars))
	for _, b := range p.k.Blocks {
		clear(p.now)
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return p.access(b, in) })
	}
	for _, v := range p.vars {
		v.place()
	}
}

// access takes note of a store and reports that it may go, or turns a load
// into a copy.
func (p *promoter) access(b *ir.Block, in *ir.Instr) bool {
	i := p.cell(in)
	if i < 0 {
		return false
	}
	if in.Op == ir.St {
		p.now[i] = value{p.types[i].stored(in), true}
		p.name(p.now[i].op, p.types[i].name)
		return true
	}
	if !p.now[i].known {
		p.now[i] = value{p.vars[i].atStart(b.ID), true}
	}
	become(in, p.now[i].op)
	return false
}

// name gives a value the name of the variable it is assigned to, unless it has
// one.
func (p *promoter) name(op ir.Operand, name string) {
	if op.IsReg && p.k.Regs[op.Reg].Name == "" {
		p.k.Regs[op.Reg].Name = name
	}
}

// stored returns the value that a store puts in the cell, as a register holds it.
func (c cell) stored(in *ir.Instr) ir.Operand {
	op := in.Src[1]
	if !op.IsReg {
		op.Imm = c.typ.Extend(op.Imm) & c.typ.Reg().Mask()
	}
	return op
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
	KeepVars(k, keep)
}

// KeepVars removes the variables for which keep is false, and the room that local
// ones took.
func KeepVars(k *ir.Kernel, keep func(ir.VarID) bool) {
	renumberVars(k, keep)
	layoutLocals(k)
}

// renumberVars removes the variables for which keep is false.
func renumberVars(k *ir.Kernel, keep func(ir.VarID) bool) {
	ids := make([]ir.VarID, len(k.Vars)+1)
	var vars []ir.Var
	for i, v := range k.Vars {
		if keep(ir.VarID(i + 1)) {
			vars = append(vars, v)
			ids[i+1] = ir.VarID(len(vars))
		}
	}
	k.Vars = vars
	for i := range k.Params {
		k.Params[i].Var = ids[k.Params[i].Var]
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			in.Root = ids[in.Root]
		}
	}
}

// layoutLocals places the local variables one after the other.
func layoutLocals(k *ir.Kernel) {
	end := 0
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.LocalVar {
			align := max(v.Align, 1)
			v.Offset = (end + align - 1) / align * align
			end = v.Offset + v.Bytes
		}
	}
	k.LocalBytes = end
}
