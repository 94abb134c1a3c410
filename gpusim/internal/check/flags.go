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
// have waited for, by their strong writes. What one lane has acquired, its warp has.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/trace"
)

// release is what a strong write makes known to those who acquire it.
type release struct {
	block  uint32 // its ordinal
	seen   visible
	device bool // the fence was one for the device
	known  view // by the releasing warp when it executed the fence; not changed any more
}

// visible is which accesses of a block are known: those of some lanes of a warp before one
// phase, those of its other lanes before the last barrier of the warp, and those of the other
// warps before the last barrier of the block.
type visible struct {
	warp                int
	lanes               trace.Mask
	phase, met, barrier stamp
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
	return v.warp == w.warp && v.lanes&w.lanes == w.lanes && v.phase >= w.phase && v.met >= w.met && v.barrier >= w.barrier
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
	lane     int
	releases []*release
}

// fenceWarp handles a fence of a warp of the current block. It begins the current phase.
func (r *raceChecker) fenceWarp(warp int, lanes trace.Mask, device bool) {
	f := &r.flags[warp]
	f.acquire(r.ordinal, lanes, device)
	l := &release{block: r.ordinal, seen: r.visibleTo(warp, lanes), device: device, known: f.known}
	f.fences, r.fences = l.replace(f.fences), l.replace(r.fences)
}

// visibleTo returns what some lanes know of their block.
func (r *raceChecker) visibleTo(warp int, lanes trace.Mask) visible {
	v := visible{warp, lanes, r.phase, max(r.barrier, r.warps[warp].all), r.barrier}
	if !r.launch.Spec.Limits.IndependentLanes {
		v.met = r.phase
	}
	if pairs := r.warps[warp].pairs; pairs != nil {
		for other, since := range pairs[lanes.First()] {
			if since > v.met {
				v.lanes |= trace.MaskOf(other, 1)
			}
		}
	}
	return v
}

// replace adds a release to a list and drops those that it makes needless.
func (l *release) replace(list []*release) (kept []*release) {
	for _, old := range list {
		if !l.seen.includes(old.seen) || old.device && !l.device {
			kept = append(kept, old)
		}
	}
	return append(kept, l)
}

// acquire makes known what the flags that the lanes of a fence have read released, as far as
// the scopes of both fences reach.
func (f *warpFlags) acquire(block uint32, lanes trace.Mask, device bool) {
	if len(f.pending) == 0 {
		return
	}
	known, kept := maps.Clone(f.known), f.pending[:0]
	if known == nil {
		known = view{}
	}
	for _, p := range f.pending {
		whole := lanes.Has(p.lane)
		for _, l := range p.releases {
			if !lanes.Has(p.lane) {
				break
			}
			if l.block == block || device && l.device {
				known.learn(l)
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

// learn adds a release and what its warp knew.
func (v view) learn(l *release) {
	if v.contains(l.block, l.seen) {
		return
	}
	v.add(l.block, l.seen)
	for block, list := range l.known {
		for _, seen := range list {
			v.add(block, seen)
		}
	}
}

func (v view) contains(block uint32, seen visible) bool {
	for _, have := range v[block] {
		if have.includes(seen) {
			return true
		}
	}
	return false
}

// add adds what is known of a block. Lists are not shared between views that change.
func (v view) add(block uint32, seen visible) {
	if !v.contains(block, seen) {
		v[block] = append(v[block][:len(v[block]):len(v[block])], seen)
	}
}

// knows reports whether an earlier access is among what the current warp knows.
func (r *raceChecker) knows(s *shadowMemory, old stamp) bool {
	known := r.flags[r.now.warp()].known
	if known == nil {
		return false
	}
	for _, seen := range known[r.ordinalOf(old)] {
		if seen.covers(old) {
			r.allow(s, old, flagged)
			return true
		}
	}
	return false
}

// meetWarps lets all warps of the block know what one of them knows: they have met at a
// barrier.
func (r *raceChecker) meetWarps() {
	var all view
	for i := range r.flags {
		for block, list := range r.flags[i].known {
			for _, seen := range list {
				if all == nil {
					all = view{}
				}
				all.add(block, seen)
			}
		}
	}
	if all == nil {
		return
	}
	for i := range r.flags {
		r.flags[i].known = all
	}
}

// readFlag handles a strong read of an element.
func (r *raceChecker) readFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if len(s.releases) > 0 && r.flow.decides[r.now.pc()] {
		f := &r.flags[r.now.warp()]
		f.pending = append(f.pending, pending{r.now.lane(), s.releases[:len(s.releases):len(s.releases)]})
	}
}

// writeFlag handles a strong write of an element. A write that is no atomic hides what was
// released there before.
func (r *raceChecker) writeFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if !r.atomic(r.now) {
		s.releases = nil
	}
	for _, l := range r.flags[r.now.warp()].fences {
		if l.seen.lanes.Has(r.now.lane()) && !slices.Contains(s.releases, l) {
			s.releases = append(s.releases[:len(s.releases):len(s.releases)], l)
		}
	}
}

// forget drops what an earlier block released in shared memory.
func (s *strongAccesses) forget(m *shadowMemory, block uint32) {
	if m.private && len(s.releases) > 0 && s.releases[0].block != block {
		s.releases = nil
	}
}
