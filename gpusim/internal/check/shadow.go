package check

// This file is racecheck's shadow memory: the accesses that it keeps per element.

import (
	"unsafe"

	"gpucourse/gpusim/internal/ir"
)

// shadowCell is the state of one element: its weak accesses, and the index of its
// strong ones.
type shadowCell struct {
	write     stamp // the last one
	reads     accessPair
	laneReads accessPair // by lanes of the last warp that read
	store     uint32     // number of the store that wrote it: raceChecker.accessCount
	strong    uint32     // number of its strong accesses: strongAt; 0: none
}

// strongAccesses is the volatile and atomic accesses of an element.
type strongAccesses struct {
	reads, laneReads, writes, laneWrites accessPair
	changes, laneChanges                 accessPair // of the writes, those that may change the value
	updates, laneUpdates                 accessPair // of these, those whose value depends on a read before
	latest                               stamp      // the last of the changes
	count                                uint32     // its number: raceChecker.accessCount
	claims                               []claim
	signals                              []signal // that a strong read sees now
	last                                 stamp    // the last atomic
	stored                               uint32   // the block of the last volatile store; 0: none
}

// rowElements is the number of elements in a row: half a warp, as the rows of a tile of
// 16×16 elements are.
const rowElements = 16

// shadowRow is the state of neighbouring elements. As long as consecutive lanes access all of
// them with one instruction, one cell describes them together. Else each has a cell of its own.
type shadowRow struct {
	all    shadowCell // that of element 0; element i differs in the lanes, which are i>>spread higher
	latest stamp      // the last access of any element
	values [rowElements]uint64
	cells  uint32 // number of the elements' own cells; 0: they have none yet
	split  bool   // the elements' own cells hold, not all
	strong bool   // some element had strong accesses
	spread uint8
}

// rowBytes is the size of a shadowRow.
const rowBytes = 192

// How much is allocated at a time.
const (
	rowsPerPage    = 64
	cellsPerChunk  = 64
	strongPerChunk = 64
)

type (
	page  [rowsPerPage]shadowRow
	chunk [cellsPerChunk][rowElements]shadowCell
)

// Sizes, for the limit of memory.
const (
	cellBytes   = 48
	pageBytes   = rowsPerPage * rowBytes
	chunkBytes  = cellsPerChunk * rowElements * cellBytes
	strongBytes = strongPerChunk * int64(unsafe.Sizeof(strongAccesses{}))
)

// recentPages is the number of pages in the cache in front of the map.
const recentPages = 64

// shadowMemory is the rows of one memory space.
type shadowMemory struct {
	space       ir.Space
	private     bool   // each block has its own memory
	shift       uint   // an element has 1<<shift bytes
	elementMask uint64 // mask of an element's bits
	// Stamps from settled on, fewer than span, are ordered before what the current block does.
	// Of earlier stretches of the block only raceChecker.settled knows.
	settled, span stamp
	pages         map[uint64]*page
	recent        [recentPages]struct {
		number uint64
		page   *page
	}
}

// row returns row i; nil when there is no memory for its page.
func (r *raceChecker) row(s *shadowMemory, i uint64) *shadowRow {
	known := &s.recent[i/rowsPerPage%recentPages]
	if known.page == nil || known.number != i/rowsPerPage {
		if known.page = r.page(s, i/rowsPerPage); known.page == nil {
			return nil
		}
		known.number = i / rowsPerPage
	}
	return &known.page[i%rowsPerPage]
}

// page returns page n; nil when it is new and there is no memory for it.
func (r *raceChecker) page(s *shadowMemory, n uint64) *page {
	p := s.pages[n]
	if p == nil && r.take(pageBytes) {
		p = new(page)
		s.pages[n] = p
	}
	return p
}

// ordered reports whether barriers order an access before the current one, or the record holds no access.
func (s *shadowMemory) ordered(old stamp) bool { return old == 0 || old-s.settled < s.span }

// settle takes over the marks of the current block.
func (s *shadowMemory) settle(start, barrier stamp) {
	if s.private {
		start = 0 // no other block can use this memory
	}
	s.settled, s.span = start, max(start, barrier)-start
}

// join makes a row one again whose accesses are all over. It reports whether the row is one, for
// accesses with a spread.
func (s *shadowMemory) join(row *shadowRow, spread uint8) bool {
	if !row.split && row.spread == spread {
		return true
	}
	if row.strong || row.latest != 0 && !(s.private && s.ordered(row.latest)) {
		return false
	}
	row.all, row.split, row.spread = shadowCell{}, false, spread
	return true
}

// above returns the cell of the element whose lanes are some lanes higher.
func (c shadowCell) above(lanes int) shadowCell {
	c.write = c.write.above(lanes)
	for i := range c.reads {
		c.reads[i], c.laneReads[i] = c.reads[i].above(lanes), c.laneReads[i].above(lanes)
	}
	return c
}
