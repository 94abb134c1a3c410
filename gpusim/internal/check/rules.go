package check

// This file holds the rules by which two accesses of an element race.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// read handles a weak read.
func (r *raceChecker) read(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	if c.strong != 0 {
		r.checkAgainstStrong(s, &r.strong[c.strong])
	}
	r.keepRead(s, &c.reads, &c.laneReads)
}

// keepRead adds a read to the pairs that represent reads.
func (r *raceChecker) keepRead(s *shadowMemory, of, ofLanes *accessPair) {
	of.add(&r.now, r.barrier, s.private)
	ofLanes.addLane(&r.now, r.laneStart())
}

// write handles a weak write.
func (r *raceChecker) write(s *shadowMemory, c *shadowCell, value uint64) {
	old := &c.write
	same := c.store == r.storeCount && old.block == r.now.block && old.warp == r.now.warp && old.pc == r.now.pc
	switch {
	case same && c.value != value:
		r.report(s, old, diag.StoreConflict)
	case !same && r.unordered(s, old):
		code := r.code(s, old)
		if c.value == value {
			code = diag.SameValueRace
		}
		r.report(s, old, code)
	}
	r.checkAgainstPairs(s, &c.reads, &c.laneReads)
	if c.strong != 0 {
		strong := &r.strong[c.strong]
		r.checkAgainstStrong(s, strong)
		r.checkAgainstPairs(s, &strong.reads, &strong.laneReads)
		strong.releases = nil
	}
	several := same && (old.several || old.lane != r.now.lane)
	c.write, c.value, c.store = r.now, value, r.storeCount
	c.write.several = several
}

// readStrong handles a volatile read.
func (r *raceChecker) readStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	strong := r.strongOf(c)
	r.checkVolatile(s, &strong.laneWrites)
	r.keepRead(s, &strong.reads, &strong.laneReads)
	r.readFlag(s, strong)
}

// writeStrong handles a volatile write or an atomic operation.
func (r *raceChecker) writeStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	r.checkAgainstPairs(s, &c.reads, &c.laneReads)
	strong := r.strongOf(c)
	r.checkVolatile(s, &strong.laneReads)
	r.keepRead(s, &strong.writes, &strong.laneWrites)
	if r.atomic(r.now.pc) {
		r.readFlag(s, strong)
		strong.last = r.now
	} else {
		strong.stored = r.now.block
	}
	r.writeFlag(s, strong)
}

// checkVolatile reports a race of two volatile accesses to shared memory by lanes of one
// warp. Atomics do not count.
func (r *raceChecker) checkVolatile(s *shadowMemory, p *accessPair) {
	if !s.private || r.atomic(r.now.pc) {
		return
	}
	for i := range p {
		if old := &p[i]; old.block == r.now.block && old.warp == r.now.warp && !r.atomic(old.pc) && r.lanesUnordered(old) {
			r.report(s, old, diag.WarpRace)
			return
		}
	}
}

func (r *raceChecker) atomic(pc int32) bool { return r.launch.Program.Instrs[pc].Op == ir.Atom }

// strongOf returns the strong accesses of a cell.
func (r *raceChecker) strongOf(c *shadowCell) *strongAccesses {
	if c.strong == 0 {
		c.strong = uint32(len(r.strong))
		r.strong = append(r.strong, strongAccesses{})
	}
	return &r.strong[c.strong]
}

// unordered reports whether nothing orders an earlier access before the current
// one.
func (r *raceChecker) unordered(s *shadowMemory, old *accessRecord) bool {
	switch {
	case old.block != r.now.block:
		return old.block != 0 && !s.private && !r.flags[r.now.warp].known.orders(old)
	case old.warp != r.now.warp:
		return old.phase >= r.barrier && !r.flags[r.now.warp].known.orders(old)
	}
	return r.lanesUnordered(old)
}

// checkAgainst reports a race if the current access races with an earlier one.
func (r *raceChecker) checkAgainst(s *shadowMemory, old *accessRecord) {
	if r.unordered(s, old) {
		r.report(s, old, r.code(s, old))
	}
}

// checkAgainstPairs reports a race with the first access of two pairs that races.
func (r *raceChecker) checkAgainstPairs(s *shadowMemory, pairs, lanes *accessPair) {
	for _, p := range [...]*accessPair{pairs, lanes} {
		for i := range p {
			if r.unordered(s, &p[i]) {
				r.report(s, &p[i], r.code(s, &p[i]))
				return
			}
		}
	}
}

// checkAgainstStrong reports a race of a weak access with strong writes of its element. An
// atomic observes the atomics before it, so what is ordered behind the last one is ordered
// behind all of them (causality order of PTX's memory model): the block that counted last
// may set the count back.
func (r *raceChecker) checkAgainstStrong(s *shadowMemory, strong *strongAccesses) {
	in := func(block uint32) bool { return block != 0 && (!s.private || block == r.now.block) }
	if in(strong.stored) || !in(strong.last.block) || r.unordered(s, &strong.last) {
		r.checkAgainstPairs(s, &strong.writes, &strong.laneWrites)
	}
}

// code returns the kind of race with an earlier access.
func (r *raceChecker) code(s *shadowMemory, old *accessRecord) diag.Code {
	switch {
	case old.block == r.now.block && old.warp == r.now.warp:
		return diag.WarpRace
	case r.acquired && r.fenced(old):
		return diag.FencedRace
	case s.private:
		return diag.SharedRace
	case old.block == r.now.block:
		return diag.GlobalRace
	}
	return diag.BlockRace
}

// fenced reports whether a fence that is visible to the current block followed an
// earlier access.
func (r *raceChecker) fenced(old *accessRecord) bool {
	if old.block == r.now.block {
		return r.fence > old.phase
	}
	return r.released[old.block] > old.phase
}

// report counts a race and keeps the first one of its kind.
func (r *raceChecker) report(s *shadowMemory, old *accessRecord, code diag.Code) {
	key := raceKey{old.pc, r.now.pc, code}
	c := r.races[key]
	if c == nil {
		c = &race{raceKey: key, first: *old, second: r.now, space: s.space, addr: r.addr}
		r.races[key] = c
		r.order = append(r.order, c)
	}
	c.count++
}
