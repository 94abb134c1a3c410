package regalloc

// This file chooses the register bank of a value, so that the operands of an instruction lie
// in different banks as far as registers are free. ptxas does so: in the machine code of gpusim/validation/h200, 90 % of
// the instructions that read two registers, and 99 % of those that read three, read them
// from more than one bank.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// reads reports whether in reads its operand i from a register of the thread: because
// the value lives there, or because the operand is fetched (fetch.go).
func (a *analysis) reads(in *ir.Instr, i int) bool {
	o := in.Src[i]
	if !o.IsReg || a.class[o.Reg] == predicate {
		return false
	}
	if a.class[o.Reg] == general || in.Op.Facts().Memory {
		return a.class[o.Reg] == general || i > 0 || in.Space == ir.Global
	}
	for j, x := range in.Src {
		if !x.IsReg && x.Imm != 0 || j < i && x.IsReg && x != o && (a.class[x.Reg] == constant || a.class[x.Reg] == uniform) {
			return in.Op != ir.Mov
		}
	}
	return false
}

// bank returns the bank in which r meets the fewest operands of the instructions that
// read it; false if they are all alike. A wide operand begins in an even register.
func (a *analysis) bank(r ir.Reg) (best int, ok bool) {
	if a.t.Banks == 0 {
		return 0, false
	}
	if a.readers == nil {
		a.readers = a.users()
	}
	self := a.operandOf(r)
	weight := make([]float64, a.t.Banks)
	for _, u := range a.readers[r] {
		for i, o := range u.in.Src {
			if o == self || !a.reads(u.in, i) {
				continue
			}
			for b := range a.t.Banks {
				if a.size[o.Reg] > 1 && b%pairWords == 0 || a.size[o.Reg] == 1 && a.first[o.Reg] >= 0 && a.first[o.Reg]%a.t.Banks == b {
					weight[b] += u.weight
				}
			}
		}
	}
	least := slices.Min(weight)
	return slices.Index(weight, least), least < slices.Max(weight)
}

// operandOf returns the operand that the value r is.
func (a *analysis) operandOf(r ir.Reg) ir.Operand {
	if int(r) < len(a.k.Regs) {
		return ir.R(r)
	}
	return a.operand(r)
}

// use is an instruction that reads a register, and its weight.
type use struct {
	in     *ir.Instr
	weight float64
}

// users lists the instructions that read each register. Instructions in loops weigh more.
func (a *analysis) users() [][]use {
	users, depth := make([][]use, len(a.class)), a.k.LoopDepths()
	for _, id := range a.k.ReversePostOrder() {
		weight := 1.0
		for range depth[id] {
			weight *= profile.LoopTrips()
		}
		for p, in := range a.k.Blocks[id].Instrs {
			for i, o := range in.Src {
				if a.reads(in, i) {
					users[o.Reg] = append(users[o.Reg], use{in, weight})
				}
			}
			a.fetchedFor(in, id, p, func(v ir.Reg) { users[v] = append(users[v], use{in, weight}) })
		}
	}
	return users
}

// fetchedFor calls f with the values that hold the fetched operands of in, which stands at position p of a block.
func (a *analysis) fetchedFor(in *ir.Instr, id ir.BlockID, p int, f func(ir.Reg)) {
	if a.held == nil {
		return
	}
	list := a.fetched(in)
	for _, v := range a.held[id][p] {
		if slices.Contains(list, a.operand(v)) {
			f(v)
		}
	}
}
