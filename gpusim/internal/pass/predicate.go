package pass

// This file executes what computes a chosen value under the condition of the choice.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// predicate makes `t = op …; v = p ? t : v` one instruction: op writes v in the lanes
// for which p holds, and the others keep what they had. ptxas does so with arms that it
// executes under a predicate and with choices of its optimiser
// (gpusim/validation/h200/compiler/predicate.txt). The pass "phi-elimination" has given the choice and the value
// that it may keep one register, where it could.
func predicate(k *ir.Kernel) {
	p := newPredicater(k)
	for _, b := range k.Blocks {
		for j := 0; j < len(b.Instrs); j++ {
			if p.replace(b, j) {
				j--
			}
		}
		for i := 0; i < len(b.Instrs); i++ {
			p.keepOthers(b, i)
		}
	}
	compact(k)
}

// keepOthers makes one instruction of the predicated load at i and of the choices that take what it has loaded. In
// the lanes that do not load, the results keep their values, or a constant that is written before.
func (p *predicater) keepOthers(b *ir.Block, i int) {
	in, at := b.Instrs[i], p.choices(b, i)
	if at == nil {
		return
	}
	var before []*ir.Instr
	results := make([]ir.Reg, len(at))
	for n, j := range at {
		choice := b.Instrs[j]
		d, other := choice.Dst[0], otherOf(choice, in)
		if other.IsReg && other != ir.R(d) || slices.Contains(results[:n], d) || !p.early(b, i, j) {
			return
		}
		if results[n] = d; !other.IsReg {
			before = append(before, &ir.Instr{Op: ir.Mov, Type: choice.Type, Dst: choice.Dst, Src: []ir.Operand{other}, Pos: choice.Pos})
		}
	}
	in.Dst, in.Keep = results, true
	slices.Sort(at)
	for _, j := range slices.Backward(at) {
		b.Instrs = slices.Delete(b.Instrs, j, j+1)
	}
	b.Instrs = slices.Insert(b.Instrs, i, before...)
}

// choices returns the places of the choices that take the results of the predicated load at i where it loads, one for
// each result. It returns nil unless each result has one choice and no other use.
func (p *predicater) choices(b *ir.Block, i int) (at []int) {
	in := b.Instrs[i]
	if in.Op != ir.Ld || in.Guard == ir.NoReg || in.Keep {
		return nil
	}
	for _, d := range in.Dst {
		j := slices.IndexFunc(b.Instrs[i+1:], func(x *ir.Instr) bool {
			return x.Op == ir.Selp && x.Guard == ir.NoReg && x.Src[2] == ir.R(in.Guard) && x.Src[sideOf(in)] == ir.R(d)
		})
		if j < 0 || !p.once(ir.R(d)) {
			return nil
		}
		at = append(at, i+1+j)
	}
	return at
}

// sideOf returns which operand of a choice a predicated instruction computes.
func sideOf(in *ir.Instr) int {
	if in.GuardNot {
		return 1
	}
	return 0
}

// otherOf returns the operand of a choice that a predicated instruction does not compute.
func otherOf(choice, in *ir.Instr) ir.Operand { return choice.Src[1-sideOf(in)] }

// pair is the result of a choice and the value that it keeps in some lanes.
type pair struct{ result, kept ir.Reg }

// pairs lists those of choices whose other value may be computed in place.
func pairs(k *ir.Kernel) []pair {
	var list []pair
	p := newPredicater(k)
	for _, b := range k.Blocks {
		for j, in := range b.Instrs {
			for _, at := range p.choices(b, j) {
				if kept := otherOf(b.Instrs[at], in); kept.IsReg {
					list = append(list, pair{b.Instrs[at].Dst[0], kept.Reg})
				}
			}
			for side := 0; in.Op == ir.Selp && side < 2; side++ {
				if kept := in.Src[1-side]; kept.IsReg && p.computed(b, j, side) >= 0 {
					list = append(list, pair{in.Dst[0], kept.Reg})
				}
			}
		}
	}
	return list
}

// predicater knows the places that name each register.
type predicater struct {
	reads, writes []int
}

func newPredicater(k *ir.Kernel) *predicater {
	p := &predicater{reads: make([]int, len(k.Regs)), writes: make([]int, len(k.Regs))}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			in.EachUse(func(r ir.Reg) { p.reads[r]++ })
			for _, d := range in.Dst {
				p.writes[d]++
			}
		}
	}
	return p
}

// replace makes one instruction of the choice at j, if it is one, and of what computes
// one of its values.
func (p *predicater) replace(b *ir.Block, j int) bool {
	in := b.Instrs[j]
	if in.Op != ir.Selp {
		return false
	}
	for side := range 2 {
		if in.Src[1-side] != ir.R(in.Dst[0]) {
			continue
		}
		i := p.computed(b, j, side)
		if i < 0 {
			continue
		}
		if at := p.place(b, i, j); at >= 0 {
			p.merge(b, i, j, at, side == 1)
			return true
		}
	}
	return false
}

// computed returns the place in b of what computes that operand of the choice at j and
// may be executed under its condition; −1 when there is none.
func (p *predicater) computed(b *ir.Block, j, side int) int {
	in := b.Instrs[j]
	o := in.Src[side]
	if !in.Src[2].IsReg || !p.once(o) {
		return -1
	}
	i := definedBefore(b, j, o.Reg)
	if i < 0 || !p.predicable(b, i, in, side == 1) {
		return -1
	}
	return i
}

// once reports whether a value is written in one place and read in one.
func (p *predicater) once(o ir.Operand) bool {
	return o.IsReg && p.writes[o.Reg] == 1 && p.reads[o.Reg] == 1
}

// definedBefore returns the place before j that writes r, −1 when none does.
func definedBefore(b *ir.Block, j int, r ir.Reg) int {
	for i := j - 1; i >= 0; i-- {
		if slices.Contains(b.Instrs[i].Dst, r) {
			return i
		}
	}
	return -1
}

// predicable reports whether nvcc executes the instruction at i under the condition of
// the choice that takes its result or else other.
func (p *predicater) predicable(b *ir.Block, i int, choice *ir.Instr, not bool) bool {
	in, other := b.Instrs[i], choice.Src[0]
	if !not {
		other = choice.Src[1]
	}
	if !quick(in) || in.Guard != ir.NoReg && (in.Guard != choice.Src[2].Reg || in.GuardNot != not) {
		return false
	}
	c := nvcc.Choice{
		SumWithOther: (in.Op == ir.Add || in.Op == ir.Sub) && !in.Type.Float() && slices.Contains(in.Src, other),
		Wide:         in.DstType().Bits() > ir.U32.Bits(),
	}
	if c.Wide {
		c.Instrs = p.arm(b, i)
	}
	return profile.PredicatesChoice(c)
}

// quick reports whether in computes a number from others, quickly and without fault.
func quick(in *ir.Instr) bool {
	switch in.Op {
	case ir.Mov, ir.Special, ir.Selp, ir.AddrOf, ir.Setp, ir.Phi, ir.Ld:
		return false
	}
	return len(in.Dst) == 1 && in.DstType() != ir.Pred && speculable(in)
}

// arm returns how many instructions up to i nobody needs but the one at i.
func (p *predicater) arm(b *ir.Block, i int) int {
	n := 1
	for _, o := range b.Instrs[i].Src {
		if !p.once(o) {
			continue
		}
		if d := definedBefore(b, i, o.Reg); d >= 0 && quick(b.Instrs[d]) {
			n += p.arm(b, d)
		}
	}
	return n
}

// place returns which of i and j the instruction at i can stand at when it writes the
// result of the choice at j, −1 when neither.
func (p *predicater) place(b *ir.Block, i, j int) int {
	in := b.Instrs[i]
	late := !slices.ContainsFunc(b.Instrs[i+1:j], func(x *ir.Instr) bool { return slices.ContainsFunc(x.Dst, in.Reads) })
	switch {
	case p.early(b, i, j):
		return i
	case late:
		return j
	}
	return -1
}

// early reports whether the choice at j may be made at i: nothing between them needs or writes its result or its condition.
func (p *predicater) early(b *ir.Block, i, j int) bool {
	choice := b.Instrs[j]
	return !slices.ContainsFunc(b.Instrs[i+1:j], func(x *ir.Instr) bool {
		return x.Reads(choice.Dst[0]) || slices.Contains(x.Dst, choice.Dst[0]) || slices.Contains(x.Dst, choice.Src[2].Reg)
	})
}

// merge puts the instruction at i, under the condition of the choice at j, where one of
// them stood.
func (p *predicater) merge(b *ir.Block, i, j, at int, not bool) {
	in, choice := b.Instrs[i], b.Instrs[j]
	in.Dst[0], in.Guard, in.GuardNot, in.Keep = choice.Dst[0], choice.Src[2].Reg, not, true
	b.Instrs[at] = in
	b.Instrs = slices.Delete(b.Instrs, i+j-at, i+j-at+1)
	if at == j {
		at--
	}
	p.spread(b, at)
}

// spread gives the guard of the instruction at a place to those before that only it needs,
// as far back as the condition is known.
func (p *predicater) spread(b *ir.Block, at int) {
	in := b.Instrs[at]
	known := definedBefore(b, at, in.Guard)
	for _, o := range in.Src {
		if !p.once(o) {
			continue
		}
		if i := definedBefore(b, at, o.Reg); i > known && quick(b.Instrs[i]) && b.Instrs[i].Guard == ir.NoReg {
			b.Instrs[i].Guard, b.Instrs[i].GuardNot = in.Guard, in.GuardNot
			p.spread(b, i)
		}
	}
}
