package check

// This file finds the elements of an access. Where consecutive lanes access consecutive
// elements, it looks at whole rows of the shadow memory.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// visit looks at a load or an atomic; stored looks at stores.
func (r *raceChecker) visit(a *trace.Access) {
	if r.spaces[a.Space] == nil {
		return
	}
	r.advance(a.Block, a.Warp)
	s := r.spaces[a.Space]
	if a.Kind == trace.Store || s == nil || r.harmless[a.PC] && !a.Volatile {
		return
	}
	r.begin(a)
	r.remember(a)
	if a.Addr == nil && a.DX == 0 {
		r.visitLines(s, a)
	} else {
		r.visitGroups(s, a, bits.TrailingZeros(uint(a.Bytes))-int(s.shift))
	}
	r.acquired = r.acquired || r.flow.decides[a.PC]
}

// begin prepares the stamp of an access.
func (r *raceChecker) begin(a *trace.Access) {
	r.access = newStamp(r.phase, a.PC, a.Warp)
	r.since = max(r.barrier, r.warps[a.Warp].all)
	r.isStrong = a.Volatile || a.Kind == trace.Atomic || r.flow.guesses[a.PC]
	r.accessCount++
	r.last, r.before, r.current = ^uint64(0), ^uint64(0), nil
}

// visitLines visits the elements of an access where all lanes with one Y have one address.
func (r *raceChecker) visitLines(s *shadowMemory, a *trace.Access) {
	addr := a.Base
	for first := 0; first < arch.MaxLanes; first, addr = first+a.Width, addr+uint64(a.DY) {
		for lanes := a.Active & trace.MaskOf(first, a.Width); lanes != 0; lanes &= lanes - 1 {
			if !r.visitLane(s, a, lanes.First(), addr) {
				break
			}
		}
	}
}

// visitGroups visits the elements of an access by groups of lanes that may fill a row. A
// lane accesses 1<<spread elements.
func (r *raceChecker) visitGroups(s *shadowMemory, a *trace.Access, spread int) {
	size := rowElements >> spread
	var addrs *trace.Lanes
	for first := 0; first < arch.MaxLanes; first += size {
		group := a.Active & trace.MaskOf(first, size)
		if group == 0 || size > 1 && group == trace.MaskOf(first, size) && !r.isStrong && r.readRow(s, a, first, spread) {
			continue
		}
		if addrs == nil {
			addrs = r.addresses(a)
		}
		for ; group != 0; group &= group - 1 {
			r.visitLane(s, a, group.First(), addrs[group.First()])
		}
	}
}

// visitLane visits the elements of one lane. Of neighbouring lanes with one address it visits
// the first two, which represent the others, and returns false for these. Flags count for each
// lane.
func (r *raceChecker) visitLane(s *shadowMemory, a *trace.Access, lane int, addr uint64) bool {
	if addr == r.last && addr == r.before && !(r.isStrong && r.hasFences) {
		return false
	}
	r.last, r.before, r.now = addr, r.last, r.access.above(lane)
	for at := addr; at < addr+uint64(a.Bytes); at += 1 << s.shift {
		c, _ := r.cell(s, at)
		switch {
		case c == nil:
		case a.Kind == trace.Atomic:
			r.now = r.now&^update | r.updates(lane, at, false)
			r.writeStrong(s, c)
		case r.isStrong:
			r.readStrong(s, c)
		default:
			r.read(s, c)
		}
	}
	return true
}

// addresses returns the addresses of the lanes.
func (r *raceChecker) addresses(a *trace.Access) *trace.Lanes {
	if a.Addr != nil {
		return a.Addr
	}
	for i, row := 0, a.Base; i < arch.MaxLanes; i, row = i+a.Width, row+uint64(a.DY) {
		for x := range a.Width {
			r.laneAddrs[i+x] = row + uint64(int64(x)*a.DX)
		}
	}
	return &r.laneAddrs
}

// stored looks at one element of a store.
func (r *raceChecker) stored(e trace.Stored) {
	a, values := e.Access, e.Values
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	r.begin(a)
	whole := !a.Volatile && e.Bytes == a.Bytes && e.Bytes == 1<<s.shift
	var addrs *trace.Lanes
	for first := 0; first < arch.MaxLanes; first += rowElements {
		group := a.Active & trace.MaskOf(first, rowElements)
		if group == 0 || whole && group == trace.MaskOf(first, rowElements) && r.writeRow(s, a, first, values) {
			continue
		}
		if addrs == nil {
			addrs = r.addresses(a)
		}
		for ; group != 0; group &= group - 1 {
			lane := group.First()
			r.storeLane(s, a, lane, addrs[lane]+uint64(e.Offset), e.Bytes, values[lane])
		}
	}
}

// storeLane stores the value of one lane, element by element.
func (r *raceChecker) storeLane(s *shadowMemory, a *trace.Access, lane int, addr uint64, bytes int, value uint64) {
	r.now = r.access.above(lane)
	for end := addr + uint64(bytes); addr < end; addr, value = addr+1<<s.shift, value>>(8<<s.shift) {
		c, v := r.cell(s, addr)
		if c == nil {
			continue
		}
		written := c.write != 0 || c.strong != 0
		same := written && (*v^value)&s.elementMask == 0
		r.now = r.now&^update | r.updates(lane, addr, same)
		if a.Volatile {
			if written && !same {
				r.claim(s, r.strongOf(c), *v&s.elementMask)
			}
			r.writeStrong(s, c)
			*v = value
		} else {
			r.write(s, c, v, value)
		}
	}
}

// cell returns the cell of the element at an address and the place of its value; nil when
// there is no memory for it.
func (r *raceChecker) cell(s *shadowMemory, addr uint64) (*shadowCell, *uint64) {
	if addr == r.addr && r.current != nil {
		return r.current, r.value
	}
	r.addr = addr
	i := addr >> s.shift
	row := r.row(s, i/rowElements)
	if row == nil || !row.split && !r.split(row) {
		r.current = nil
		return nil, nil
	}
	row.latest = r.now
	row.strong = row.strong || r.isStrong
	r.current, r.value = &r.cellsOf(row)[i%rowElements], &row.values[i%rowElements]
	return r.current, r.value
}
