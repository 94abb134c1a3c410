package check

// This file checks accesses of whole rows at once. It finds no race: where there may be one,
// the elements are looked at one by one.

import "gpucourse/gpusim/trace"

// readRow handles a weak read of a row by consecutive lanes, from first on. It returns false
// when the lanes access no row, or their elements differ.
func (r *raceChecker) readRow(s *shadowMemory, a *trace.Access, first, spread int) bool {
	base, ok := rowAddress(s, a, first, rowElements>>spread)
	if !ok || base == r.last && base == r.before {
		return false
	}
	row := r.row(s, base>>s.shift/rowElements)
	if row == nil {
		return true
	}
	r.now = r.access.above(first)
	if !s.join(row, uint8(spread)) || !r.surelyOrdered(s, row.all.write) {
		return false
	}
	r.keepRead(s, &row.all.reads, &row.all.laneReads)
	row.latest = r.now
	r.last, r.before = base+uint64((rowElements>>spread-1)*a.Bytes), ^uint64(0)
	return true
}

// writeRow handles a weak write of a row by consecutive lanes, from first on, as readRow does.
func (r *raceChecker) writeRow(s *shadowMemory, a *trace.Access, first int, values *trace.Lanes) bool {
	base, ok := rowAddress(s, a, first, rowElements)
	if !ok {
		return false
	}
	row := r.row(s, base>>s.shift/rowElements)
	if row == nil {
		return true
	}
	r.now = r.access.above(first)
	if !s.join(row, 0) || row.all.store == r.accessCount || !r.allOrdered(s, &row.all) {
		return false
	}
	r.now |= r.updates(first, base, false)
	row.all.write, row.all.store, row.latest = r.now, r.accessCount, r.now
	copy(row.values[:], values[first:])
	return true
}

// allOrdered reports whether all weak accesses of a cell are surely ordered.
func (r *raceChecker) allOrdered(s *shadowMemory, c *shadowCell) bool {
	return r.surelyOrdered(s, c.write) &&
		r.surelyOrdered(s, c.reads[0]) && r.surelyOrdered(s, c.reads[1]) &&
		r.surelyOrdered(s, c.laneReads[0]) && r.surelyOrdered(s, c.laneReads[1])
}

// surelyOrdered reports whether an earlier access is ordered before the current one, whichever
// lanes they are of. Flags and barriers of some lanes are not considered.
func (r *raceChecker) surelyOrdered(s *shadowMemory, old stamp) bool {
	return s.ordered(old) || r.ownWarp(old) && r.lanesOrdered(old)
}

// rowAddress returns the address that some lanes from first on begin at. ok: each accesses
// what follows on the lane before it, and the first one begins a row.
func rowAddress(s *shadowMemory, a *trace.Access, first, lanes int) (base uint64, ok bool) {
	if a.Addr == nil {
		next := a.DX == int64(a.Bytes) && (a.Width >= lanes || a.DY == a.DX*int64(a.Width))
		base = a.Lane(first)
		return base, next && base&(rowElements<<s.shift-1) == 0
	}
	base = a.Addr[first]
	if base&(rowElements<<s.shift-1) != 0 {
		return base, false
	}
	for i := range lanes {
		if a.Addr[first+i] != base+uint64(i*a.Bytes) {
			return base, false
		}
	}
	return base, true
}

// split gives each element of a row a cell of its own. It returns false when there is no
// memory for them.
func (r *raceChecker) split(row *shadowRow) bool {
	if row.cells == 0 {
		if r.used >= len(r.cells)*cellsPerChunk {
			if !r.take(chunkBytes) {
				return false
			}
			r.cells = append(r.cells, new(chunk))
		}
		row.cells = uint32(r.used)
		r.used++
	}
	cells := r.cellsOf(row)
	for i := range cells {
		cells[i] = row.all.above(i >> row.spread)
	}
	row.split = true
	return true
}

// cellsOf returns the cells of a row's elements.
func (r *raceChecker) cellsOf(row *shadowRow) *[rowElements]shadowCell {
	return &r.cells[row.cells/cellsPerChunk][row.cells%cellsPerChunk]
}

// take reports whether the memory left has these bytes more.
func (r *raceChecker) take(bytes int64) bool {
	if r.bytes += bytes; r.bytes <= r.launch.Bytes {
		return true
	}
	r.complete = false
	return false
}
