package regalloc

// This file moves spill stores down, so that loads overlap.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// delay moves spill stores behind later instructions as far as room registers allow. A
// spill store directly behind its load would stall the warp until the value arrives, and
// with it all later loads. nvcc's code also issues many loads before the first spill store
// (kernel spill of gpusim/validation/h200/visible.cu). If the result cannot be coloured,
// delay retries with less room.
func (s *spiller) delay(t Target, room int) {
	if s.id == 0 {
		return
	}
	before := orders(s.k)
	for ; room > 0; room-- {
		a := analyse(s.k, t, false)
		moved := false
		for _, b := range s.k.Blocks {
			moved = s.delayIn(b, a, room) || moved
		}
		if !moved {
			return
		}
		if _, used := allocate(s.k, t); used+t.Regs.Hidden <= t.Limit {
			s.k.Usage.Registers = used + t.Regs.Hidden
			return
		}
		for i, b := range s.k.Blocks {
			b.Instrs = slices.Clone(before[i])
		}
	}
}

// orders returns a copy of each block's instruction list.
func orders(k *ir.Kernel) (list [][]*ir.Instr) {
	for _, b := range k.Blocks {
		list = append(list, slices.Clone(b.Instrs))
	}
	return list
}

// delayIn moves the spill stores of one block, the last one first so that they keep their
// order.
func (s *spiller) delayIn(b *ir.Block, a *analysis, room int) (moved bool) {
	words := make([]int, len(b.Instrs))
	i := len(b.Instrs)
	a.live.Backward(b, func(in *ir.Instr, live ir.RegSet) {
		i--
		words[i] = a.pressure(in, live)
	})
	for at, in := range slices.Backward(b.Instrs) {
		if in.Op != ir.St || in.Root != s.id {
			continue
		}
		need, to := wordsOf(s.k.Regs[in.Src[1].Reg].Type), at
		for to+1 < len(b.Instrs) && words[to+1]+need <= room && !s.stops(b.Instrs[to+1], in) {
			to++
			words[to] += need
		}
		copy(b.Instrs[at:to], b.Instrs[at+1:to+1])
		copy(words[at:to], words[at+1:to+1])
		b.Instrs[to] = in
		moved = moved || to > at
	}
	return moved
}

// stops reports whether a spill store must stay before in.
func (s *spiller) stops(in, store *ir.Instr) bool {
	return in.Op.Facts().Term || in.Op == ir.Call || in.Root == s.id && in.Off == store.Off
}
