package check

// This file is racecheck's shadow memory: the accesses that it keeps per element.

import "gpucourse/gpusim/internal/ir"

// accessRecord is one access of one lane. The zero value is no access.
type accessRecord struct {
	block uint32 // its linear index plus one
	phase uint32 // of the block
	pc    int32
	warp  uint16
	lane  uint8
	// several: lanes beside this one wrote the same value, so that a lane which reads it
	// may have written it.
	several bool
}

// accessPair is two accesses that represent all earlier ones of their kind: where only
// barriers order accesses, a later one that races with any of them races with one of the
// two. The first is the latest access of the warp of the current block that came first since
// the last barrier. The second is of another block or, if there is none, the latest one of
// another warp of the block. Flags may order the two and not others: such races are missed.
type accessPair [2]accessRecord

// add adds an access. barrier is the phase that began with the block's last
// barrier. private memory belongs to one block: accesses of others are dropped.
func (p *accessPair) add(now *accessRecord, barrier uint32, private bool) {
	first, second := &p[0], &p[1]
	switch {
	case first.block != now.block:
		*second = *first
		if private {
			*second = accessRecord{}
		}
		*first = *now
	case first.phase < barrier:
		*first = *now
	case first.warp == now.warp:
		first.renew(now)
	case second.block == 0, second.block == now.block && second.phase < barrier:
		*second = *now
	case second.block == now.block && second.warp == now.warp:
		second.renew(now)
	}
}

// renew makes a record that of a later access of its warp, and keeps the first lane of one
// access.
func (a *accessRecord) renew(now *accessRecord) {
	if a.phase != now.phase || a.pc != now.pc {
		*a = *now
	}
}

// shadowCell is the state of one element: its weak accesses, and the index of its
// strong ones.
type shadowCell struct {
	write     accessRecord // the last one
	reads     accessPair
	laneReads accessPair // by lanes of the last warp that read
	value     uint64     // of the last write
	store     uint32     // number of the store that wrote it: raceChecker.storeCount
	strong    uint32     // index into raceChecker.strong; 0: no strong accesses
}

// strongAccesses is the volatile and atomic accesses of an element.
type strongAccesses struct {
	reads, laneReads, writes, laneWrites accessPair
	releases                             []*release   // that a strong read sees now
	last                                 accessRecord // the last atomic
	stored                               uint32       // the block of the last volatile store; 0: none
}

// cellBytes is the size of a shadowCell.
const cellBytes = 96

// cellsPerPage is the number of cells that are allocated at a time.
const cellsPerPage = 1 << 10

type page [cellsPerPage]shadowCell

// recentPages is the number of pages in the cache in front of the map.
const recentPages = 64

// shadowMemory is the cells of one memory space.
type shadowMemory struct {
	space       ir.Space
	private     bool   // each block has its own memory
	shift       uint   // an element has 1<<shift bytes
	elementMask uint64 // mask of an element's bits
	pages       map[uint64]*page
	recent      [recentPages]struct {
		number uint64
		page   *page
	}
}

// cell returns the cell of element i; nil when its page is new and take refuses
// the memory for it.
func (s *shadowMemory) cell(i uint64, take func() bool) *shadowCell {
	n := i / cellsPerPage
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
	return &known.page[i%cellsPerPage]
}
