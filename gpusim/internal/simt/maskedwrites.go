package simt

// This file finds the masked writes: writes of a register that must keep the old
// value in inactive lanes. Any other write may overwrite all lanes, so that
// registers stay scalar or affine inside divergent code.
//
// An inactive lane has exited, or waits at the reconvergence block of a divergent
// branch, or waits at the branch's second target. It reads the register's old
// value only if the register is live there. So a write is masked exactly when its
// block lies in the divergent region of a branch and the register is live at one
// of the two places where that branch makes lanes wait.
//
// Lanes that left the order of the stack may wait anywhere: see warp.keeps.
//
// A function may be called while other lanes wait in another activation of it,
// with any of its registers live. Every write in a function is masked.

import (
	"gpucourse/gpusim/internal/ir"
)

// maskedWrites holds, by block, the registers that waiting lanes may read.
type maskedWrites struct {
	waiting []ir.RegSet
	funcs   ir.BlockID // the first block that belongs to a function
}

// needed reports whether a write of r in block b is masked.
func (m *maskedWrites) needed(b ir.BlockID, r ir.Reg) bool {
	return b >= m.funcs || m.waiting[b].Has(r)
}

func findMaskedWrites(k *ir.Kernel) *maskedWrites {
	live := k.Liveness().In
	m := &maskedWrites{waiting: make([]ir.RegSet, len(k.Blocks)), funcs: ir.BlockID(len(k.Blocks))}
	for _, f := range k.Funcs {
		m.funcs = min(m.funcs, f.Entry)
	}
	for i := range m.waiting {
		m.waiting[i] = ir.NewRegSet(len(k.Regs))
	}
	for _, b := range k.Blocks {
		term := b.Term()
		if term.Op != ir.CBra {
			continue
		}
		at := ir.NewRegSet(len(k.Regs))
		if term.Reconv != ir.NoBlock {
			addAll(at, live[term.Reconv])
		}
		taken, other := term.Targets[0], term.Targets[1]
		m.spread(k, other, term.Reconv, at)
		if other != term.Reconv {
			addAll(at, live[other])
		}
		m.spread(k, taken, term.Reconv, at)
	}
	return m
}

// spread adds set to every block reachable from start without passing stop.
func (m *maskedWrites) spread(k *ir.Kernel, start, stop ir.BlockID, set ir.RegSet) {
	if start == stop {
		return
	}
	seen := make([]bool, len(k.Blocks))
	seen[start] = true
	for work := []ir.BlockID{start}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		addAll(m.waiting[b], set)
		for _, s := range k.Blocks[b].Succs() {
			if s != stop && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
}

// addAll adds the members of t to s.
func addAll(s, t ir.RegSet) {
	for i, w := range t {
		s[i] |= w
	}
}
