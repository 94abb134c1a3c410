package regalloc

// This file puts the operands of an instruction into different register banks, as far as
// registers are free. ptxas does so: in the machine code of gpusim/validation/h200, 90 % of
// the instructions that read two registers, and 99 % of those that read three, read them
// from more than one bank.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// setPlaces sets the places of all operands if the banks of the device are known.
func setPlaces(k *ir.Kernel, t Target) {
	if t.Banks == 0 {
		return
	}
	a, used := allocate(k, t)
	end := used + t.Regs.Hidden
	unit := max(1, t.Unit)
	a.separate((end+unit-1)/unit*unit - t.Regs.Hidden)
	each(k, func(in *ir.Instr) { in.Places = a.places(in) })
}

// places returns the registers of an instruction's operands.
func (a *analysis) places(in *ir.Instr) []ir.Place {
	places := make([]ir.Place, len(in.Src))
	for i, o := range in.Src {
		if a.reads(in, i) {
			places[i] = ir.Place{First: int16(max(a.first[o.Reg], 0)), Words: int16(wordsOf(a.k.Regs[o.Reg].Type))}
		}
	}
	return places
}

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
		a.readers = a.users(true)
	}
	var weight [arch.MostBanks]float64
	for _, u := range a.readers[r] {
		for i, o := range u.in.Src {
			if o.Reg == r || !a.reads(u.in, i) {
				continue
			}
			for b := range a.t.Banks {
				if a.size[o.Reg] > 1 && b%pairWords == 0 || a.size[o.Reg] == 1 && a.first[o.Reg] >= 0 && a.first[o.Reg]%a.t.Banks == b {
					weight[b] += u.weight
				}
			}
		}
	}
	banks := weight[:a.t.Banks]
	least := slices.Min(banks)
	return slices.Index(banks, least), least < slices.Max(banks)
}

// separate moves single-register values to other registers below end, so that fewer operands
// of one instruction share a bank. Instructions in loops weigh more.
func (a *analysis) separate(end int) {
	users := a.users(false)
	for r := range a.k.Regs {
		if users[r] != nil && a.first[r] < 0 {
			a.first[r] = 0
		}
	}
	for range separateRounds {
		for r := range a.k.Regs {
			if users[r] != nil && a.single(r) {
				a.move(ir.Reg(r), end, users[r])
			}
		}
	}
}

// single reports whether r is neither wide nor an element of a vector.
func (a *analysis) single(r int) bool {
	g := a.of[r].group
	return wordsOf(a.k.Regs[r].Type) == 1 && (g < 0 || a.groups[g].words == 1)
}

// separateRounds is how often separate visits all registers.
const separateRounds = 2

// use is an instruction that reads a register, and its weight.
type use struct {
	in     *ir.Instr
	weight float64
}

// users lists the instructions that read each register, accesses to memory only if asked.
func (a *analysis) users(accesses bool) [][]use {
	users, depth := make([][]use, len(a.k.Regs)), depths(a.k)
	for _, id := range a.k.ReversePostOrder() {
		weight := 1.0
		for range depth[id] {
			weight *= loopWeight
		}
		for _, in := range a.k.Blocks[id].Instrs {
			if in.Op.Facts().Memory && !accesses {
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

// move puts r into the next bank if r shares a bank with fewer operands there.
func (a *analysis) move(r ir.Reg, end int, users []use) {
	if a.conflicts(r, a.first[r]+1, users) >= a.conflicts(r, a.first[r], users) {
		return
	}
	var taken row
	a.keepStack(&taken, 1)
	for _, c := range a.interferes[r] {
		taken.take(a.first[c], a.size[c], 1, a.first[c] >= 0)
	}
	for at := (a.first[r] + 1) % a.t.Banks; at < end; at += a.t.Banks {
		if at >= len(taken.taken) || !taken.taken[at] {
			a.first[r] = at
			return
		}
	}
}

// conflicts returns the weighted bank conflicts of r's readers if r were in register at. A wide
// operand counts in the bank of its first register.
func (a *analysis) conflicts(r ir.Reg, at int, users []use) (sum float64) {
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
