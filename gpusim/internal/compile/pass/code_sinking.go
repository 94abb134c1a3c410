package pass

// This file sinks code common to both arms of a branch into the block where they join.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// sinkCode moves equal instructions at the end of both arms of a diamond to the block
// where the arms join. Two stores, or two loads, become one with selected operands. It
// moves all of them if all lanes can execute the remaining arms, so that the branch
// disappears, and else as many as LLVM would.
func (c *converter) sinkCode() bool {
	t := c.b.Term()
	x, y := c.k.Blocks[t.Targets[0]], c.k.Blocks[t.Targets[1]]
	if x == y || !c.side(x) || !c.side(y) {
		return false
	}
	j := c.k.Blocks[x.Term().Targets[0]]
	if j != c.k.Blocks[y.Term().Targets[0]] || len(c.preds[j.ID]) != 2 {
		return false
	}
	xs, ys := lateAddresses(x, j), lateAddresses(y, j)
	tail := commonTail(xs, ys)
	if !flattens(xs, ys, tail) {
		tail = c.sinks(xs, ys, tail)
	}
	if !slices.ContainsFunc(tail, func(p twin) bool { return p.a.Op.Facts().Memory }) {
		return false
	}
	x.Instrs, y.Instrs = append(xs, x.Term()), append(ys, y.Term())
	for i, p := range tail {
		if !c.sinkPair(x, y, j, p.a, p.b) {
			return i > 0
		}
	}
	return true
}

// branches reports whether in becomes several blocks.
func branches(in *ir.Instr) bool { return in.Op == ir.Math && slowTrig[in.Mod] }

// lateAddresses returns the instructions of x, which leads to j, without the branch. What
// computes only the address of a store stands right before the store, as in LLVM's code.
func lateAddresses(x, j *ir.Block) []*ir.Instr {
	a := &addressMover{def: map[ir.Reg]*ir.Instr{}, uses: map[ir.Reg]int{}, late: map[*ir.Instr]bool{}}
	body := x.Instrs[:len(x.Instrs)-1]
	for _, in := range slices.Concat(body, j.Phis()) {
		for _, o := range in.Src {
			if o.IsReg {
				a.uses[o.Reg]++
			}
		}
	}
	for _, in := range body {
		if len(in.Dst) == 1 && in.Op != ir.Phi && speculable(in) {
			a.def[in.Dst[0]] = in
		}
		if in.Op == ir.St {
			a.mark(in.Src[0])
		}
	}
	for _, in := range body {
		if in.Op == ir.St {
			a.emit(in.Src[0])
		}
		if !a.late[in] {
			a.list = append(a.list, in)
		}
	}
	return a.list
}

// addressMover moves the computation of addresses.
type addressMover struct {
	def  map[ir.Reg]*ir.Instr
	uses map[ir.Reg]int
	late map[*ir.Instr]bool // computes only an address
	list []*ir.Instr
}

// mark finds what computes only an address.
func (a *addressMover) mark(address ir.Operand) {
	in := a.def[address.Reg]
	if !address.IsReg || in == nil || a.uses[address.Reg] != 1 {
		return
	}
	a.late[in] = true
	for _, o := range in.Src {
		a.mark(o)
	}
}

// emit appends what computes only an address.
func (a *addressMover) emit(address ir.Operand) {
	in := a.def[address.Reg]
	if !address.IsReg || !a.late[in] {
		return
	}
	for _, o := range in.Src {
		a.emit(o)
	}
	a.list = append(a.list, in)
}

// side reports whether x is an arm of b: its only predecessor is b, and it has one successor.
// nvcc moves no code out of arms of several blocks.
func (c *converter) side(x *ir.Block) bool {
	return x != c.b && len(c.preds[x.ID]) == 1 && x.Term().Op == ir.Bra && !slices.ContainsFunc(x.Instrs, branches)
}

// twin is two instructions, one of each arm, that can become one.
type twin struct{ a, b *ir.Instr }

// commonTail returns the equal instructions at the end of x and y, the last ones first.
func commonTail(x, y []*ir.Instr) (tail []twin) {
	for n, m := len(x)-1, len(y)-1; n >= 0 && m >= 0 && twins(x[n], y[m]); n, m = n-1, m-1 {
		tail = append(tail, twin{x[n], y[m]})
	}
	return tail
}

// flattens reports whether all lanes can execute what is left of x and y without the tail.
func flattens(x, y []*ir.Instr, tail []twin) bool {
	harmless := func(list []*ir.Instr) bool {
		return len(list) <= maxArm && !slices.ContainsFunc(list, func(in *ir.Instr) bool { return !speculable(in) })
	}
	return harmless(x[:len(x)-len(tail)]) && harmless(y[:len(y)-len(tail)])
}

// sinks returns the pairs of the tail that LLVM's SimplifyCFG moves: up to the first that
// needs more than one phi for operands that do not move themselves.
func (c *converter) sinks(x, y []*ir.Instr, tail []twin) []twin {
	for n := len(tail); ; {
		moved := movedBy(tail[:n])
		i := slices.IndexFunc(tail[:n], func(p twin) bool { return p.phis(moved) > 0 && p.indexes(tail) || c.reused(x, y, p, len(tail)) })
		if i < 0 {
			i = slices.IndexFunc(tail[:n], func(p twin) bool { return p.phis(moved) > 1 })
			if i < 0 {
				i = n
			}
			return tail[:i]
		}
		n = i
	}
}

// movedBy returns the results of the pairs: for that in x, that in y.
func movedBy(tail []twin) map[ir.Operand]ir.Operand {
	moved := map[ir.Operand]ir.Operand{}
	for _, p := range tail {
		if len(p.a.Dst) == 1 {
			moved[ir.R(p.a.Dst[0])] = ir.R(p.b.Dst[0])
		}
	}
	return moved
}

// phis returns how many operands of p need a phi.
func (p twin) phis(moved map[ir.Operand]ir.Operand) (n int) {
	for i, o := range p.a.Src {
		if q := p.b.Src[i]; o != q && (!o.IsReg || moved[o] != q) {
			n++
		}
	}
	return n
}

// indexes reports whether p scales an index of 64 bits or adds it to a pointer. LLVM does
// both with one instruction, which gets no phi.
func (p twin) indexes(tail []twin) bool {
	return p.a.Type.Bytes() == ir.U64.Bytes() && (p.a.Op == ir.Add || p.a.Op == ir.Mul) &&
		slices.ContainsFunc(tail, func(q twin) bool {
			return q.a.Op.Facts().Memory && q.a.Src[0] == ir.R(p.a.Dst[0]) || p.a.Op == ir.Mul && q.a.Op == ir.Add && slices.Contains(q.a.Src, ir.R(p.a.Dst[0]))
		})
}

// reused reports whether an arm computes the same before its tail, so that p has another
// use there. What b computes is the same in both arms.
func (c *converter) reused(x, y []*ir.Instr, p twin, tail int) bool {
	if p.a.Op.Facts().Memory {
		return false
	}
	def := map[ir.Operand]*ir.Instr{}
	for _, in := range slices.Concat(x, y, c.b.Instrs) {
		for _, r := range in.Dst {
			def[ir.R(r)] = in
		}
	}
	in := func(list []*ir.Instr, as *ir.Instr) bool {
		return slices.ContainsFunc(list, func(in *ir.Instr) bool { return equalTrees(in, as, def) })
	}
	return in(x[:len(x)-tail], p.a) && !in(c.b.Instrs, p.a) || in(y[:len(y)-tail], p.b) && !in(c.b.Instrs, p.b)
}

// equalTrees reports whether two instructions compute the same from the same operands.
func equalTrees(a, b *ir.Instr, def map[ir.Operand]*ir.Instr) bool {
	if a.Op != b.Op || a.Mod != b.Mod || a.Type != b.Type || a.From != b.From || a.Op == ir.Phi || !speculable(a) {
		return false
	}
	return slices.EqualFunc(a.Src, b.Src, func(p, q ir.Operand) bool {
		return p == q || def[p] != nil && def[q] != nil && equalTrees(def[p], def[q], def)
	})
}

// twins reports whether a and b are the same operation, possibly with different operands.
func twins(a, b *ir.Instr) bool {
	plain := func(in *ir.Instr) bool {
		return (in.Op == ir.Ld || in.Op == ir.St || speculable(in) && in.Op != ir.Phi && len(in.Dst) == 1) && !in.Volatile && in.Guard == ir.NoReg && in.Vec <= 1
	}
	return plain(a) && plain(b) && a.Op == b.Op && a.Mod == b.Mod && a.Type == b.Type && a.From == b.From && len(a.Src) == len(b.Src) &&
		a.Space == b.Space && a.Root == b.Root && a.Off == b.Off && a.ReadOnly == b.ReadOnly
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
			in.Src[i] = c.phi(x, y, j, &ir.Instr{Op: ir.Phi, Type: a.SrcType(i).Reg(), Src: []ir.Operand{in.Src[i], o}, Preds: []ir.BlockID{x.ID, y.ID}, Pos: a.Pos})
		}
	}
	j.Instrs = slices.Insert(j.Instrs, len(j.Phis()), &in)
	for _, arm := range []*ir.Block{x, y} {
		arm.Instrs = slices.Delete(arm.Instrs, len(arm.Instrs)-2, len(arm.Instrs)-1)
	}
	return true
}

// phi returns the result of a phi that j has or gets.
func (c *converter) phi(x, y, j *ir.Block, in *ir.Instr) ir.Operand {
	for _, old := range j.Phis() {
		if old.Type == in.Type && old.Src[slices.Index(old.Preds, x.ID)] == in.Src[0] && old.Src[slices.Index(old.Preds, y.ID)] == in.Src[1] {
			return ir.R(old.Dst[0])
		}
	}
	in.Dst = []ir.Reg{c.k.NewReg(in.Type, "")}
	j.Instrs = slices.Insert(j.Instrs, 0, in)
	return ir.R(in.Dst[0])
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
