package check

// This file is the order that fences and flags make, as in PTX's memory model: a fence
// followed by a strong write releases what came before the fence; a strong read of that
// write followed by a fence acquires it. Atomics that follow a release in the order of
// their element carry it on.
//
// A warp counts as one thread here: lanes of it are not told apart.

import "maps"

// release is what a strong write makes known to those who acquire it.
type release struct {
	block  uint32 // its ordinal
	seen   visible
	device bool // the fence was one for the device
	known  view // by the releasing warp when it executed the fence; not changed any more
}

// visible is which accesses of a block are known: those of a warp before one phase, and those
// of the other warps before another, of the last barrier.
type visible struct {
	warp           int
	phase, barrier stamp
}

// view is what a warp knows of blocks, by ordinal.
type view map[uint32][]visible

// warpFlags is the state of one warp of the current block.
type warpFlags struct {
	known   view         // nil: nothing
	fences  [2]*release  // the last fence, and the last one for the device
	pending [][]*release // read from flags, not yet acquired by a fence
}

// fenceWarp handles a fence of a warp of the current block. It begins the current phase.
func (r *raceChecker) fenceWarp(warp int, device bool) {
	f := &r.flags[warp]
	f.acquire(r.ordinal, device)
	l := &release{block: r.ordinal, seen: visible{warp, r.phase, r.barrier}, device: device, known: f.known}
	f.fences[0] = l
	if device {
		f.fences[1] = l
	}
}

// acquire makes known what the flags that the warp has read released, as far as the scopes
// of both fences reach.
func (f *warpFlags) acquire(block uint32, device bool) {
	if len(f.pending) == 0 {
		return
	}
	known, kept := maps.Clone(f.known), f.pending[:0]
	if known == nil {
		known = view{}
	}
	for _, list := range f.pending {
		whole := true
		for _, l := range list {
			if l.block == block || device && l.device {
				known.learn(l)
			} else {
				whole = false
			}
		}
		if !whole {
			kept = append(kept, list)
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
		if have.warp == seen.warp && have.phase >= seen.phase && have.barrier >= seen.barrier {
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
func (r *raceChecker) knows(old stamp) bool {
	known := r.flags[r.now.warp()].known
	if known == nil {
		return false
	}
	for _, seen := range known[r.ordinalOf(old)] {
		if old < seen.barrier || old.warp() == seen.warp && old < seen.phase {
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
	if len(s.releases) > 0 {
		f := &r.flags[r.now.warp()]
		f.pending = append(f.pending, s.releases[:len(s.releases):len(s.releases)])
	}
}

// writeFlag handles a strong write of an element. A write that is no atomic hides what was
// released there before.
func (r *raceChecker) writeFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if !r.atomic(r.now) {
		s.releases = nil
	}
	fences := r.flags[r.now.warp()].fences
	if fences[0] == nil || len(s.releases) > 0 && s.releases[len(s.releases)-1] == fences[0] {
		return
	}
	s.releases = append(s.releases, fences[0])
	if fences[1] != nil && fences[1] != fences[0] {
		s.releases = append(s.releases, fences[1])
	}
}

// forget drops what an earlier block released in shared memory.
func (s *strongAccesses) forget(m *shadowMemory, block uint32) {
	if m.private && len(s.releases) > 0 && s.releases[0].block != block {
		s.releases = nil
	}
}
