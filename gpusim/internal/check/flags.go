package check

// This file is the order that fences and flags make, as in PTX's memory model: a fence
// followed by a strong write releases what came before the fence; a strong read of that
// write followed by a fence acquires it. Atomics that follow a release in the order of
// their element carry it on.
//
// A read acquires only if a branch depends on its value: otherwise the thread goes on
// whatever it has read, and blocks in another order would not meet the release.
//
// A fence counts for the lanes that execute it: it releases what they did, and what they
// have waited for, by their strong writes. What one lane has acquired of other warps, its
// warp has. Between lanes of one warp, a flag orders only the two that write and read it.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/trace"
)

// allLanes is the lanes of a warp.
const allLanes = ^trace.Mask(0)

// release is what a strong write makes known to those who acquire it.
type release struct {
	block  uint32     // its ordinal
	lanes  trace.Mask // that executed the fence
	seen   visible
	device bool // the fence was one for the device
	known  view // by the releasing warp when it executed the fence; not changed any more
}

// signal is a release with the lane that wrote the flag.
type signal struct {
	*release
	lane int
}

// visible is which accesses of a block are known: those of some lanes of a warp before one
// phase, those of its other lanes before the last barrier of the warp, and those of the other
// warps before the last barrier of the block.
type visible struct {
	warp                int
	lanes               trace.Mask
	phase, met, barrier stamp
	to                  trace.Mask // the lanes that know it; those of other warps are known to all
}

// covers reports whether an access of the block is known.
func (v visible) covers(old stamp) bool {
	switch {
	case old < v.barrier:
		return true
	case old.warp() != v.warp:
		return false
	}
	return old < v.met || v.lanes.Has(old.lane()) && old < v.phase
}

// includes reports whether all that w knows is known.
func (v visible) includes(w visible) bool {
	return v.warp == w.warp && v.to&w.to == w.to && v.lanes&w.lanes == w.lanes && v.phase >= w.phase && v.met >= w.met && v.barrier >= w.barrier
}

// view is what a warp knows of blocks, by ordinal.
type view map[uint32][]visible

// warpFlags is the state of one warp of the current block.
type warpFlags struct {
	known   view       // nil: nothing
	fences  []*release // the last fences of its lanes
	pending []pending  // read from flags, not yet acquired by a fence
}

// pending is what a lane has read from a flag.
type pending struct {
	lane    int
	signals []signal
}

// fenceWarp handles a fence of a warp of the current block. It begins the current phase.
func (r *raceChecker) fenceWarp(warp int, lanes trace.Mask, device bool) {
	f := &r.flags[warp]
	f.acquire(r.ordinal, warp, lanes, device)
	pairs := r.warps[warp].pairs
	if pairs == nil {
		r.release(warp, lanes, lanes, device)
		return
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		lane := trace.MaskOf(rest.First(), 1)
		r.release(warp, lane, lanes|pairs.metBy(rest.First(), max(r.barrier, r.warps[warp].all)), device)
	}
}

// release adds a release by some lanes of what they and others of their warp did.
func (r *raceChecker) release(warp int, lanes, did trace.Mask, device bool) {
	f := &r.flags[warp]
	seen := visible{warp, did, r.phase, max(r.barrier, r.warps[warp].all), r.barrier, allLanes}
	if !r.launch.Spec.Limits.IndependentLanes {
		seen.met = r.phase
	}
	l := &release{r.ordinal, lanes, seen, device, f.known}
	f.fences, r.fences = l.replace(f.fences), l.replace(r.fences)
}

// replace adds a release to a list and drops those that it makes needless.
func (l *release) replace(list []*release) (kept []*release) {
	for _, old := range list {
		if l.lanes&old.lanes != old.lanes || !l.seen.includes(old.seen) || old.device && !l.device {
			kept = append(kept, old)
		}
	}
	return append(kept, l)
}

// acquire makes known what the flags that the lanes of a fence have read released, as far as
// the scopes of both fences reach.
func (f *warpFlags) acquire(block uint32, warp int, lanes trace.Mask, device bool) {
	if len(f.pending) == 0 {
		return
	}
	known, kept := maps.Clone(f.known), f.pending[:0]
	if known == nil {
		known = view{}
	}
	for _, p := range f.pending {
		whole := lanes.Has(p.lane)
		for _, s := range p.signals {
			if !lanes.Has(p.lane) {
				break
			}
			if s.block == block || device && s.device {
				known.learn(s, reader{block, warp, p.lane})
			} else {
				whole = false
			}
		}
		if !whole {
			kept = append(kept, p)
		}
	}
	f.known, f.pending = known, kept
}

// reader is a lane that acquires.
type reader struct {
	block uint32
	warp  int
	lane  int
}

// learn adds a release and what its lane knew.
func (v view) learn(s signal, by reader) {
	own := s.release.seen
	if by.block == s.block && by.warp == own.warp && own.met < own.phase {
		own.lanes = own.lanes&^s.lanes | trace.MaskOf(s.lane, 1)
	}
	v.add(s.block, own, by)
	for block, list := range s.known {
		for _, seen := range list {
			if seen.to.Has(s.lane) {
				v.add(block, seen, by)
			}
		}
	}
}

// add adds what a lane knows of a block, and drops what that includes. Lists are not shared
// between views that change.
func (v view) add(block uint32, seen visible, by reader) {
	seen.to = allLanes
	if by.block == block && by.warp == seen.warp {
		seen.to = trace.MaskOf(by.lane, 1)
	}
	kept := make([]visible, 0, len(v[block])+1)
	for _, have := range v[block] {
		if have.includes(seen) {
			return
		}
		if !seen.includes(have) {
			kept = append(kept, have)
		}
	}
	v[block] = append(kept, seen)
}

// knows reports whether an earlier access is among what the current warp knows.
func (r *raceChecker) knows(s *shadowMemory, old stamp) bool {
	known := r.flags[r.now.warp()].known
	if known == nil {
		return false
	}
	for _, seen := range known[r.ordinalOf(old)] {
		if seen.to.Has(r.now.lane()) && seen.covers(old) {
			r.allow(s, old, flagged)
			return true
		}
	}
	return false
}

// meetWarps lets all warps of the block know what one of them knows of other blocks: they have
// met at a barrier, which orders their own accesses.
func (r *raceChecker) meetWarps() {
	var all view
	for i := range r.flags {
		for block, list := range r.flags[i].known {
			if block == r.ordinal {
				continue
			}
			for _, seen := range list {
				if all == nil {
					all = view{}
				}
				all.add(block, seen, reader{block: r.ordinal})
			}
		}
	}
	for i := range r.flags {
		r.flags[i].known = all
	}
}

// readFlag handles a strong read of an element.
func (r *raceChecker) readFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if len(s.signals) > 0 && r.flow.decides[r.now.pc()] {
		r.flags[r.now.warp()].wait(pending{r.now.lane(), s.signals[:len(s.signals):len(s.signals)]})
	}
}

// wait adds what a lane has read to what it may acquire. A loop reads a flag again and again.
func (f *warpFlags) wait(p pending) {
	for i := len(f.pending) - 1; i >= 0; i-- {
		if old := f.pending[i]; old.lane == p.lane && len(old.signals) <= len(p.signals) && slices.Equal(old.signals, p.signals[:len(old.signals)]) {
			f.pending[i] = p
			return
		}
	}
	f.pending = append(f.pending, p)
}

// writeFlag handles a strong write of an element. A write that is no atomic hides what was
// released there before.
func (r *raceChecker) writeFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if !r.atomic(r.now) {
		s.signals = nil
	}
	for _, l := range r.flags[r.now.warp()].fences {
		if sent := (signal{l, r.now.lane()}); l.lanes.Has(sent.lane) && !slices.Contains(s.signals, sent) {
			s.signals = append(s.signals[:len(s.signals):len(s.signals)], sent)
		}
	}
}

// forget drops what an earlier block released in shared memory.
func (s *strongAccesses) forget(m *shadowMemory, block uint32) {
	if m.private && len(s.signals) > 0 && s.signals[0].block != block {
		s.signals = nil
	}
}
