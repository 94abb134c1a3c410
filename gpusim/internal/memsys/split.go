package memsys

// This file splits an access into the lines it uses.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// piece is an access's part in one line.
type piece struct {
	line    uint64 // number
	sectors uint32 // used
	full    uint32 // stores: those written whole
}

// splitter turns accesses into pieces, one a line, and for stores keeps which
// bytes they write. What it returns is good until the next access.
type splitter struct {
	spec         *arch.Spec
	line, sector uint // log2 of bytes
	perLine      int  // sectors
	whole        uint32
	pieces       []piece
	bytes        []uint32 // stores: by piece and sector
	moved        []trace.Transaction
}

func newSplitter(s *arch.Spec) *splitter {
	x := &splitter{spec: s, line: log2(s.Global.LineBytes), sector: log2(s.Global.SectorBytes)}
	x.perLine = s.Global.LineBytes / s.Global.SectorBytes
	x.whole = uint32(uint64(1)<<s.Global.SectorBytes - 1)
	return x
}

// of returns the pieces of an access, in the order of its lanes or of addresses.
func (x *splitter) of(a *trace.Access) []piece {
	x.pieces, x.bytes = x.pieces[:0], x.bytes[:0]
	if a.Space == ir.Texture {
		x.texels(a)
		return x.pieces
	}
	if !x.rows(a) {
		x.walk(a)
	}
	if a.Kind == trace.Load {
		x.wholeLines(a)
	}
	return x.pieces
}

// wholeLines makes the pieces of a load whole lines where that is what it fetches.
func (x *splitter) wholeLines(a *trace.Access) {
	if !throughLines(x.spec, a) {
		return
	}
	for i := range x.pieces {
		x.pieces[i].sectors = x.allSectors()
	}
}

func (x *splitter) allSectors() uint32 { return uint32(uint64(1)<<x.perLine - 1) }

// rows splits an access whose lanes lie in rows without gaps, and reports
// whether it did: a load may leave out less than a sector between lanes, a
// store nothing.
func (x *splitter) rows(a *trace.Access) bool {
	step := stepOf(a)
	gap := uint64(1) << x.sector
	if a.Kind == trace.Store {
		gap = uint64(a.Bytes)
	}
	if a.Addr != nil || step > gap || a.Kind == trace.Atomic {
		return false
	}
	if a.Width >= x.spec.WarpSize {
		if !isRun(a.Active) && step != 0 {
			return false
		}
		x.row(a, a.Active.First(), topLane(a.Active))
		return true
	}
	if a.Active != lanes(0, x.spec.WarpSize) {
		return false
	}
	for first := 0; first < x.spec.WarpSize; first += a.Width {
		x.row(a, first, first+a.Width-1)
	}
	return true
}

// row adds all bytes between those of two lanes.
func (x *splitter) row(a *trace.Access, i, j int) {
	low, high := a.Lane(i), a.Lane(j)
	if low > high {
		low, high = high, low
	}
	end := high + uint64(a.Bytes)
	for low < end {
		next := min(end, (low>>x.line+1)<<x.line)
		x.span(a, low, next)
		low = next
	}
}

// span adds bytes of one line.
func (x *splitter) span(a *trace.Access, low, end uint64) {
	p := x.piece(low >> x.line)
	first := low >> x.sector & uint64(x.perLine-1)
	last := (end - 1) >> x.sector & uint64(x.perLine-1)
	x.pieces[p].sectors |= uint32(uint64(2)<<last - uint64(1)<<first)
	if a.Kind != trace.Store {
		return
	}
	for s := first; s <= last; s++ {
		x.write(p, int(s), low, min(end, (low>>x.sector+1)<<x.sector))
		low = (low>>x.sector + 1) << x.sector
	}
}

// write notes that a store writes the bytes from low to end, all of one sector.
func (x *splitter) write(p, sector int, low, end uint64) {
	b := &x.bytes[p*x.perLine+sector]
	at := low & (1<<x.sector - 1)
	*b |= uint32((uint64(1)<<(end-low) - 1) << at)
	if *b == x.whole {
		x.pieces[p].full |= 1 << sector
	}
}

// walk splits any access lane by lane.
func (x *splitter) walk(a *trace.Access) {
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		low := a.Lane(rest.First())
		for end := low + uint64(a.Bytes); low < end; {
			next := min(end, (low>>x.sector+1)<<x.sector)
			p, s := x.piece(low>>x.line), int(low>>x.sector)&(x.perLine-1)
			x.pieces[p].sectors |= 1 << s
			if a.Kind == trace.Store {
				x.write(p, s, low, next)
			}
			low = next
		}
	}
}

// piece returns the index of a line's piece, which it makes when there is none.
func (x *splitter) piece(line uint64) int {
	for i := len(x.pieces) - 1; i >= 0; i-- {
		if x.pieces[i].line == line {
			return i
		}
	}
	x.pieces = append(x.pieces, piece{line: line})
	for range x.perLine {
		x.bytes = append(x.bytes, 0)
	}
	return len(x.pieces) - 1
}

// written returns the bytes that a store writes of a piece, by sector.
func (x *splitter) written(p int) []uint32 { return x.bytes[p*x.perLine : (p+1)*x.perLine] }

// asked returns the bytes that an access uses of one sector of a line.
func (x *splitter) asked(a *trace.Access, line uint64, sector int) uint32 {
	var used uint32
	start := line<<x.line + uint64(sector)<<x.sector
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		low := a.Lane(rest.First())
		end := low + uint64(a.Bytes)
		low, end = max(low, start), min(end, start+1<<x.sector)
		if low < end {
			used |= uint32((uint64(1)<<(end-low) - 1) << (low - start))
		}
	}
	return used
}

// countSectors is the number of sectors in a set.
func countSectors(sectors uint32) uint64 { return uint64(bits.OnesCount32(sectors)) }
