package tracefile

// This file predicts a warp's next entry. Encoder and decoder share it.

import (
	"math"

	"gpucourse/gpusim/trace"
)

// shape is everything of an access but its base.
type shape struct {
	mask      trace.Mask
	irregular bool // addresses have no closed form: see overflow.offsets
	dx, dy    int64
}

// site is what a warp did last at one site. It is small, because players decode thousands of
// warps in turn; a number that does not fit is in the site's overflow.
type site struct {
	base  uint64 // of the last access
	delta int32  // from the base before; or wideDelta
	shape uint16 // number of its shape; or unseen, or overflowed
	next  uint16 // site of the entry that followed; or overflowed
}

const (
	unseen     = 0
	overflowed = math.MaxUint16
	wideDelta  = math.MinInt32
)

// overflow is what does not fit a site.
type overflow struct {
	delta   uint64
	next    int32
	shape   shape
	offsets trace.Lanes // from the first active lane, of an irregular access
}

// shapeTable numbers the shapes that accesses have at each site, from 1 on. Shapes beyond
// mostShapes have the number overflowed.
type shapeTable struct {
	shapes  []shape // by number
	numbers map[shapeKey]uint16
	last    []uint16 // by site: the number found last, which the next warp needs again
}

// mostShapes is how many numbers a table has. A test lowers it.
var mostShapes = overflowed

// shapeKey is a shape at a site.
type shapeKey struct {
	site  int32
	shape shape
}

// number returns the number of a shape at a site, and whether it is new.
func (x *shapeTable) number(at int32, s shape) (n uint16, added bool) {
	if int(at) >= len(x.last) {
		x.last = append(x.last, make([]uint16, int(at)+1-len(x.last))...)
	}
	if n := x.last[at]; n != unseen && n != overflowed && x.shapes[n] == s {
		return n, false
	}
	n, added = x.find(at, s)
	x.last[at] = n
	return n, added
}

// find looks a shape up, and adds it if it is new.
func (x *shapeTable) find(at int32, s shape) (n uint16, added bool) {
	key := shapeKey{at, s}
	if n, ok := x.numbers[key]; ok {
		return n, false
	}
	if x.numbers == nil {
		x.numbers, x.shapes = map[shapeKey]uint16{}, make([]shape, 1)
	}
	if len(x.shapes) >= mostShapes {
		return overflowed, false
	}
	n = uint16(len(x.shapes))
	x.shapes = append(x.shapes, s)
	x.numbers[key] = n
	return n, true
}

// predictor is the history of one warp.
type predictor struct {
	sites     []site
	at        int32       // site of the last entry
	base      uint64      // of the last access
	overflows []*overflow // by site; nil when no site has one
}

// reset forgets the history.
func (p *predictor) reset(sites int) {
	if len(p.sites) != sites {
		p.sites, p.overflows = make([]site, sites), nil
	}
	clear(p.sites)
	p.at, p.base = startSite, 0
}

// overflowOf returns the overflow of a site, made if necessary.
func (p *predictor) overflowOf(at int32) *overflow {
	if p.overflows == nil {
		p.overflows = make([]*overflow, len(p.sites))
	}
	if p.overflows[at] == nil {
		p.overflows[at] = new(overflow)
	}
	return p.overflows[at]
}

// nextSite predicts the site after a site.
func (p *predictor) nextSite(at int32) int32 {
	if n := p.sites[at].next; n != overflowed {
		return int32(n)
	}
	return p.overflows[at].next
}

// shapeOf predicts the shape of the next access at a site that was seen.
func (p *predictor) shapeOf(x *shapeTable, at int32) *shape {
	if n := p.sites[at].shape; n != overflowed {
		return &x.shapes[n]
	}
	return &p.overflows[at].shape
}

// deltaOf predicts the distance from the last base at a site to the next one.
func (p *predictor) deltaOf(at int32) uint64 {
	if d := p.sites[at].delta; d != wideDelta {
		return uint64(int64(d))
	}
	return p.overflows[at].delta
}

// origin returns the base from which the next base at a site is counted.
func (p *predictor) origin(s *site) uint64 {
	if s.shape != unseen {
		return s.base
	}
	return p.base
}

// learn takes an access that was not as predicted, and the number of its shape.
func (p *predictor) learn(at int32, base uint64, number uint16, f shape) {
	s := &p.sites[at]
	if s.shape != unseen {
		p.setDelta(at, base-s.base)
	}
	if number == overflowed {
		p.overflowOf(at).shape = f
	}
	s.base, s.shape, p.base = base, number, base
	p.moveTo(at)
}

func (p *predictor) setDelta(at int32, d uint64) {
	s := &p.sites[at]
	s.delta = int32(d)
	if d != uint64(int64(s.delta)) || s.delta == wideDelta {
		s.delta = wideDelta
		p.overflowOf(at).delta = d
	}
}

// moveTo takes the site of an entry that was not as predicted.
func (p *predictor) moveTo(at int32) {
	s := &p.sites[p.at]
	if s.next = uint16(at); at >= overflowed {
		s.next = overflowed
		p.overflowOf(p.at).next = at
	}
	p.at = at
}

// follow takes an access at site s, number at, that was as predicted.
func (p *predictor) follow(at int32, s *site) {
	d := uint64(int64(s.delta))
	if s.delta == wideDelta {
		d = p.overflows[at].delta
	}
	s.base += d
	p.at, p.base = at, s.base
}
