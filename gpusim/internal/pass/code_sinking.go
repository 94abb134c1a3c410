package pass

// This file sinks code common to the arms of a branch into the block where they join.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// sinkCode moves equal instructions at the end of all arms to the block where the arms
// join. Two stores, or two loads, become one with selected operands. It moves all of them
// if all lanes can execute the remaining arms, so that the branch disappears, and else as
// many as LLVM would.
func (c *converter) sinkCode() bool {
	s := c.arms()
	if s == nil {
		return false
	}
	s.findTail()
	if len(s.arms) > 2 || !s.flattens() {
		s.keepProfitable()
	}
	if !slices.ContainsFunc(s.tail, func(t duplicates) bool { return t[0].Op.Facts().Memory }) {
		return false
	}
	for i, x := range s.arms {
		x.Instrs = append(s.lists[i], x.Term())
	}
	for i, t := range s.tail {
		if !s.sink(t) {
			return i > 0
		}
	}
	return true
}

// sinker moves code from the arms to j, where they join.
type sinker struct {
	c     *converter
	j     *ir.Block
	arms  []*ir.Block
	lists [][]*ir.Instr // the arms' instructions, without the branches
	tail  []duplicates  // the last ones first
}

// duplicates is equal instructions, one of each arm, that can become one.
type duplicates []*ir.Instr

// arms returns the blocks that join behind the branch: both its sides, and more where a
// side of another branch leads there too.
func (c *converter) arms() *sinker {
	t := c.b.Term()
	x, y := c.k.Blocks[t.Targets[0]], c.k.Blocks[t.Targets[1]]
	if x == y || !c.side(x) || !c.side(y) || x.Term().Targets[0] != y.Term().Targets[0] {
		return nil
	}
	s := &sinker{c: c, j: c.k.Blocks[x.Term().Targets[0]]}
	if returns(s.j) && slices.ContainsFunc(c.k.Blocks, func(b *ir.Block) bool { return b != s.j && returns(b) }) {
		return nil
	}
	for _, id := range c.preds[s.j.ID] {
		arm := c.k.Blocks[id]
		if !c.side(arm) {
			return nil
		}
		s.arms, s.lists = append(s.arms, arm), append(s.lists, lateAddresses(arm, s.j))
	}
	return s
}

// returns reports whether a block only ends the thread. To LLVM all such blocks are one,
// where more than the arms of a branch join.
func returns(b *ir.Block) bool { return len(b.Instrs) == 1 && b.Term().Op == ir.Exit }

// side reports whether x is an arm of a branch: it has one predecessor and one successor.
// nvcc moves no code out of arms of several blocks.
func (c *converter) side(x *ir.Block) bool {
	return x != c.b && len(c.preds[x.ID]) == 1 && x.Term().Op == ir.Bra && !slices.ContainsFunc(x.Instrs, branches)
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

// findTail finds the equal instructions at the end of the arms.
func (s *sinker) findTail() {
	for n := 1; ; n++ {
		var t duplicates
		for _, list := range s.lists {
			if n > len(list) || !alike(list[len(list)-n], s.lists[0][len(s.lists[0])-n]) {
				return
			}
			t = append(t, list[len(list)-n])
		}
		s.tail = append(s.tail, t)
	}
}

// before returns what arm i holds before the tail.
func (s *sinker) before(i int) []*ir.Instr { return s.lists[i][:len(s.lists[i])-len(s.tail)] }

// flattens reports whether all lanes can execute what the arms hold before the tail.
func (s *sinker) flattens() bool {
	for i := range s.arms {
		list := s.before(i)
		if !profile.ShortArm(len(list)) || slices.ContainsFunc(list, func(in *ir.Instr) bool { return !speculable(in) }) {
			return false
		}
	}
	return true
}

// keepProfitable keeps what LLVM's SimplifyCFG moves: up to the first instructions that
// need more than one phi for operands that do not move themselves.
func (s *sinker) keepProfitable() {
	reused := s.reused()
	for {
		moved := movedBy(s.tail)
		stays := func(t duplicates) bool { return t.phis(moved) > 0 && t.index(s.tail) || reused(t) }
		i := slices.IndexFunc(s.tail, stays)
		if i < 0 {
			break
		}
		s.tail = s.tail[:i]
	}
	moved := movedBy(s.tail)
	if i := slices.IndexFunc(s.tail, func(t duplicates) bool { return !profile.Sinks(t.phis(moved)) }); i >= 0 {
		s.tail = s.tail[:i]
	}
}

// movedBy returns the duplicates by the result of the first.
func movedBy(tail []duplicates) map[ir.Operand]duplicates {
	moved := map[ir.Operand]duplicates{}
	for _, t := range tail {
		if len(t[0].Dst) == 1 {
			moved[ir.R(t[0].Dst[0])] = t
		}
	}
	return moved
}

// phis returns how many operands of t need a phi.
func (t duplicates) phis(moved map[ir.Operand]duplicates) (n int) {
	for i, o := range t[0].Src {
		from, equal := moved[o], true
		for arm, in := range t {
			equal = equal && (in.Src[i] == o || from != nil && in.Src[i] == ir.R(from[arm].Dst[0]))
		}
		if !equal {
			n++
		}
	}
	return n
}

// index reports whether t scales an index of 64 bits or adds it to a pointer. LLVM does
// both with one instruction, which gets no phi.
func (t duplicates) index(tail []duplicates) bool {
	in := t[0]
	return in.Type.Bytes() == ir.U64.Bytes() && (in.Op == ir.Add || in.Op == ir.Mul) && slices.ContainsFunc(tail, func(u duplicates) bool {
		use := u[0]
		return use.Op.Facts().Memory && use.Src[0] == ir.R(in.Dst[0]) || in.Op == ir.Mul && use.Op == ir.Add && slices.Contains(use.Src, ir.R(in.Dst[0]))
	})
}

// reused returns a function that reports whether an arm computes the same before its tail,
// so that its instruction has another use there. What b computes is the same in all arms.
func (s *sinker) reused() func(duplicates) bool {
	first, above := firstEqual(slices.Insert(slices.Clone(s.lists), 0, s.c.b.Instrs)), map[ir.Reg]bool{}
	for _, in := range s.c.b.Instrs {
		for _, r := range in.Dst {
			above[first[r]] = true
		}
	}
	earlier := make([]map[ir.Reg]bool, len(s.arms))
	for i := range s.arms {
		earlier[i] = map[ir.Reg]bool{}
		for _, in := range s.before(i) {
			for _, r := range in.Dst {
				earlier[i][first[r]] = first[r] != ir.NoReg && !above[first[r]]
			}
		}
	}
	return func(t duplicates) bool {
		for i, in := range t {
			if len(in.Dst) == 1 && earlier[i][first[in.Dst[0]]] {
				return true
			}
		}
		return false
	}
}

// firstEqual returns, for each result of arithmetic, that of the first equal computation.
func firstEqual(lists [][]*ir.Instr) map[ir.Reg]ir.Reg {
	first, known := map[ir.Reg]ir.Reg{}, map[expr]ir.Reg{}
	for _, in := range slices.Concat(lists...) {
		if !speculable(in) || in.Op == ir.Phi || len(in.Dst) != 1 || len(in.Src) > 4 {
			continue
		}
		e := expr{op: in.Op, mod: in.Mod, typ: in.Type, from: in.From}
		e.operands(in.Src)
		for i, o := range in.Src {
			if r, ok := first[o.Reg]; ok && o.IsReg {
				e.src[i] = uint64(r)
			}
		}
		if _, ok := known[e]; !ok {
			known[e] = in.Dst[0]
		}
		first[in.Dst[0]] = known[e]
	}
	return first
}

// alike reports whether a and b are the same operation, possibly with different operands.
func alike(a, b *ir.Instr) bool {
	plain := func(in *ir.Instr) bool {
		return (in.Op == ir.Ld || in.Op == ir.St || speculable(in) && in.Op != ir.Phi && len(in.Dst) == 1) && !in.Volatile && in.Guard == ir.NoReg && in.Vec <= 1
	}
	return plain(a) && plain(b) && a.Op == b.Op && a.Mod == b.Mod && a.Type == b.Type && a.From == b.From && len(a.Src) == len(b.Src) &&
		a.Space == b.Space && a.Root == b.Root && a.Off == b.Off && a.ReadOnly == b.ReadOnly && a.Hint == b.Hint
}

// sink merges t, the last instructions of the arms, into one instruction of j. Their
// results may be used only by one phi of j.
func (s *sinker) sink(t duplicates) bool {
	in := *t[0]
	if len(in.Dst) == 1 {
		phi := s.only(t)
		if phi == nil {
			return false
		}
		in.Dst = phi.Dst
		s.j.Instrs = slices.DeleteFunc(s.j.Instrs, func(p *ir.Instr) bool { return p == phi })
	}
	in.Src = make([]ir.Operand, len(t[0].Src))
	for i := range in.Src {
		in.Src[i] = s.choice(t, i)
	}
	s.j.Instrs = slices.Insert(s.j.Instrs, len(s.j.Phis()), &in)
	for _, arm := range s.arms {
		arm.Instrs = slices.Delete(arm.Instrs, len(arm.Instrs)-2, len(arm.Instrs)-1)
	}
	return true
}

// choice returns operand i of t in j, from a phi if it is not the same in all arms.
func (s *sinker) choice(t duplicates, i int) ir.Operand {
	in := &ir.Instr{Op: ir.Phi, Type: t[0].SrcType(i).Reg(), Pos: t[0].Pos}
	if o := t[0].Src[i]; t[0].Op == ir.Mov && o.IsReg { // it may take the bits of another type
		in.Type = s.c.k.Regs[o.Reg].Type
	}
	equal := true
	for arm, x := range t {
		in.Src, in.Preds = append(in.Src, x.Src[i]), append(in.Preds, s.arms[arm].ID)
		equal = equal && x.Src[i] == t[0].Src[i]
	}
	if equal {
		return t[0].Src[i]
	}
	for _, old := range s.j.Phis() {
		if old.Type == in.Type && s.takes(old, in.Src) == len(s.arms) {
			return ir.R(old.Dst[0])
		}
	}
	in.Dst = []ir.Reg{s.c.k.NewReg(in.Type, "")}
	s.j.Instrs = slices.Insert(s.j.Instrs, 0, in)
	return ir.R(in.Dst[0])
}

// takes returns from how many arms a phi of j takes the given operand of the arm.
func (s *sinker) takes(phi *ir.Instr, of []ir.Operand) (n int) {
	for i, arm := range s.arms {
		if phi.Src[slices.Index(phi.Preds, arm.ID)] == of[i] {
			n++
		}
	}
	return n
}

// only returns the phi of j that takes the results of t, if it is their only use. The arms
// define them last and lead only to j, so that no other block can use them.
func (s *sinker) only(t duplicates) (only *ir.Instr) {
	var results []ir.Operand
	for _, in := range t {
		results = append(results, ir.R(in.Dst[0]))
	}
	for _, phi := range s.j.Phis() {
		switch n := s.takes(phi, results); {
		case n == 0:
		case n < len(s.arms) || only != nil:
			return nil
		default:
			only = phi
		}
	}
	return only
}
