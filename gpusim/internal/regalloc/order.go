package regalloc

// This file says in which order the values of PTX get registers: vectors and 64-bit values first, then what
// is needed longest. Of six orders that were tried this one agrees best with ptxas's registers for the kernels
// of gpusim/validation/codegen.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// span is the first and the last position of the code at which a value is live.
type span struct{ from, to int }

// inOrder returns the groups of values in general registers in the order in which they get registers.
func (a *analysis) inOrder() []group {
	spans := a.spans()
	of := func(g group) span {
		s := spans[g.members[0]]
		for _, m := range g.members[1:] {
			s = span{min(s.from, spans[m].from), max(s.to, spans[m].to)}
		}
		return s
	}
	list := slices.DeleteFunc(slices.Clone(a.groups), func(g group) bool { return a.class[g.members[0]] != general || of(g).to < 0 })
	slices.SortStableFunc(list, func(x, y group) int {
		s, t := of(x), of(y)
		return cmp.Or(cmp.Compare(y.words, x.words), cmp.Compare(t.to, s.to), cmp.Compare(t.from, s.from))
	})
	return list
}

// spans returns where each value is live, blocks in the order of the code; to is -1 for a value that is not named.
func (a *analysis) spans() []span {
	list := make([]span, len(a.class))
	for r := range list {
		list[r] = span{from: -1, to: -1}
	}
	at := 0
	see := func(r ir.Reg) {
		if list[r].from < 0 {
			list[r].from = at
		}
		list[r].to = at
	}
	for _, id := range a.k.ReversePostOrder() {
		b := a.k.Blocks[id]
		a.live.In[id].Each(see)
		for p, in := range b.Instrs {
			for _, v := range a.held[id][p] {
				see(v)
			}
			in.EachUse(see)
			at++
			for _, d := range in.Dst {
				see(d)
			}
		}
		a.live.Out[id].Each(see)
		at++
	}
	return list
}
