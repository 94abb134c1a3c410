package pass

// This file places the copies that phis leave on the ways between blocks.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// way is one edge of the control-flow graph and the copies it needs.
type way struct {
	to    *ir.Block
	alone bool // no other way leads there
	moves []*ir.Instr
}

// edges removes the phis and places the copies of each way.
func (w *webs) edges() {
	preds := w.k.Preds()
	old := w.k.Blocks
	for _, from := range old {
		var ways []way
		for _, s := range from.Succs() {
			to := old[s]
			ways = append(ways, way{to, len(preds[s]) == 1, w.moves(to.Phis(), from.ID)})
		}
		w.placeMoves(from, ways)
	}
	for _, b := range old {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return in.Op == ir.Phi })
	}
}

// placeMoves puts the copies of the ways out of a block into it if it can, else
// into the blocks behind or into new ones.
func (w *webs) placeMoves(from *ir.Block, ways []way) {
	critical := slices.ContainsFunc(ways, func(x way) bool { return len(x.moves) > 0 && !x.alone })
	if all, ok := w.together(from, ways); critical && ok {
		last := len(from.Instrs) - 1
		from.Instrs = slices.Concat(from.Instrs[:last], sequence(w.k, all), from.Instrs[last:])
		return
	}
	for _, x := range ways {
		switch moves := sequence(w.k, x.moves); {
		case len(moves) == 0:
		case x.alone:
			x.to.Instrs = slices.Concat(moves, x.to.Instrs)
		default:
			b := splitEdge(w.k, from, x.to, "edge")
			b.Instrs = append(moves, b.Instrs...)
		}
	}
}

// together returns the copies of all ways out of a block as one set. It
// reports false when one way would overwrite what another or the branch needs.
func (w *webs) together(from *ir.Block, ways []way) ([]*ir.Instr, bool) {
	var all []*ir.Instr
	for i, x := range ways {
		for _, in := range x.moves {
			d := in.Dst[0]
			if w.reads(from.Term(), d) {
				return nil, false
			}
			for j, y := range ways {
				if j != i && w.disturbs(d, in.Src[0], from, y) {
					return nil, false
				}
			}
			if !slices.ContainsFunc(all, func(m *ir.Instr) bool { return m.Dst[0] == d }) {
				all = append(all, in)
			}
		}
	}
	return all, true
}

// reads reports whether in reads a register of the class that d stands for.
func (w *webs) reads(in *ir.Instr, d ir.Reg) bool {
	found := false
	in.EachUse(func(r ir.Reg) { found = found || w.reg(r) == d })
	return found
}

// disturbs reports whether copying src to d is wrong on another way: it copies
// something else there, or needs what d held.
func (w *webs) disturbs(d ir.Reg, src ir.Operand, from *ir.Block, other way) bool {
	for _, in := range other.moves {
		if in.Dst[0] == d {
			return in.Src[0] != src
		}
	}
	for _, phi := range other.to.Phis() {
		o := phi.Src[slices.Index(phi.Preds, from.ID)]
		if o.IsReg && w.reg(o.Reg) == d && w.reg(phi.Dst[0]) == d {
			return true
		}
	}
	found := false
	w.live.In[other.to.ID].Each(func(r ir.Reg) { found = found || w.reg(r) == d })
	return found
}

// moves returns the copies for the way from p, which are meant to happen at once.
func (w *webs) moves(phis []*ir.Instr, p ir.BlockID) []*ir.Instr {
	var pending []*ir.Instr
	for _, in := range phis {
		o := in.Src[slices.Index(in.Preds, p)]
		if o.IsReg {
			o.Reg = w.reg(o.Reg)
		}
		d := w.reg(in.Dst[0])
		if o != ir.R(d) {
			pending = append(pending, &ir.Instr{Op: ir.Mov, Type: in.Type, Dst: []ir.Reg{d}, Src: []ir.Operand{o}, Pos: in.Pos})
		}
	}
	return pending
}

// sequence orders copies that are meant to happen at once. A cycle is broken
// by saving one value in a new register.
func sequence(k *ir.Kernel, pending []*ir.Instr) []*ir.Instr {
	var out []*ir.Instr
	for len(pending) > 0 {
		i := slices.IndexFunc(pending, func(in *ir.Instr) bool { return !read(pending, in.Dst[0]) })
		if i < 0 {
			i = 0
			d := pending[0].Dst[0]
			saved := k.NewReg(k.Regs[d].Type, "")
			out = append(out, &ir.Instr{Op: ir.Mov, Type: pending[0].Type, Dst: []ir.Reg{saved}, Src: []ir.Operand{ir.R(d)}, Pos: pending[0].Pos})
			for _, in := range pending {
				if in.Src[0] == ir.R(d) {
					in.Src[0] = ir.R(saved)
				}
			}
		}
		out = append(out, pending[i])
		pending = slices.Delete(pending, i, i+1)
	}
	return out
}

// read reports whether one of the copies reads r.
func read(pending []*ir.Instr, r ir.Reg) bool {
	return slices.ContainsFunc(pending, func(in *ir.Instr) bool { return in.Src[0] == ir.R(r) })
}
