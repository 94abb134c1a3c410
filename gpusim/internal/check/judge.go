package check

// This file says which accesses of an element race.

import "gpucourse/gpusim/diag"

// read is an ordinary read.
func (r *racer) read(s *shadow, c *cell) {
	r.against(s, &c.write)
	if c.strong != 0 {
		r.againstBoth(s, &r.strong[c.strong].writes)
	}
	c.reads.add(&r.now, r.barrier, s.private)
}

// write is an ordinary write.
func (r *racer) write(s *shadow, c *cell, value uint64) {
	old := &c.write
	same := c.stamp == r.stamp && old.block == r.now.block && old.warp == r.now.warp && old.pc == r.now.pc
	switch {
	case same && c.value != value:
		r.found(s, old, diag.StoreConflict)
	case !same && r.unordered(s, old):
		code := r.code(s, old)
		if c.value == value {
			code = diag.SameValueRace
		}
		r.found(s, old, code)
	}
	r.againstBoth(s, &c.reads)
	if c.strong != 0 {
		r.againstBoth(s, &r.strong[c.strong].writes)
		r.againstBoth(s, &r.strong[c.strong].reads)
	}
	c.write, c.value, c.stamp = r.now, value, r.stamp
}

// readStrong is a volatile read.
func (r *racer) readStrong(s *shadow, c *cell) {
	r.against(s, &c.write)
	r.strongOf(c).reads.add(&r.now, r.barrier, s.private)
}

// writeStrong is a volatile write, or an atomic operation.
func (r *racer) writeStrong(s *shadow, c *cell) {
	r.against(s, &c.write)
	r.againstBoth(s, &c.reads)
	r.strongOf(c).writes.add(&r.now, r.barrier, s.private)
}

// strongOf returns a cell's strong accesses.
func (r *racer) strongOf(c *cell) *strongCell {
	if c.strong == 0 {
		c.strong = uint32(len(r.strong))
		r.strong = append(r.strong, strongCell{})
	}
	return &r.strong[c.strong]
}

// unordered reports whether nothing orders an earlier access and this one.
func (r *racer) unordered(s *shadow, old *record) bool {
	if old.block != r.now.block {
		return old.block != 0 && !s.private
	}
	return old.phase >= r.barrier && old.warp != r.now.warp
}

// against reports a race of this access and an earlier one, if it is one.
func (r *racer) against(s *shadow, old *record) {
	if r.unordered(s, old) {
		r.found(s, old, r.code(s, old))
	}
}

// againstBoth is against for the accesses of a pair: the first of them that
// races is enough.
func (r *racer) againstBoth(s *shadow, p *pair) {
	for i := range p {
		if r.unordered(s, &p[i]) {
			r.found(s, &p[i], r.code(s, &p[i]))
			return
		}
	}
}

// code says what kind of race it is with an earlier access.
func (r *racer) code(s *shadow, old *record) diag.Code {
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

// fenced reports whether a fence that this block can rely on came after an
// earlier access.
func (r *racer) fenced(old *record) bool {
	if old.block == r.now.block {
		return r.fence > old.phase
	}
	return r.released[old.block] > old.phase
}

// found notes a race.
func (r *racer) found(s *shadow, old *record, code diag.Code) {
	key := raceKey{old.pc, r.now.pc, code}
	c := r.races[key]
	if c == nil {
		c = &race{raceKey: key, one: *old, two: r.now, space: s.space, addr: r.at}
		r.races[key] = c
		r.order = append(r.order, c)
	}
	c.count++
}
