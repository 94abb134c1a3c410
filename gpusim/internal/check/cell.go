package check

// This file is what racecheck remembers of an element.

import "gpucourse/gpusim/internal/ir"

// record is one access. The zero value is none.
type record struct {
	block uint32 // its linear index plus one
	phase uint32 // of the block
	pc    int32
	warp  uint16
	lane  uint8
}

// pair is two accesses that stand for all of their kind: one that a later access
// may race with is among them whenever there is any. The first is the earliest
// of the latest block since its last barrier. The second is of another block or,
// where there is none, of another warp than the first's.
type pair [2]record

// add takes in an access; barrier is the phase in which its block last passed
// one. In memory that each block has for itself, other blocks' accesses are
// forgotten.
func (p *pair) add(now *record, barrier uint32, private bool) {
	first, second := &p[0], &p[1]
	switch {
	case first.block != now.block:
		*second = *first
		if private {
			*second = record{}
		}
		*first = *now
	case first.phase < barrier:
		*first = *now
	case first.warp == now.warp:
	case second.block == 0, second.block == now.block && second.phase < barrier:
		*second = *now
	}
}

// cell is what is known of one element: of its ordinary accesses and, by number,
// of its strong ones.
type cell struct {
	write  record
	reads  pair
	value  uint64 // that was written
	stamp  uint32 // the store instruction that wrote, as the racer counts them
	strong uint32 // index into racer.strong; 0: there were none
}

// strongCell is the volatile and atomic accesses of an element.
type strongCell struct{ reads, writes pair }

// cellBytes is the size of a cell.
const cellBytes = 64

// cellsAPage is how many cells are taken at a time.
const cellsAPage = 1 << 10

type page [cellsAPage]cell

// recentPages is how many pages are found without the map.
const recentPages = 64

// shadow is the cells of one memory.
type shadow struct {
	space   ir.Space
	private bool   // each block has its own
	shift   uint   // an element has 1<<shift bytes
	ones    uint64 // of all bits of an element
	pages   map[uint64]*page
	recent  [recentPages]struct {
		number uint64
		page   *page
	}
}

// cell returns the cell of element i; nil when its page is new and may not be
// taken.
func (s *shadow) cell(i uint64, take func() bool) *cell {
	n := i / cellsAPage
	known := &s.recent[n%recentPages]
	if known.page == nil || known.number != n {
		p := s.pages[n]
		if p == nil {
			if !take() {
				return nil
			}
			p = new(page)
			s.pages[n] = p
		}
		known.number, known.page = n, p
	}
	return &known.page[i%cellsAPage]
}
