package check

// This file finds lost updates: a thread reads an element and writes a value that depends on
// it, and nothing orders the write of another thread before the read or behind the write.
// Atomics and volatile accesses are strong and do not race; their updates can be lost all
// the same. The finding depends on what orders the threads, not on which came first.
//
// A maximum that is compared and then stored is an update too: whether it writes depends on
// what it read. A write of the value that is there already loses no update.
//
// A volatile write that a volatile read decides about claims the element: as a lock does which
// is not taken by an atomic. If another thread has claimed it when it had the same value, both
// can have read that value at the same time. A value that only one thread waits for is a baton.
//
// Not found: an update whose read lies more than one execution of its instruction back.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// lastRead is the last execution of a read by a warp.
type lastRead struct {
	trace.Access
	addrs   trace.Lanes
	ordinal uint32 // of the block; 0: there was none
	count   uint32 // raceChecker.accessCount
	phase   stamp
	// rivals are writes of other threads that nothing orders before the read, by lane.
	rivals [arch.MaxLanes]stamp
}

// last returns the record of a read for a warp; nil where it is not kept.
func (r *raceChecker) lastReadOf(warp int, pc int32) *lastRead {
	if i := r.flow.kept[pc]; i >= 0 {
		return &r.lastReads[warp*r.flow.number+i]
	}
	return nil
}

// remember keeps which addresses the current access reads.
func (r *raceChecker) remember(a *trace.Access) {
	last := r.lastReadOf(a.Warp, a.PC)
	if last == nil {
		return
	}
	last.Access, last.ordinal, last.count, last.phase = *a, r.ordinal, r.accessCount, r.phase
	if a.Addr != nil {
		last.addrs = *a.Addr
		last.Addr = &last.addrs
	}
	if r.flow.updating[a.PC] {
		clear(last.rivals[:])
	}
}

// reads reports whether a lane read an element then.
func (l *lastRead) reads(lane int, addr uint64) bool {
	if !l.Active.Has(lane) {
		return false
	}
	at := l.Lane(lane)
	return at <= addr && addr < at+uint64(l.Bytes)
}

// reader returns a lane that read an element then. A warp passes values on, so any lane
// counts; a lane that read it itself comes first.
func (l *lastRead) reader(lane int, addr uint64) (int, bool) {
	if l.reads(lane, addr) {
		return lane, true
	}
	for lanes := l.Active; lanes != 0; lanes &= lanes - 1 {
		if l.reads(lanes.First(), addr) {
			return lanes.First(), true
		}
	}
	return 0, false
}

// updates returns the bit update if the value that a lane of the current access writes
// depends on what it read at the address, else 0. same: it is there already, as far as the
// checker knows.
func (r *raceChecker) updates(lane int, addr uint64, same bool) stamp {
	pc := r.now.pc()
	r.repeats = false
	if r.hasRead(r.flow.sources[pc], lane, addr) {
		return update
	}
	if len(r.flow.compared[pc]) > 0 && r.hasRead(r.flow.compared[pc], lane, addr) {
		if r.repeats = same; !same {
			return update
		}
	}
	return 0
}

// hasRead reports whether a lane has read an address with one of some reads. A strong write
// may depend on what another lane of its warp read.
func (r *raceChecker) hasRead(sources []int32, lane int, addr uint64) bool {
	return slices.ContainsFunc(sources, func(source int32) bool {
		last := r.lastReadOf(r.now.warp(), source)
		if last.ordinal != r.ordinal {
			return false
		}
		if !r.isStrong {
			return last.reads(lane, addr)
		}
		_, ok := last.reader(lane, addr)
		return ok
	})
}

// losesUpdate reports whether the current access and an earlier one, which nothing orders,
// lose an update: both are updates by one statement, or one is an update and the other is an
// atomic operation. Updates by two statements, and by lanes of a warp in two instructions,
// are steps that lack a barrier between.
func (r *raceChecker) losesUpdate(old stamp) bool {
	merges := func(a stamp) bool { return r.atomic(a) && !r.flow.neutral[a.pc()] }
	switch {
	case r.now&update == 0:
		return old&update != 0 && merges(r.now)
	case old&update == 0:
		return merges(old)
	}
	return r.launch.position(old.pc()) == r.launch.position(r.now.pc())
}

// keepRival keeps a write that nothing orders before the current strong read, if an update
// may follow.
func (r *raceChecker) keepRival(s *shadowMemory, strong *strongAccesses) {
	if pc := r.now.pc(); r.flow.updating[pc] {
		rival := r.unorderedStrong(s, &strong.changes, &strong.laneChanges)
		r.lastReadOf(r.now.warp(), pc).rivals[r.now.lane()] = rival
	}
}

// unorderedStrong returns a strong write that nothing orders before the current access;
// 0: there is none.
func (r *raceChecker) unorderedStrong(s *shadowMemory, of, ofLanes *accessPair) stamp {
	for _, old := range [...]stamp{of[0], of[1], ofLanes[0], ofLanes[1]} {
		if r.unordered(s, old) && !r.observed(old) {
			return old
		}
	}
	return 0
}

// observed reports whether the current thread has waited in a loop until the element had
// a value, since an earlier write of it: writes of one element have an order without fences.
func (r *raceChecker) observed(old stamp) bool {
	for _, pc := range r.flow.spinning {
		last := r.lastReadOf(r.now.warp(), pc)
		if last.ordinal != r.ordinal || old.tick() > last.phase.tick() {
			continue
		}
		if _, ok := last.reader(r.now.lane(), r.addr); ok {
			return true
		}
	}
	return false
}

// checkUpdate reports the current strong write if it loses an update: its own, or that of
// another thread.
func (r *raceChecker) checkUpdate(s *shadowMemory, strong *strongAccesses) {
	if r.flow.neutral[r.now.pc()] || r.repeats {
		return
	}
	if old := r.lost(s, strong); old != 0 {
		r.report(s, old, diag.LostUpdate)
	} else if !s.ordered(strong.latest) {
		r.allow(s, strong.latest, strongAccess)
	}
	r.keepRead(s, &strong.changes, &strong.laneChanges)
	if r.now&update != 0 {
		r.keepRead(s, &strong.updates, &strong.laneUpdates)
	}
	strong.count, strong.latest = r.accessCount, r.now
}

// lost returns a write that loses an update together with the current strong write; 0: none
// does.
func (r *raceChecker) lost(s *shadowMemory, strong *strongAccesses) stamp {
	if r.now&update == 0 {
		return r.unorderedStrong(s, &strong.updates, &strong.laneUpdates)
	}
	if strong.count == r.accessCount && !strong.latest.sameLane(r.now) {
		return strong.latest // of another lane of one instruction
	}
	if old := r.unorderedStrong(s, &strong.changes, &strong.laneChanges); old != 0 {
		return old
	}
	return r.rival()
}

// rival returns what was kept at a read that the current update depends on.
func (r *raceChecker) rival() stamp {
	for _, source := range r.flow.readsOf(r.now.pc()) {
		last := r.lastReadOf(r.now.warp(), source)
		if last.ordinal != r.ordinal || !r.flow.updating[source] {
			continue
		}
		if lane, ok := last.reader(r.now.lane(), r.addr); ok && last.rivals[lane] != 0 && !r.ownThread(last.rivals[lane]) {
			return last.rivals[lane]
		}
	}
	return 0
}

// claim is a volatile write that a volatile read of the element has decided about.
type claim struct {
	at    stamp
	value uint64 // that the read returned
}

// claim handles such a write of the current lane. value is what the element had before. What
// only the reads themselves order is no order: they could have come earlier.
func (r *raceChecker) claim(s *shadowMemory, strong *strongAccesses, value uint64) {
	reads := r.flow.claims[r.now.pc()]
	if !r.claims(strong, reads) {
		return
	}
	known := func(old stamp) bool {
		return r.settled(s, old) || r.ownWarp(old) && !r.lanesUnordered(old) ||
			r.knownByFlag(old, func(by int32) bool { return !slices.Contains(reads, by) })
	}
	for _, c := range strong.claims {
		if c.value == value && !r.ownThread(c.at) && !known(c.at) {
			r.report(s, c.at, diag.LostUpdate)
			break
		}
	}
	strong.claims = slices.DeleteFunc(strong.claims, func(c claim) bool { return c.value == value })
	strong.claims = append(strong.claims, claim{r.now, value})
}

// claims reports whether the current lane has read the element with one of some reads since its
// last change, which was no atomic.
func (r *raceChecker) claims(strong *strongAccesses, reads []int32) bool {
	if strong.latest != 0 && r.atomic(strong.latest) {
		return false
	}
	return slices.ContainsFunc(reads, func(pc int32) bool {
		last := r.lastReadOf(r.now.warp(), pc)
		return last.ordinal == r.ordinal && last.count > strong.count && last.reads(r.now.lane(), r.addr)
	})
}
