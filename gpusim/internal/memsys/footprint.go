package memsys

// This file counts the distinct sectors of global memory that a launch touches.

import (
	"math/bits"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/trace"
)

// Footprint is the set of sectors that global accesses touched, loads and
// stores apart; an atomic counts as both. It is a trace.Observer.
type Footprint struct {
	warp           int
	all            trace.Mask // every lane
	sector         uint       // log2 of the sector's bytes
	loaded, stored sectorSet
}

// NewFootprint returns an empty footprint.
func NewFootprint(s *arch.Spec) *Footprint {
	return &Footprint{warp: s.WarpSize, all: lanes(0, s.WarpSize), sector: uint(bits.TrailingZeros(uint(s.Global.SectorBytes)))}
}

// Access implements trace.Observer.
func (f *Footprint) Access(a *trace.Access) {
	if a.Space != ir.Global {
		return
	}
	if a.Kind != trace.Store {
		f.mark(&f.loaded, a)
	}
	if a.Kind != trace.Load {
		f.mark(&f.stored, a)
	}
}

// mark adds the sectors of an access: those between the ends of each row of
// lanes when all lanes take part and leave no sector out, else lane by lane.
func (f *Footprint) mark(set *sectorSet, a *trace.Access) {
	last := uint64(a.Bytes - 1)
	if a.Addr != nil || a.Active != f.all || a.DX < 0 || a.DX > 1<<f.sector {
		for m := a.Active; m != 0; m &= m - 1 {
			first := a.Lane(bits.TrailingZeros32(uint32(m)))
			set.add(first>>f.sector, (first+last)>>f.sector)
		}
		return
	}
	width, rows := f.warp, 1
	if a.Width < width {
		width = a.Width
		if a.DY != 0 {
			rows = f.warp / width
		}
	}
	span := uint64(width-1)*uint64(a.DX) + last
	for first := a.Base; rows > 0; rows-- {
		set.add(first>>f.sector, (first+span)>>f.sector)
		first += uint64(a.DY)
	}
}

// Merge adds what another footprint of the same device saw.
func (f *Footprint) Merge(g *Footprint) {
	f.loaded.merge(&g.loaded)
	f.stored.merge(&g.stored)
}

// Loaded and Stored return the number of distinct sectors.
func (f *Footprint) Loaded() uint64 { return f.loaded.count() }

// Stored is the number of distinct sectors written.
func (f *Footprint) Stored() uint64 { return f.stored.count() }

// pageSectors is how many sectors a page of the set has bits for.
const pageSectors = 1 << 15

type page [pageSectors / 64]uint64

// sectorSet is a set of sector numbers: bits in pages that are made as needed.
type sectorSet struct {
	pages  map[uint64]*page
	recent [recentPages]struct { // by page number modulo recentPages
		number uint64
		page   *page
	}
}

// recentPages is how many pages are found without the map: the arrays that a
// kernel works on at a time.
const recentPages = 16

// add puts the sectors first to last in the set.
func (s *sectorSet) add(first, last uint64) {
	for n := first; n <= last; {
		word, bit := n%pageSectors/64, n%64
		run := min(64-bit, last-n+1)
		s.page(n / pageSectors)[word] |= (^uint64(0) >> (64 - run)) << bit
		n += run
	}
}

func (s *sectorSet) page(n uint64) *page {
	if r := &s.recent[n%recentPages]; r.number == n && r.page != nil {
		return r.page
	}
	return s.find(n)
}

// find looks a page up in the map, makes it when it is not there, and
// remembers it.
func (s *sectorSet) find(n uint64) *page {
	p := s.pages[n]
	if p == nil {
		if s.pages == nil {
			s.pages = map[uint64]*page{}
		}
		p = new(page)
		s.pages[n] = p
	}
	r := &s.recent[n%recentPages]
	r.number, r.page = n, p
	return p
}

func (s *sectorSet) merge(t *sectorSet) {
	for n, q := range t.pages {
		p := s.page(n)
		for i, w := range q {
			p[i] |= w
		}
	}
}

func (s *sectorSet) count() uint64 {
	n := 0
	for _, p := range s.pages {
		for _, w := range p {
			n += bits.OnesCount64(w)
		}
	}
	return uint64(n)
}
