package uniform

// This file goes through loops round by round, as long as it is known whether another one comes.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// So many instructions are evaluated again at most, in one evaluation and in all of a kernel. What
// loops change is not known beyond.
const (
	mostAgain    = 4096
	mostAgainAll = 10_000_000
)

// loop is a loop with a single header. Its blocks lie from first to last in the order of its
// region.
type loop struct {
	number      int
	first, last int
	// worth: more than its end depends on what it changes.
	worth bool
	exits []ir.Reg // the conditions that end it
}

// bit stands for a loop. Loops beyond the number of bits share the last one.
func (l *loop) bit() uint64 { return 1 << min(l.number, bits.UintSize-1) }

// findLoops finds the loops of a region.
func (f *finder) findLoops(blocks []ir.BlockID) {
	for i, b := range blocks {
		f.order[b] = i
	}
	for i, b := range blocks {
		last := -1
		for _, p := range f.preds[b] {
			last = max(last, f.order[p])
		}
		if last < i {
			continue
		}
		l := &loop{number: len(f.loops), first: i, last: last}
		f.loops = append(f.loops, l)
		f.headers[b] = l
		f.ends[blocks[last]] = slices.Insert(f.ends[blocks[last]], 0, l) // the inner loop first
		for _, inside := range blocks[i : last+1] {
			f.inside[inside] = append(f.inside[inside], l)
			if t := f.k.Blocks[inside].Term(); t.Op == ir.CBra && t.Src[0].IsReg && f.leaves(inside, l) {
				l.exits = append(l.exits, t.Src[0].Reg)
			}
		}
	}
}

// leaves reports whether an edge leads from a block out of a loop.
func (f *finder) leaves(b ir.BlockID, l *loop) bool {
	return slices.ContainsFunc(f.k.Blocks[b].Succs(), func(to ir.BlockID) bool { return !l.has(f.order[to]) })
}

func (l *loop) has(at int) bool { return l.first <= at && at <= l.last }

// needLoops notes that a condition depends on what loops change.
func (f *finder) needLoops(condition ir.Reg) {
	for _, l := range f.loops {
		if f.via[condition]&l.bit() != 0 && !slices.Contains(l.exits, condition) {
			l.worth = true
		}
	}
}

// isBack reports whether an edge begins another round.
func (f *finder) isBack(p, b ir.BlockID) bool { return f.order[p] >= f.order[b] }

// turn says where an evaluation is in a loop.
type turn struct {
	round int
	again bool // the next visit of the header is another round
	vague bool // what the loop changes is unknown
}

// enter begins a loop or another round of it.
func (m *machine) enter(l *loop) {
	t := &m.turns[l.number]
	if t.again {
		t.again = false
		t.round++
		return
	}
	*t = turn{vague: !l.worth || m.fuel <= 0}
}

// anotherRound reports whether another round comes after the last block of a loop. It does for once
// where that is unknown.
func (m *machine) anotherRound(l *loop, blocks []ir.BlockID) bool {
	t, header := &m.turns[l.number], blocks[l.first]
	if t.vague || m.edges[header] == 0 || !slices.ContainsFunc(m.preds[header], func(p ir.BlockID) bool { return m.isBack(p, header) && m.leads(p, header) }) {
		return false
	}
	for _, b := range blocks[l.first : l.last+1] {
		m.fuel -= 1 + len(m.steps[b])
	}
	t.again, t.vague = true, m.fuel <= 0 || slices.ContainsFunc(blocks[l.first:l.last+1], func(b ir.BlockID) bool { return m.mayLeave(b, l) })
	return true
}

// mayLeave reports whether a possible edge leads out of a loop.
func (m *machine) mayLeave(b ir.BlockID, l *loop) bool {
	for i, to := range m.k.Blocks[b].Succs() {
		if m.edges[b]>>i&1 == 1 && !l.has(m.order[to]) {
			return true
		}
	}
	return false
}

// enters reports whether the edge from a block to another one is possible in this round.
func (m *machine) enters(p, b ir.BlockID) bool {
	if l := m.headers[b]; l != nil && m.isBack(p, b) != (m.turns[l.number].round > 0) {
		return false
	}
	return m.leads(p, b)
}

// isVague reports whether a block lies in a loop of which it is unknown what it changes.
func (m *machine) isVague(b ir.BlockID) bool {
	return slices.ContainsFunc(m.inside[b], func(l *loop) bool { return m.turns[l.number].vague })
}
