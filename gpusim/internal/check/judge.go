package check

// This file says which accesses of an element race.

import (
	"gpucourse/gpusim/internal/diag"
	"gpucourse/gpusim/internal/ir"
)

// read is an ordinary read.
func (r *racer) read(t touch) {
	r.against(t, t.write)
	if t.strong != 0 {
		r.againstBoth(t, &r.strong[t.strong].writes)
	}
	t.reads.add(r.now, r.barrier, r.spaces[t.space].private)
}

// write is an ordinary write.
func (r *racer) write(t touch, value uint64) {
	old := t.write
	same := old.block == r.now.block && old.warp == r.now.warp && old.pc == r.now.pc && t.stamp == r.stamp
	switch {
	case same && t.value != value:
		r.found(t, old, diag.StoreConflict)
	case !same && r.unordered(t, old):
		code := r.code(t, old)
		if t.value == value {
			code = diag.SameValueRace
		}
		r.found(t, old, code)
	}
	r.againstBoth(t, &t.reads)
	if t.strong != 0 {
		r.againstBoth(t, &r.strong[t.strong].writes)
		r.againstBoth(t, &r.strong[t.strong].reads)
	}
	t.write, t.value, t.stamp = r.now, value, r.stamp
}

// readStrong is a volatile read.
func (r *racer) readStrong(t touch) {
	r.against(t, t.write)
	r.strongOf(t.cell).reads.add(r.now, r.barrier, r.spaces[t.space].private)
}

// writeStrong is a volatile write, or an atomic operation.
func (r *racer) writeStrong(t touch) {
	r.against(t, t.write)
	r.againstBoth(t, &t.reads)
	r.strongOf(t.cell).writes.add(r.now, r.barrier, r.spaces[t.space].private)
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
func (r *racer) unordered(t touch, old record) bool {
	switch {
	case old.block == 0:
		return false
	case old.block != r.now.block:
		return !r.spaces[t.space].private
	}
	return old.phase >= r.barrier && old.warp != r.now.warp
}

// against reports a race of this access and an earlier one, if it is one.
func (r *racer) against(t touch, old record) {
	if r.unordered(t, old) {
		r.found(t, old, r.code(t, old))
	}
}

// againstBoth is against for the accesses of a pair: the first of them that
// races is enough.
func (r *racer) againstBoth(t touch, p *pair) {
	for _, old := range p {
		if r.unordered(t, old) {
			r.found(t, old, r.code(t, old))
			return
		}
	}
}

// code says what kind of race it is with an earlier access.
func (r *racer) code(t touch, old record) diag.Code {
	switch {
	case r.acquired && r.fenced(old):
		return diag.FencedRace
	case t.space == ir.Shared:
		return diag.SharedRace
	case old.block == r.now.block:
		return diag.GlobalRace
	}
	return diag.BlockRace
}

// fenced reports whether a fence that this block can rely on came after an
// earlier access.
func (r *racer) fenced(old record) bool {
	if old.block == r.now.block {
		return r.fence > old.phase
	}
	return r.released[old.block] > old.phase
}

// found notes a race.
func (r *racer) found(t touch, old record, code diag.Code) {
	key := raceKey{old.pc, r.now.pc, code}
	c := r.races[key]
	if c == nil {
		c = &race{raceKey: key, one: old, two: r.now, space: t.space, addr: t.addr}
		r.races[key] = c
		r.order = append(r.order, c)
	}
	c.count++
}
