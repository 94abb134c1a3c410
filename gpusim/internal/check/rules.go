package check

// This file holds the rules by which two accesses of an element race.

import (
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// read handles a weak read.
func (r *raceChecker) read(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, c.write)
	if c.strong != 0 {
		r.checkAgainstStrong(s, r.strongAt(c.strong))
	}
	r.keepRead(s, &c.reads, &c.laneReads)
}

// keepRead adds the current access to the pairs that represent reads.
func (r *raceChecker) keepRead(s *shadowMemory, of, ofLanes *accessPair) {
	if of[0]-s.settled < s.span {
		of[0] = r.now
	} else {
		r.addTo(of, s)
	}
	switch p := ofLanes; {
	case p[0] < r.since || !r.ownWarp(p[0]):
		p[0], p[1] = r.now, 0
	case !p[0].sameLane(r.now) && (p[1] == 0 || p[1].sameLane(r.now)):
		p[1] = r.now
	}
}

// addTo adds the current access to a pair that represents all.
func (r *raceChecker) addTo(p *accessPair, s *shadowMemory) {
	first, second := p[0], p[1]
	switch {
	case r.settled(s, first):
		p[0] = r.now
	case !r.ownBlock(first):
		p[0], p[1] = r.now, first
	case first.sameWarp(r.now):
		p[0] = first.renewed(r.now)
	case r.settled(s, second):
		p[1] = r.now
	case r.ownWarp(second):
		p[1] = second.renewed(r.now)
	}
}

// write handles a weak write. kept is where the value of the last write is.
func (r *raceChecker) write(s *shadowMemory, c *shadowCell, kept *uint64, value uint64) {
	old, sameValue := c.write, (*kept^value)&s.elementMask == 0
	same := c.store == r.accessCount && (old^r.now)&phaseAndWarp == 0
	switch {
	case same && !old.sameLane(r.now) && r.losesUpdate(old):
		r.report(s, old, diag.LostUpdate)
	case same && !sameValue:
		r.report(s, old, diag.StoreConflict)
	case same:
		r.allow(s, old, sameInstruction)
	case !same && r.unordered(s, old):
		code := r.code(s, old)
		if sameValue && code != diag.LostUpdate {
			code = diag.SameValueRace
		}
		r.report(s, old, code)
	}
	r.checkAgainstPairs(s, &c.reads, &c.laneReads)
	if c.strong != 0 {
		strong := r.strongAt(c.strong)
		r.checkAgainstStrong(s, strong)
		r.checkAgainstPairs(s, &strong.reads, &strong.laneReads)
		strong.signals = nil
	}
	c.write, c.store, *kept = r.now, r.accessCount, value
	if same && (old&several != 0 || !old.sameLane(r.now)) {
		c.write |= several
	}
}

// readStrong handles a volatile read.
func (r *raceChecker) readStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, c.write)
	strong := r.strongOf(c)
	r.checkVolatile(s, &strong.laneWrites)
	r.keepRival(s, strong)
	r.keepRead(s, &strong.reads, &strong.laneReads)
	r.readFlag(s, strong)
}

// writeStrong handles a volatile write or an atomic operation.
func (r *raceChecker) writeStrong(s *shadowMemory, c *shadowCell) {
	r.checkAgainst(s, c.write)
	r.checkAgainstPairs(s, &c.reads, &c.laneReads)
	strong := r.strongOf(c)
	r.checkVolatile(s, &strong.laneReads)
	r.keepRival(s, strong)
	r.checkUpdate(s, strong)
	r.keepRead(s, &strong.writes, &strong.laneWrites)
	if r.atomic(r.now) {
		r.readFlag(s, strong)
		strong.last = r.now
	} else {
		strong.stored = r.ordinal
	}
	r.writeFlag(s, strong)
}

// checkVolatile reports a race of two volatile accesses to shared memory by lanes of one
// warp. Atomics do not count, nor do loops that wait for a flag.
func (r *raceChecker) checkVolatile(s *shadowMemory, p *accessPair) {
	exempt := func(a stamp) bool { return r.atomic(a) || r.flow.spins[a.pc()] }
	if !s.private || exempt(r.now) {
		return
	}
	for _, old := range p {
		if r.ownWarp(old) && !exempt(old) && r.unsettled(s, old) {
			r.report(s, old, diag.WarpRace)
			return
		}
	}
}

// ownWarp reports whether the current warp made an access.
func (r *raceChecker) ownWarp(a stamp) bool { return a.sameWarp(r.now) && r.ownBlock(a) }

// ownThread reports whether the current thread made an access.
func (r *raceChecker) ownThread(a stamp) bool { return r.ownWarp(a) && a.sameLane(r.now) }

func (r *raceChecker) atomic(a stamp) bool { return r.launch.Program.Instrs[a.pc()].Op == ir.Atom }

// strongOf returns the strong accesses of a cell.
func (r *raceChecker) strongOf(c *shadowCell) *strongAccesses {
	if c.strong == 0 {
		if r.usedStrong%strongPerChunk == 0 {
			if !r.take(strongBytes) {
				return new(strongAccesses) // of this access alone
			}
			r.strong = append(r.strong, new([strongPerChunk]strongAccesses))
		}
		r.usedStrong++
		c.strong = r.usedStrong
	}
	return r.strongAt(c.strong)
}

// strongAt returns the strong accesses with a number, from 1 on.
func (r *raceChecker) strongAt(number uint32) *strongAccesses {
	return &r.strong[(number-1)/strongPerChunk][(number-1)%strongPerChunk]
}

// unordered reports whether nothing orders an earlier access before the current
// one.
func (r *raceChecker) unordered(s *shadowMemory, old stamp) bool {
	return !s.ordered(old) && r.unsettled(s, old)
}

// unsettled is unordered for accesses that are not settled in the current stretch.
func (r *raceChecker) unsettled(s *shadowMemory, old stamp) bool {
	if r.settled(s, old) || r.ownWarp(old) && !r.lanesUnordered(old) {
		return false
	}
	return !r.metInCluster(old) && !r.knows(s, old)
}

// settled reports whether barriers of the block order an access before the current one, or the
// record holds no access.
func (r *raceChecker) settled(s *shadowMemory, old stamp) bool {
	return s.ordered(old) || r.turns && old < r.barrier && r.ownBlock(old)
}

// checkAgainst reports a race if the current access races with an earlier one.
func (r *raceChecker) checkAgainst(s *shadowMemory, old stamp) {
	if r.unordered(s, old) {
		r.report(s, old, r.code(s, old))
	}
}

// checkAgainstPairs reports a race with the first access of two pairs that races.
func (r *raceChecker) checkAgainstPairs(s *shadowMemory, pairs, lanes *accessPair) {
	for _, old := range [...]stamp{pairs[0], pairs[1], lanes[0], lanes[1]} {
		if r.unordered(s, old) {
			r.report(s, old, r.code(s, old))
			return
		}
	}
}

// checkAgainstStrong reports a race of a weak access with strong writes of its element. An
// atomic observes the atomics before it, so what is ordered behind the last one is ordered
// behind all of them (causality order of PTX's memory model): the block that counted last
// may set the count back.
func (r *raceChecker) checkAgainstStrong(s *shadowMemory, strong *strongAccesses) {
	stored := strong.stored != 0 && (!s.private || strong.stored == r.ordinal)
	counted := strong.last != 0 && (!s.private || r.ownBlock(strong.last))
	if stored || !counted || r.unordered(s, strong.last) {
		r.checkAgainstPairs(s, &strong.writes, &strong.laneWrites)
	}
}

// code returns the kind of race with an earlier access.
func (r *raceChecker) code(s *shadowMemory, old stamp) diag.Code {
	switch {
	case r.losesUpdate(old) && !(r.ownWarp(old) && !r.atomic(old) && !r.atomic(r.now)):
		return diag.LostUpdate
	case r.ownWarp(old):
		return diag.WarpRace
	case r.acquired && r.fenced(old):
		return diag.FencedRace
	case s.private:
		return diag.SharedRace
	case r.ownBlock(old):
		return diag.GlobalRace
	}
	return diag.BlockRace
}

// fenced reports whether a fence that is visible to the current block followed an
// earlier access, by its thread or by one that had waited for it.
func (r *raceChecker) fenced(old stamp) bool {
	fences := r.fences
	if !r.ownBlock(old) {
		fences = r.released[r.ordinalOf(old)]
	}
	return slices.ContainsFunc(fences, func(l *release) bool { return (l.device || r.ownBlock(old)) && l.seen.covers(old) })
}
