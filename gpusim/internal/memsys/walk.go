package memsys

// This file counts accesses by walking over their lanes.

import (
	"math/bits"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/trace"
)

// walk returns the cost of any access.
func (c *coster) walk(a *trace.Access) cost {
	switch a.Space {
	case ir.Global:
		if c.sectors && a.Kind != trace.Atomic {
			return sectorCost(uint16(c.sectorsOf(a)))
		}
		return c.pure(a)
	case ir.Local:
		return c.pure(a)
	case ir.Shared:
		return c.walkBanks(a)
	case ir.Const, ir.Param:
		return cost{requests: uint16(c.units(a, log2(a.Bytes)))}
	}
	panic("BUG: memsys: an access without a space")
}

// pure asks Coalesce.
func (c *coster) pure(a *trace.Access) cost {
	c.moved = Coalesce(c.spec, a, c.moved[:0])
	t := count(c.spec, a, c.moved)
	return cost{requests: uint16(t.Requests), transactions: uint16(t.Transactions), sectors: uint16(t.Sectors)}
}

// sectorsOf is the number of sectors an access uses. A word wider than a
// sector uses several, and none of another word.
func (c *coster) sectorsOf(a *trace.Access) int {
	wide := max(c.sector, log2(a.Bytes))
	return c.units(a, wide) << (wide - c.sector)
}

// units is the number of aligned pieces of 1<<shift bytes that lanes use.
func (c *coster) units(a *trace.Access, shift uint) int {
	var unit trace.Lanes
	low, high := ^uint64(0), uint64(0)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		u := a.Lane(i) >> shift
		unit[i&(arch.MaxLanes-1)] = u
		low, high = min(low, u), max(high, u)
	}
	if high-low < 64 {
		var used uint64
		for rest := a.Active; rest != 0; rest &= rest - 1 {
			used |= 1 << ((unit[rest.First()&(arch.MaxLanes-1)] - low) & 63)
		}
		return bits.OnesCount64(used)
	}
	c.seen.clear()
	n := 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		if c.seen.add(unit[rest.First()&(arch.MaxLanes-1)]) {
			n++
		}
	}
	return n
}

// walkBanks counts the wavefronts of a shared access phase by phase.
func (c *coster) walkBanks(a *trace.Access) cost {
	var w cost
	g := newBankWalk(c.spec, a.Bytes)
	n := phaseLanes(c.spec, a)
	for first := 0; first < c.spec.WarpSize; first += n {
		if part := a.Active & lanes(first, n); part != 0 {
			w.wavefronts += uint16(c.phase(a, part, g))
			w.ideal++
		}
	}
	if a.Kind == trace.Atomic {
		w.wavefronts += uint16(c.spec.Shared.AtomicWavefronts)
		w.ideal += uint16(c.spec.Shared.AtomicWavefronts)
	}
	return w
}

// bankWalk is geometry in shifts and masks.
type bankWalk struct {
	unit, row uint   // log2 of the bytes of a group's piece and of a row
	groups    uint64 // mask
}

func newBankWalk(s *arch.Spec, bytes int) bankWalk {
	g := newGeometry(s, bytes)
	return bankWalk{unit: log2(int(g.unit)), row: log2(int(g.row)), groups: g.groups - 1}
}

// phase is the number of wavefronts of one phase: the most rows, or for
// atomics the most lanes, that any group of banks must serve.
func (c *coster) phase(a *trace.Access, part trace.Mask, g bankWalk) int {
	var rows [arch.MaxLanes]uint64 // by group: the first row used
	var used, clash uint32
	for rest := part; rest != 0; rest &= rest - 1 {
		addr := a.Lane(rest.First())
		group := addr >> g.unit & g.groups & (arch.MaxLanes - 1)
		bit := uint32(1) << group
		if used&bit == 0 {
			used |= bit
			rows[group] = addr >> g.row
		} else if rows[group] != addr>>g.row || a.Kind == trace.Atomic {
			clash |= bit
		}
	}
	if clash == 0 {
		return 1
	}
	return c.busiest(a, part, g, clash)
}

// busiest counts the rows of the groups in clash and returns the most.
func (c *coster) busiest(a *trace.Access, part trace.Mask, g bankWalk, clash uint32) int {
	var turns [arch.MaxLanes]uint8
	most := uint8(1)
	c.seen.clear()
	for rest := part; rest != 0; rest &= rest - 1 {
		addr := a.Lane(rest.First())
		group := addr >> g.unit & g.groups & (arch.MaxLanes - 1)
		if clash>>group&1 == 0 {
			continue
		}
		if a.Kind == trace.Atomic || c.seen.add(addr>>g.row*arch.MaxLanes+group) {
			turns[group]++
			most = max(most, turns[group])
		}
	}
	return int(most)
}

// setBits is the logarithm of a wordSet's slots: four for each lane.
const setBits = 7

// wordSet is a set of at most a warp's worth of numbers.
type wordSet struct {
	slots [1 << setBits]struct {
		word  uint64
		stamp uint32 // the slot is taken when this is the set's
	}
	stamp uint32
}

// clear empties the set.
func (s *wordSet) clear() {
	s.stamp++
	if s.stamp == 0 { // the stamps of four thousand million sets ago would look new
		*s = wordSet{stamp: 1}
	}
}

// add puts a number in and reports whether it was not there before.
func (s *wordSet) add(word uint64) bool {
	const golden = 0x9e3779b97f4a7c15
	for h := word * golden >> (64 - setBits); ; h++ {
		slot := &s.slots[h%uint64(len(s.slots))]
		if slot.stamp != s.stamp {
			slot.word, slot.stamp = word, s.stamp
			return true
		}
		if slot.word == word {
			return false
		}
	}
}
