package coalesce

// This file counts accesses by walking over their lanes.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// laneMask bounds an index into a warp's arrays, so that the compiler need not.
const laneMask = arch.MaxLanes - 1

// walk returns the cost of any access.
func (c *coster) walk(a *trace.Access) cost {
	switch a.Space {
	case ir.Global:
		if c.sectors && a.Kind != trace.Atomic {
			n := c.sectorsOf(a)
			return moving(1, n, n)
		}
		return c.pure(a)
	case ir.Local, ir.Texture:
		return c.pure(a)
	case ir.Shared:
		return c.walkBanks(a)
	case ir.Const, ir.Param:
		return moving(c.units(a, log2(a.Bytes)), 0, 0)
	}
	panic("BUG: coalesce: an access without a space")
}

// pure asks Coalesce.
func (c *coster) pure(a *trace.Access) cost {
	c.moved = Coalesce(c.spec, a, c.moved[:0])
	t := count(c.spec, a, c.moved)
	return moving(t.Requests, t.Transactions, t.Sectors)
}

// addresses returns where the lanes of an access go, writing an affine access out.
func (c *coster) addresses(a *trace.Access) *trace.Lanes {
	if a.Addr != nil {
		return a.Addr
	}
	for i := range c.spec.WarpSize {
		c.lanes[i] = a.Lane(i)
	}
	return &c.lanes
}

// sectorsOf is the number of sectors an access uses. A word wider than a
// sector uses several, and none of another word.
func (c *coster) sectorsOf(a *trace.Access) int {
	wide := max(c.sector, log2(a.Bytes))
	return c.units(a, wide) << (wide - c.sector)
}

// units is the number of aligned pieces of 1<<shift bytes that lanes use. When
// they follow each other up or down it is the number of changes; when they lie
// close it is the number of bits set in a map; else a set tells.
func (c *coster) units(a *trace.Access, shift uint) int {
	at := c.addresses(a)
	prev := at[a.Active.First()&laneMask] >> shift
	low, high, changes, falls := prev, prev, 0, 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		u := at[rest.First()&laneMask] >> shift
		if u != prev {
			changes++
			if u < prev {
				falls++
			}
			low, high, prev = min(low, u), max(high, u), u
		}
	}
	switch {
	case falls == 0 || falls == changes:
		return changes + 1
	case high-low < 64:
		var used uint64
		for rest := a.Active; rest != 0; rest &= rest - 1 {
			used |= 1 << ((at[rest.First()&laneMask]>>shift - low) & 63)
		}
		return bits.OnesCount64(used)
	}
	c.seen.clear()
	n := 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		if c.seen.add(at[rest.First()&laneMask] >> shift) {
			n++
		}
	}
	return n
}

// walkBanks counts the wavefronts of a shared access phase by phase.
func (c *coster) walkBanks(a *trace.Access) cost {
	if c.spec.Shared.OneBroadcast || c.spec.Shared.SplitsWords {
		r := Banks(c.spec, a)
		return passing(r.Wavefronts, r.Ideal)
	}
	wavefronts, ideal := 0, 0
	g := newBankWalk(c.spec, a)
	at := c.addresses(a)
	n := phaseLanes(c.spec, a)
	for first := 0; first < c.spec.WarpSize; first += n {
		if part := a.Active & trace.MaskOf(first, n); part != 0 {
			wavefronts += c.phase(at, part, g)
			ideal++
		}
	}
	if slow(c.spec, a) {
		wavefronts += ideal
	}
	if g.atomic {
		wavefronts += c.spec.Shared.AtomicWavefronts
		ideal += c.spec.Shared.AtomicWavefronts
	}
	return passing(wavefronts, ideal)
}

// bankWalk is geometry in shifts and masks.
type bankWalk struct {
	unit, row uint   // log2 of the bytes of a group's piece and of a row
	groups    uint64 // mask
	atomic    bool   // lanes that use one row take turns
}

func newBankWalk(s *arch.Spec, a *trace.Access) bankWalk {
	g := newGeometry(s, a.Bytes)
	return bankWalk{unit: log2(int(g.unit)), row: log2(int(g.row)), groups: g.groups - 1, atomic: a.Kind == trace.Atomic}
}

// phase is the number of wavefronts of one phase: the most rows, or for
// atomics the most lanes, that any group of banks must serve. Where the rows
// of a group follow each other up or down, they are as many as the changes.
func (c *coster) phase(at *trace.Lanes, part trace.Mask, g bankWalk) int {
	var row [arch.MaxLanes]uint64 // by group: the last row used
	var turns [arch.MaxLanes]uint8
	var rises, falls uint32 // groups
	most := uint8(1)
	for rest := part; rest != 0; rest &= rest - 1 {
		addr := at[rest.First()&laneMask]
		group := addr >> g.unit & g.groups & laneMask
		r := addr>>g.row + 1
		last := row[group]
		if r == last && !g.atomic {
			continue
		}
		if r < last {
			falls |= 1 << group
		} else if last != 0 {
			rises |= 1 << group
		}
		row[group] = r
		turns[group]++
		most = max(most, turns[group])
	}
	if rises&falls == 0 || g.atomic {
		return int(most)
	}
	return c.busiest(at, part, g)
}

// busiest counts the distinct rows of every group and returns the most.
func (c *coster) busiest(at *trace.Lanes, part trace.Mask, g bankWalk) int {
	var turns [arch.MaxLanes]uint8
	most := uint8(1)
	c.seen.clear()
	for rest := part; rest != 0; rest &= rest - 1 {
		addr := at[rest.First()&laneMask]
		group := addr >> g.unit & g.groups & laneMask
		if c.seen.add(addr>>g.row*arch.MaxLanes + group) {
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
	for h := word * hash.Golden >> (64 - setBits); ; h++ {
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
