package run

// This file finds blocks that need what other blocks write. They cannot be executed without these.

import (
	"cmp"
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// apart watches blocks. A block may read memory that the kernel writes only where it writes it itself, by stores, and no
// other block does: so a kernel that works in place passes. The old value of an atomic counts as read.
//
// Not found: an address that a block writes and reads, and that only a block writes which is not executed. Blocks whose
// addresses are regular would show it for others.
type apart struct {
	program *simt.Program
	written []*simt.Allocation
	last    *simt.Allocation
	unread  map[int]bool // atomics without a result, by PC
	reads   []span       // of the block
	writes  []span
	all     []owned // what blocks that read have written
	reason  string
}

// span is the addresses lo to hi, hi excluded.
type span struct{ lo, hi uint64 }

// owned is a span that a block has written.
type owned struct {
	span
	block int
}

func newApart(p *simt.Program, l *simt.Launch) *apart {
	a := &apart{program: p, written: p.Written(l), unread: map[int]bool{}}
	for pc, atomic := range isa.Atomics(l.Spec, p.Instrs, len(p.Kernel.Regs)) {
		a.unread[pc] = atomic.Unread
	}
	return a
}

// access notes an access to memory that the kernel writes.
func (x *apart) access(a *trace.Access) {
	if a.Space != ir.Global && a.Space != ir.Texture || x.reason != "" {
		return
	}
	if a.Kind == trace.Atomic {
		if !x.unread[int(a.PC)] {
			x.reason = fmt.Sprintf("line %d uses the old value of an atomic operation, which depends on other blocks", x.line(a.PC))
		}
		return
	}
	eachRange(a, func(lo, hi uint64) {
		switch {
		case !x.isWritten(lo):
		case a.Kind == trace.Store:
			x.writes = add(x.writes, span{lo, hi})
		default:
			x.reads = add(x.reads, span{lo, hi})
		}
	})
}

func (x *apart) line(pc int32) int {
	return x.program.Kernel.Frame(x.program.Instrs[pc].Pos).Pos.Line
}

// isWritten reports whether the kernel may write the allocation of an address.
func (x *apart) isWritten(at uint64) bool {
	if x.last != nil && x.last.Base <= at && at < x.last.End() {
		return true
	}
	i := slices.IndexFunc(x.written, func(a *simt.Allocation) bool { return a != nil && a.Base <= at && at < a.End() })
	if i >= 0 {
		x.last = x.written[i]
	}
	return i >= 0
}

// add adds a span to a list. One that continues the last is joined with it.
func add(list []span, s span) []span {
	if n := len(list); n > 0 && list[n-1].hi == s.lo {
		list[n-1].hi = s.hi
		return list
	}
	return append(list, s)
}

// after judges a block that has ended.
func (x *apart) after(block int) {
	reads, writes := joinedSpans(x.reads), joinedSpans(x.writes)
	x.reads, x.writes = x.reads[:0], x.writes[:0]
	if len(reads) == 0 || x.reason != "" {
		return
	}
	for _, r := range reads {
		i, _ := slices.BinarySearchFunc(writes, r.lo, func(w span, at uint64) int { return cmp.Compare(w.hi, at+1) })
		if i == len(writes) || writes[i].lo > r.lo || writes[i].hi < r.hi {
			x.reason = fmt.Sprintf("block %d reads memory that the kernel writes, and not only what the block writes itself", block)
			return
		}
	}
	for _, w := range writes {
		x.all = append(x.all, owned{w, block})
	}
}

// joinedSpans sorts spans and joins those that touch.
func joinedSpans(list []span) (out []span) {
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	for _, s := range list {
		if n := len(out); n > 0 && s.lo <= out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, s.hi)
			continue
		}
		out = append(out, s)
	}
	return out
}

// why says which blocks need each other, "" if none do.
func (x *apart) why() string {
	if x.reason != "" {
		return x.reason
	}
	slices.SortFunc(x.all, func(a, b owned) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.block, b.block)) })
	for i := 1; i < len(x.all); i++ {
		if a, b := x.all[i-1], x.all[i]; a.block != b.block && b.lo < a.hi {
			x.reason = fmt.Sprintf("blocks %d and %d read and write the same memory", a.block, b.block)
		}
	}
	return x.reason
}

// eachRange calls f for ranges of addresses, hi excluded, that hold all bytes of an access and no others.
func eachRange(a *trace.Access, f func(lo, hi uint64)) {
	n := uint64(a.Bytes)
	if a.Addr == nil && a.DX == int64(a.Bytes) && contiguous(a.Active) && a.Active.First()+a.Active.Count() <= a.Width {
		lo := a.Lane(a.Active.First())
		f(lo, lo+n*uint64(a.Active.Count()))
		return
	}
	if a.Uniform() {
		f(a.Base, a.Base+n)
		return
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		lo := a.Lane(rest.First())
		f(lo, lo+n)
	}
	for i := range a.Taps {
		t := &a.Taps[i]
		for rest := t.Active; rest != 0; rest &= rest - 1 {
			lo := t.Addr[rest.First()]
			f(lo, lo+n)
		}
	}
}

// contiguous reports whether the lanes of a set are neighbours.
func contiguous(m trace.Mask) bool {
	m >>= m.First()
	return m&(m+1) == 0
}
