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
	sector         uint // log2 of the sector's bytes
	loaded, stored sectorSet
}

// NewFootprint returns an empty footprint.
func NewFootprint(s *arch.Spec) *Footprint {
	return &Footprint{warp: s.WarpSize, sector: uint(bits.TrailingZeros(uint(s.Global.SectorBytes)))}
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
	if a.Addr == nil && a.Active == lanes(0, f.warp) && a.DX >= 0 && a.DX <= 1<<f.sector {
		width := min(a.Width, f.warp)
		for i := 0; i < f.warp; i += width {
			first := a.Lane(i)
			set.add(first>>f.sector, (first+uint64(width-1)*uint64(a.DX)+last)>>f.sector)
			if width == f.warp || a.DY == 0 {
				break
			}
		}
		return
	}
	for m := a.Active; m != 0; m &= m - 1 {
		first := a.Lane(bits.TrailingZeros32(uint32(m)))
		set.add(first>>f.sector, (first+last)>>f.sector)
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
	pages map[uint64]*page
	at    uint64 // the page used last
	last  *page
}

// add puts the sectors first to last in the set.
func (s *sectorSet) add(first, last uint64) {
	for n := first; n <= last; {
		p := s.page(n / pageSectors)
		word, bit := n%pageSectors/64, n%64
		run := min(64-bit, last-n+1)
		p[word] |= (^uint64(0) >> (64 - run)) << bit
		n += run
	}
}

func (s *sectorSet) page(n uint64) *page {
	if s.last != nil && s.at == n {
		return s.last
	}
	p := s.pages[n]
	if p == nil {
		if s.pages == nil {
			s.pages = map[uint64]*page{}
		}
		p = new(page)
		s.pages[n] = p
	}
	s.at, s.last = n, p
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
