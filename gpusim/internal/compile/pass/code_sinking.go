package pass

// This file sinks code common to both arms of a branch into the block where they join.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// sinkCode moves equal instructions at the end of both arms of a diamond to the block
// where the arms join. Two stores, or two loads, become one with selected operands. It
// does so only if the remaining arms can be executed by all lanes, so that the branch
// disappears.
func (c *converter) sinkCode() bool {
	t := c.b.Term()
	x, y := c.k.Blocks[t.Targets[0]], c.k.Blocks[t.Targets[1]]
	if x == y || !c.side(x) || !c.side(y) {
		return false
	}
	j := c.k.Blocks[x.Term().Targets[0]]
	if j != c.k.Blocks[y.Term().Targets[0]] || len(c.preds[j.ID]) != 2 || !sinkable(x, y) {
		return false
	}
	moved := false
	for {
		a, b := lastOf(x), lastOf(y)
		if a == nil || b == nil || !twins(a, b) || !c.sinkPair(x, y, j, a, b) {
			return moved
		}
		moved = true
	}
}

// side reports whether x is an arm of b: its only predecessor is b, and it has one successor.
func (c *converter) side(x *ir.Block) bool {
	return x != c.b && len(c.preds[x.ID]) == 1 && x.Term().Op == ir.Bra
}

// sinkable reports whether the common tail of x and y contains all their memory
// accesses, and at least one.
func sinkable(x, y *ir.Block) bool {
	n, m := len(x.Instrs)-1, len(y.Instrs)-1
	memory := false
	for n > 0 && m > 0 && twins(x.Instrs[n-1], y.Instrs[m-1]) {
		memory = memory || x.Instrs[n-1].Op.Facts().Memory
		n, m = n-1, m-1
	}
	harmless := func(list []*ir.Instr) bool {
		return len(list) <= maxArm && !slices.ContainsFunc(list, func(in *ir.Instr) bool { return !speculable(in) })
	}
	return memory && harmless(x.Instrs[:n]) && harmless(y.Instrs[:m])
}

// twins reports whether a and b are the same operation, possibly with different operands.
func twins(a, b *ir.Instr) bool {
	plain := func(in *ir.Instr) bool {
		return (in.Op == ir.Ld || in.Op == ir.St || speculable(in) && in.Op != ir.Phi && len(in.Dst) == 1) && !in.Volatile && in.Guard == ir.NoReg && in.Vec <= 1
	}
	return plain(a) && plain(b) && a.Op == b.Op && a.Mod == b.Mod && a.Type == b.Type && a.From == b.From && len(a.Src) == len(b.Src) &&
		a.Space == b.Space && a.Root == b.Root && a.Off == b.Off && a.ReadOnly == b.ReadOnly
}

func lastOf(b *ir.Block) *ir.Instr {
	if len(b.Instrs) < 2 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-2]
}

// sinkPair merges a and b, the last instructions of x and y, into one instruction of j.
// Their results may be used only by one phi of j.
func (c *converter) sinkPair(x, y, j *ir.Block, a, b *ir.Instr) bool {
	in := *a
	if len(a.Dst) == 1 {
		phi := c.phiOf(x, y, j, a.Dst[0], b.Dst[0])
		if phi == nil {
			return false
		}
		in.Dst = phi.Dst
		j.Instrs = slices.DeleteFunc(j.Instrs, func(p *ir.Instr) bool { return p == phi })
	}
	in.Src = slices.Clone(a.Src)
	for i, o := range b.Src {
		if in.Src[i] != o {
			r := c.k.NewReg(a.SrcType(i).Reg(), "")
			phi := &ir.Instr{Op: ir.Phi, Type: a.SrcType(i).Reg(), Dst: []ir.Reg{r}, Src: []ir.Operand{in.Src[i], o}, Preds: []ir.BlockID{x.ID, y.ID}, Pos: a.Pos}
			j.Instrs = slices.Insert(j.Instrs, 0, phi)
			in.Src[i] = ir.R(r)
		}
	}
	j.Instrs = slices.Insert(j.Instrs, len(j.Phis()), &in)
	for _, arm := range []*ir.Block{x, y} {
		arm.Instrs = slices.Delete(arm.Instrs, len(arm.Instrs)-2, len(arm.Instrs)-1)
	}
	return true
}

// phiOf returns the phi of j that takes p from x and q from y, if it is their only use.
// x and y define them last and lead only to j, so that no other block can use them.
func (c *converter) phiOf(x, y, j *ir.Block, p, q ir.Reg) (only *ir.Instr) {
	for _, phi := range j.Phis() {
		fromX, fromY := phi.Src[slices.Index(phi.Preds, x.ID)] == ir.R(p), phi.Src[slices.Index(phi.Preds, y.ID)] == ir.R(q)
		switch {
		case fromX != fromY || fromX && only != nil:
			return nil
		case fromX:
			only = phi
		}
	}
	return only
}
