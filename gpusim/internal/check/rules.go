package check

// This file holds the rules by which two accesses of an element race.

import "gpucourse/gpusim/diag"

// read handles a weak read.
func (r *raceChecker) read(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	if c.strong != 0 {
		r.checkAgainstPair(s, &r.strong[c.strong].writes)
	}
	c.reads.add(&r.now, r.barrier, s.private)
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
	r.checkAgainstPair(s, &c.reads)
	if c.strong != 0 {
		r.checkAgainstPair(s, &r.strong[c.strong].writes)
		r.checkAgainstPair(s, &r.strong[c.strong].reads)
	}
	c.write, c.value, c.store = r.now, value, r.storeCount
}

// readStrong handles a volatile read.
func (r *raceChecker) readStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	r.strongOf(c).reads.add(&r.now, r.barrier, s.private)
}

// writeStrong handles a volatile write or an atomic operation.
func (r *raceChecker) writeStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, &c.write)
	r.checkAgainstPair(s, &c.reads)
	r.strongOf(c).writes.add(&r.now, r.barrier, s.private)
}

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
	if old.block != r.now.block {
		return old.block != 0 && !s.private
	}
	return old.phase >= r.barrier && old.warp != r.now.warp
}

// checkAgainst reports a race if the current access races with an earlier one.
func (r *raceChecker) checkAgainst(s *shadowMemory, old *accessRecord) {
	if r.unordered(s, old) {
		r.report(s, old, r.code(s, old))
	}
}

// checkAgainstPair reports a race with the first access of a pair that races.
func (r *raceChecker) checkAgainstPair(s *shadowMemory, p *accessPair) {
	for i := range p {
		if r.unordered(s, &p[i]) {
			r.report(s, &p[i], r.code(s, &p[i]))
			return
		}
	}
}

// code returns the kind of race with an earlier access.
func (r *raceChecker) code(s *shadowMemory, old *accessRecord) diag.Code {
	switch {
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
