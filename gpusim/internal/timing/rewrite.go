package timing

// This file lets a store that says again what another of the SM says, which still waits
// for its turn on the way to L2, go no further.

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/trace"
)

// rewrites is the stores of an SM that may wait, by a hash of their lines.
type rewrites struct {
	stores [againSlots]waiting
	count  int64 // of lines stored
}

// waiting is a store to a line: what it writes there, its number, and when it has its
// turn.
type waiting struct {
	line, writes uint64
	number, at   int64
}

// againSlots is how many stores are known; a newer one takes the place of an older one.
const againSlots = 1 << 6

// joins reports whether a store at a tick does not go to L2 by itself: one of the last
// StoresWait writes the same and waits, and now waits longer, as it goes when no store joins.
func (m *sm) joins(a *cache.MemRequest, at int64) bool {
	n := int64(m.Spec.Clock.Memory.StoresWait)
	if n == 0 || a.Kind != trace.Store {
		return false
	}
	w := &m.rewrites.stores[a.Line%againSlots]
	if w.line != a.Line || w.at <= at || m.rewrites.count-w.number >= n || w.writes != writesOf(a) {
		return false
	}
	w.at += m.t.storeJoins
	m.port = max(m.port, at) + m.t.storeJoins
	return true
}

// waits takes note of a store that has its turn at a tick.
func (m *sm) waits(a *cache.MemRequest, at int64) {
	if a.Kind == trace.Store {
		m.rewrites.count++
		m.rewrites.stores[a.Line%againSlots] = waiting{a.Line, writesOf(a), m.rewrites.count, at}
	}
}

// writesOf is a hash of the bytes that a store writes.
func writesOf(a *cache.MemRequest) uint64 {
	sum := uint64(a.Sectors)<<32 | uint64(a.Full)
	for _, bytes := range a.Written {
		sum = sum*golden + uint64(bytes)
	}
	return sum
}
