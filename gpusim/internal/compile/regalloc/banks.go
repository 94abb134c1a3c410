package regalloc

// This file puts the operands of an instruction into different banks of registers, as
// far as registers are free, as ptxas does: in the machine code of validation/h200 nine of ten
// instructions that read two registers have them in two banks, and all but 1 % of those that
// read three.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// settle says where the operands of all instructions are, where registers have banks.
func settle(k *ir.Kernel, t Target) {
	if t.Banks == 0 {
		return
	}
	a := analyse(k, t)
	end := a.colour() + t.Regs.Hidden
	unit := max(1, t.Unit)
	a.part((end+unit-1)/unit*unit - t.Regs.Hidden)
	each(k, func(in *ir.Instr) { in.Places = a.places(in) })
}

// places returns where an instruction's operands are.
func (a *analysis) places(in *ir.Instr) []ir.Place {
	places := make([]ir.Place, len(in.Src))
	for i, o := range in.Src {
		if a.reads(in, i) {
			places[i] = ir.Place{First: int16(max(a.first[o.Reg], 0)), Words: int16(wordsOf(a.k.Regs[o.Reg].Type))}
		}
	}
	return places
}

// reads reports whether in reads its operand i from a register of the thread. An
// instruction names one operand that is none, and of an access only the offset: a
// constant beyond that is fetched into a register first, at best once for all.
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

// part moves values of one register, below an end, so that fewer operands of the same
// instruction lie in one bank, where an instruction in a loop counts more.
func (a *analysis) part(end int) {
	users := a.users()
	for r := range a.k.Regs {
		if users[r] != nil && a.first[r] < 0 {
			a.first[r] = 0
		}
	}
	for range partRounds {
		for r := range a.k.Regs {
			if users[r] != nil && a.single(r) {
				a.move(ir.Reg(r), end, users[r])
			}
		}
	}
}

// single reports whether r is not wide, nor an element of a vector.
func (a *analysis) single(r int) bool {
	g := a.of[r].group
	return wordsOf(a.k.Regs[r].Type) == 1 && (g < 0 || a.groups[g].words == 1)
}

// partRounds is how often all registers are looked at.
const partRounds = 2

// use is an instruction that reads a register, and how much that counts.
type use struct {
	in     *ir.Instr
	weight float64
}

// users lists the instructions that read each register.
func (a *analysis) users() [][]use {
	users, depth := make([][]use, len(a.k.Regs)), depths(a.k)
	for _, id := range a.k.ReversePostOrder() {
		weight := 1.0
		for range depth[id] {
			weight *= loopWeight
		}
		for _, in := range a.k.Blocks[id].Instrs {
			if in.Op.Facts().Memory {
				continue
			}
			for i, o := range in.Src {
				if a.reads(in, i) {
					users[o.Reg] = append(users[o.Reg], use{in, weight})
				}
			}
		}
	}
	return users
}

// move puts r into the next bank if it meets fewer operands there.
func (a *analysis) move(r ir.Reg, end int, users []use) {
	if a.meets(r, a.first[r]+1, users) >= a.meets(r, a.first[r], users) {
		return
	}
	var taken row
	a.keepStack(&taken, 1)
	for _, c := range a.clash[r] {
		taken.take(a.first[c], wordsOf(a.k.Regs[c].Type), 1, a.first[c] >= 0)
	}
	for at := (a.first[r] + 1) % a.t.Banks; at < end; at += a.t.Banks {
		if at >= len(taken.taken) || !taken.taken[at] {
			a.first[r] = at
			return
		}
	}
}

// meets weighs the operands that r would meet in the bank of a register. Wide values
// count where they begin.
func (a *analysis) meets(r ir.Reg, at int, users []use) (sum float64) {
	for _, u := range users {
		var words [arch.MostBanks]int
		words[at%a.t.Banks]++
		for i, o := range u.in.Src {
			if o.Reg != r && a.reads(u.in, i) && !slices.Contains(u.in.Src[:i], o) {
				words[a.first[o.Reg]%a.t.Banks]++
			}
		}
		sum += u.weight * float64(slices.Max(words[:]))
	}
	return sum
}
