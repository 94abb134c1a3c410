package check

// This file is the order that fences and flags make, as in PTX's memory model: a fence
// followed by a strong write releases what came before the fence; a strong read of that
// write followed by a fence acquires it. Atomics that follow a release in the order of
// their element carry it on.
//
// A fence counts for each lane that executes it. It releases what the lane did and what the
// lane knows of others, by the strong writes of the lane and of lanes that met it at a barrier
// since: the fences of CUDA are sequentially consistent. What a lane has acquired, it tells the
// lanes that it meets. Lanes of devices that execute warps in lockstep share all.
//
// A read acquires for an access only if a branch on its value decides whether the access is
// made (guards.go): otherwise the access is made whatever the thread has read.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/trace"
)

// allLanes is the lanes of a warp.
const allLanes = ^trace.Mask(0)

// release is what strong writes after a fence make known to those who acquire them.
type release struct {
	block  uint32  // its ordinal
	seen   visible // its lanes are those that executed the fence
	device bool    // the fence was one for the device
	known  view    // by the releasing warp when it executed the fence; not changed any more
}

// signal is a release by the write of a flag.
type signal struct {
	*release
	lanes trace.Mask // whose fences are ordered before the write
	pc    int32      // of the write
}

// visible is which accesses of a block are known: those of some lanes of a warp before one
// phase, those of its other lanes before the last barrier of the warp, and those of the other
// warps before the last barrier of the block.
type visible struct {
	warp                int
	lanes               trace.Mask
	phase, met, barrier stamp
	by                  int32      // PC of the read that acquired it, or noRead
	to                  trace.Mask // the lanes that know it
}

// noRead is known without a flag.
const noRead = -1

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
	return v.by == w.by && v.to&w.to == w.to && v.lanes&w.lanes == w.lanes && v.after(w)
}

// view is what a warp knows of blocks, by ordinal.
type view map[uint32][]visible

// warpFlags is the state of one warp of the current block.
type warpFlags struct {
	known   view       // nil: nothing
	fences  []*release // the last fences of its lanes
	pending []pending  // read from flags, not yet acquired by a fence
}

// pending is what lanes have read from a flag, or have learnt of from one that has.
type pending struct {
	lanes   trace.Mask
	pc      int32 // of the read
	signals []signal
}

// fenceWarp handles a fence of a warp of the current block. It begins the current phase.
func (r *raceChecker) fenceWarp(warp int, lanes trace.Mask, device bool) {
	f := &r.flags[warp]
	r.acquire(f, lanes, device)
	mark := max(r.barrier, r.warps[warp].all)
	seen := visible{warp, lanes, r.phase, mark, r.barrier, noRead, allLanes}
	known := f.known
	switch pairs := r.warps[warp].pairs; {
	case r.lockstep():
		seen.met = r.phase
	case pairs != nil:
		known = known.clone()
		for rest := lanes; rest != 0; rest &= rest - 1 {
			for _, g := range pairs.groups(rest.First(), mark) {
				known.add(r.ordinal, visible{warp, g.lanes, g.since, mark, r.barrier, noRead, trace.MaskOf(rest.First(), 1)})
			}
		}
	}
	l := &release{r.ordinal, seen, device, known}
	f.fences, r.fences = l.replace(f.fences), l.replace(r.fences)
}

// lockstep reports whether the lanes of a warp execute together.
func (r *raceChecker) lockstep() bool { return !r.launch.Spec.Limits.IndependentLanes }

// replace adds a release to a list and drops those that it makes needless.
func (l *release) replace(list []*release) (kept []*release) {
	for _, old := range list {
		if !l.seen.includes(old.seen) || old.device && !l.device {
			kept = append(kept, old)
		}
	}
	return append(kept, l)
}

// heard is a signal that a read of a flag has returned.
type heard struct {
	signal
	by int32
}

// acquire makes known to the lanes of a fence what the flags that they have read released, as
// far as the scopes of both fences reach.
func (r *raceChecker) acquire(f *warpFlags, lanes trace.Mask, device bool) {
	if len(f.pending) == 0 {
		return
	}
	var order []heard
	by := map[heard]trace.Mask{}
	kept := f.pending[:0]
	for _, p := range f.pending {
		at, whole := p.lanes&lanes, true
		for _, s := range p.signals {
			if at == 0 || s.block != r.ordinal && !(device && s.device) {
				whole = false
				continue
			}
			h := heard{s, p.pc}
			if by[h] == 0 {
				order = append(order, h)
			}
			by[h] |= at
		}
		if whole {
			p.lanes &^= at
		}
		if p.lanes != 0 {
			kept = append(kept, p)
		}
	}
	f.pending = kept
	if len(order) == 0 {
		return
	}
	f.known = f.known.clone()
	for _, h := range order {
		r.learn(f.known, h.signal, h.by, by[h])
	}
}

// clone returns a view that can change.
func (v view) clone() view {
	if v == nil {
		return view{}
	}
	return maps.Clone(v)
}

// learn adds to what some lanes know what a signal released, and what its lanes knew.
func (r *raceChecker) learn(v view, s signal, by int32, lanes trace.Mask) {
	if r.lockstep() {
		lanes = allLanes
	}
	own := s.seen
	own.lanes, own.by, own.to = s.lanes, by, lanes
	v.add(s.block, own)
	for block, list := range s.known {
		for _, seen := range list {
			if seen.to&s.lanes != 0 && r.flow.decidesFor(seen.by, s.pc) {
				seen.by, seen.to = by, lanes
				v.add(block, seen)
			}
		}
	}
}

// add adds what lanes know of a block, and drops what that includes. Lists are not shared
// between views that change.
func (v view) add(block uint32, seen visible) {
	told := seen
	for _, have := range v[block] {
		if have.includes(told) {
			return // most often, and without a new list
		}
		told = told.toldTo(have)
	}
	kept := make([]visible, 0, len(v[block])+1)
	for _, have := range v[block] {
		if seen = seen.toldTo(have); !seen.includes(have) {
			kept = append(kept, have)
		}
	}
	v[block] = append(kept, seen)
}

// toldTo returns what is known with the lanes that know the same already.
func (v visible) toldTo(have visible) visible {
	alike := have
	if alike.to = v.to; alike == v {
		v.to |= have.to
	}
	return v
}

// knows reports whether an earlier access is among what the current lane knows.
func (r *raceChecker) knows(s *shadowMemory, old stamp) bool {
	if !r.knownByFlag(old, func(int32) bool { return true }) {
		return false
	}
	r.allow(s, old, flagged)
	return true
}

// knownByFlag reports whether the current lane knows an earlier access by a flag whose read counts.
func (r *raceChecker) knownByFlag(old stamp, counts func(by int32) bool) bool {
	known := r.flags[r.now.warp()].known
	if known == nil {
		return false
	}
	return slices.ContainsFunc(known[r.ordinalOf(old)], func(seen visible) bool {
		return seen.to.Has(r.now.lane()) && seen.covers(old) && counts(seen.by) && r.flow.decidesFor(seen.by, r.now.pc())
	})
}

// meetLanes lets lanes of a warp tell each other what they know.
func (f *warpFlags) meetLanes(lanes trace.Mask) {
	if f.known != nil {
		known := make(view, len(f.known))
		for block, list := range f.known {
			for _, seen := range list {
				if seen.to&lanes != 0 {
					seen.to |= lanes
				}
				known.add(block, seen)
			}
		}
		f.known = known
	}
	for i := range f.pending {
		if p := &f.pending[i]; p.lanes&lanes != 0 {
			p.lanes |= lanes
		}
	}
}

// meetWarps lets all warps of the block tell each other what they know of other blocks: they
// have met at a barrier, which orders their own accesses.
func (r *raceChecker) meetWarps() {
	var all view
	var merged []pending
	for i := range r.flags {
		for block, list := range r.flags[i].known {
			if block == r.ordinal {
				continue
			}
			for _, seen := range list {
				if all == nil {
					all = view{}
				}
				seen.to = allLanes
				all.add(block, seen)
			}
		}
		for _, p := range r.flags[i].pending {
			p.lanes = allLanes
			merged = keep(merged, p)
		}
	}
	for i := range r.flags {
		r.flags[i].known, r.flags[i].pending = all, slices.Clone(merged)
	}
	r.met = r.fences
}

// readFlag handles a strong read of an element.
func (r *raceChecker) readFlag(m *shadowMemory, s *strongAccesses) {
	s.forget(m, r.ordinal)
	if len(s.signals) > 0 && r.flow.decides[r.now.pc()] {
		f := &r.flags[r.now.warp()]
		f.pending = keep(f.pending, pending{trace.MaskOf(r.now.lane(), 1), r.now.pc(), s.signals})
	}
}

// keep adds what lanes have read to what they may acquire. A loop reads a flag again and again.
func keep(list []pending, p pending) []pending {
	for i := len(list) - 1; i >= 0; i-- {
		old := &list[i]
		switch {
		case old.pc != p.pc:
		case slices.Equal(old.signals, p.signals):
			old.lanes |= p.lanes
			return list
		case old.lanes == p.lanes && p.includes(old):
			*old = p
			return list
		}
	}
	return append(list, p)
}

// includes reports whether the signals include those of another read.
func (p pending) includes(old *pending) bool {
	for _, o := range old.signals {
		if !slices.ContainsFunc(p.signals, func(s signal) bool { return s == o || s.includes(o) }) {
			return false
		}
	}
	return true
}

// includes reports whether a signal makes known all that another one does.
func (s signal) includes(o signal) bool {
	return s.block == o.block && s.pc == o.pc && s.lanes&o.lanes == o.lanes && (s.device || !o.device) && s.seen.after(o.seen)
}

// after reports whether a fence came after another one of its warp.
func (v visible) after(w visible) bool {
	return v.warp == w.warp && v.phase >= w.phase && v.met >= w.met && v.barrier >= w.barrier
}

// writeFlag handles a strong write of an element. A write that is no atomic hides what was
// released there before.
func (r *raceChecker) writeFlag(m *shadowMemory, s *strongAccesses) {
	if !r.flow.raises[r.now.pc()] {
		return
	}
	s.forget(m, r.ordinal)
	if !r.atomic(r.now) {
		s.signals = nil
	}
	whole := false // a fence of the thread itself releases all that fences before the barrier did
	for _, l := range r.flags[r.now.warp()].fences {
		lanes := l.seen.lanes & r.metSince(l.seen.phase)
		whole = whole || l.device && l.seen.barrier == r.barrier && lanes.Has(r.now.lane())
		s.send(l, lanes, r.now.pc())
	}
	for _, l := range r.met {
		if !whole {
			s.send(l, l.seen.lanes, r.now.pc())
		}
	}
}

// send adds a signal of some lanes of a release, and drops those that it includes. Reads keep
// the list that they have seen.
func (s *strongAccesses) send(l *release, lanes trace.Mask, pc int32) {
	sent := signal{l, lanes, pc}
	if lanes == 0 || slices.ContainsFunc(s.signals, func(have signal) bool { return have == sent || have.includes(sent) }) {
		return
	}
	list := make([]signal, 0, len(s.signals)+1)
	for _, have := range s.signals {
		if !sent.includes(have) {
			list = append(list, have)
		}
	}
	s.signals = append(list, sent)
}

// forget drops what an earlier block released in shared memory.
func (s *strongAccesses) forget(m *shadowMemory, block uint32) {
	if m.private && len(s.signals) > 0 && s.signals[0].block != block {
		s.signals = nil
	}
}
