package ir

// This file computes live registers, in SSA form and after it.

import "math/bits"

// RegSet is a set of registers as a bitmap.
type RegSet []uint64

// NewRegSet returns an empty set for n registers.
func NewRegSet(n int) RegSet { return make(RegSet, (n+63)/64) }

// Has reports whether r is in the set.
func (s RegSet) Has(r Reg) bool { return s[r/64]>>(r%64)&1 == 1 }

// Add puts r in the set.
func (s RegSet) Add(r Reg) { s[r/64] |= 1 << (r % 64) }

// Remove takes r out of the set.
func (s RegSet) Remove(r Reg) { s[r/64] &^= 1 << (r % 64) }

// Clone returns a copy of the set.
func (s RegSet) Clone() RegSet { return append(RegSet(nil), s...) }

// Each calls f for the members in ascending order.
func (s RegSet) Each(f func(Reg)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(Reg(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

// union adds the members of t that are not in without and reports whether the
// set grew.
func (s RegSet) union(t, without RegSet) bool {
	grew := false
	for i, w := range t {
		if without != nil {
			w &^= without[i]
		}
		grew = grew || w&^s[i] != 0
		s[i] |= w
	}
	return grew
}

// Liveness is the registers that are live at the start and at the end of each
// block. An operand of a phi is live at the end of its predecessor. The result of
// a phi is not live at the start of its block.
type Liveness struct {
	In, Out []RegSet // by BlockID
}

// Liveness computes the live registers by backward data-flow iteration.
func (k *Kernel) Liveness() *Liveness {
	n := len(k.Blocks)
	l := &Liveness{In: make([]RegSet, n), Out: make([]RegSet, n)}
	defs := make([]RegSet, n)
	for i := range k.Blocks {
		l.In[i], l.Out[i], defs[i] = NewRegSet(len(k.Regs)), NewRegSet(len(k.Regs)), NewRegSet(len(k.Regs))
	}
	for i, b := range k.Blocks {
		l.local(b, l.In[i], defs[i])
	}
	order := k.ReversePostOrder()
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := k.Blocks[order[i]]
			for _, s := range b.Succs() {
				changed = l.Out[b.ID].union(l.In[s], phiDefs(k.Blocks[s], len(k.Regs))) || changed
			}
			changed = l.In[b.ID].union(l.Out[b.ID], defs[b.ID]) || changed
		}
	}
	return l
}

// local finds the registers that b reads before it writes them, and those that it
// writes.
func (l *Liveness) local(b *Block, reads, defs RegSet) {
	for _, in := range b.Instrs {
		if in.Op == Phi {
			for i, o := range in.Src {
				if o.IsReg {
					l.Out[in.Preds[i]].Add(o.Reg)
				}
			}
		} else {
			in.EachUse(func(r Reg) {
				if !defs.Has(r) {
					reads.Add(r)
				}
			})
		}
		for _, r := range in.Dst {
			defs.Add(r)
		}
	}
}

// phiDefs returns the results of b's phis, or nil when there are none.
func phiDefs(b *Block, n int) RegSet {
	phis := b.Phis()
	if len(phis) == 0 {
		return nil
	}
	s := NewRegSet(n)
	for _, in := range phis {
		s.Add(in.Dst[0])
	}
	return s
}

// Backward calls f for every instruction of b, from the last to the first, with the
// registers live after it. The set is valid only during the call.
func (l *Liveness) Backward(b *Block, f func(in *Instr, live RegSet)) {
	live := l.Out[b.ID].Clone()
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		in := b.Instrs[i]
		f(in, live)
		for _, r := range in.Dst {
			live.Remove(r)
		}
		if in.Op != Phi {
			in.EachUse(live.Add)
		}
	}
}
