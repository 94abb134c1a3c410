package coalesce

// This file splits an access into the lines that it uses.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// LineAccess is the part of an access that falls in one line.
type LineAccess struct {
	Line    uint64 // number: address divided by the bytes of a line
	Sectors uint32 // sectors that the access uses
	Full    uint32 // of a store: sectors whose bytes are all written
}

// Geometry says how addresses divide into lines and sectors.
type Geometry struct {
	LineBits, SectorBits uint // log2 of the bytes of a line and of a sector
	PerLine              int  // sectors per line
}

// NewGeometry returns the geometry of a device's global memory.
func NewGeometry(s *arch.Spec) Geometry {
	return Geometry{log2(s.Global.LineBytes), log2(s.Global.SectorBytes), s.Global.LineBytes / s.Global.SectorBytes}
}

// AllSectors is the set of all sectors of a line.
func (g *Geometry) AllSectors() uint32 { return uint32(uint64(1)<<g.PerLine - 1) }

// AllBytes is the set of all bytes of a sector.
func (g *Geometry) AllBytes() uint32 { return uint32(uint64(1)<<(1<<g.SectorBits) - 1) }

// CountSectors returns the number of sectors in a set.
func CountSectors(sectors uint32) uint64 { return uint64(bits.OnesCount32(sectors)) }

// Splitter splits accesses by line. For stores it also keeps which bytes they
// write. Results are valid until the next access.
type Splitter struct {
	Geometry
	spec  *arch.Spec
	lines []LineAccess
	bytes []uint32 // of a store: the bytes written, a mask per sector of lines
	moved []trace.Transaction
	known splits
}

// NewSplitter returns a Splitter for a device.
func NewSplitter(s *arch.Spec) *Splitter { return &Splitter{Geometry: NewGeometry(s), spec: s} }

// Split returns the lines that an access uses: in the order of its addresses if they are
// dense, else in the order of its lanes. A texture access can name a line more than once.
func (x *Splitter) Split(a *trace.Access) []LineAccess {
	x.lines, x.bytes = x.lines[:0], x.bytes[:0]
	if a.Space == ir.Texture {
		x.texels(a)
		return x.lines
	}
	if !x.rows(a) {
		x.walk(a)
	}
	if a.Kind == trace.Load {
		x.wholeLines(a)
	}
	return x.lines
}

// wholeLines makes a load use whole lines on devices that fetch whole lines into L1.
func (x *Splitter) wholeLines(a *trace.Access) {
	if !throughLines(x.spec, a) {
		return
	}
	for i := range x.lines {
		x.lines[i].Sectors = x.AllSectors()
	}
}

// rows splits an access whose lanes lie in dense rows, and reports whether they do. In a
// dense row, the gap between neighbouring lanes is less than a sector for a load, and zero
// for a store.
func (x *Splitter) rows(a *trace.Access) bool {
	step := stepOf(a)
	gap := uint64(1) << x.SectorBits
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
	if a.Active != trace.MaskOf(0, x.spec.WarpSize) {
		return false
	}
	for first := 0; first < x.spec.WarpSize; first += a.Width {
		x.row(a, first, first+a.Width-1)
	}
	return true
}

// row adds all bytes from lane i's to lane j's.
func (x *Splitter) row(a *trace.Access, i, j int) {
	low, high := a.Lane(i), a.Lane(j)
	if low > high {
		low, high = high, low
	}
	end := high + uint64(a.Bytes)
	for low < end {
		next := min(end, (low>>x.LineBits+1)<<x.LineBits)
		x.span(a, low, next)
		low = next
	}
}

// span adds the bytes [low, end), which lie in one line.
func (x *Splitter) span(a *trace.Access, low, end uint64) {
	p := x.indexOf(low >> x.LineBits)
	first := low >> x.SectorBits & uint64(x.PerLine-1)
	last := (end - 1) >> x.SectorBits & uint64(x.PerLine-1)
	x.lines[p].Sectors |= uint32(uint64(2)<<last - uint64(1)<<first)
	if a.Kind != trace.Store {
		return
	}
	for s := first; s <= last; s++ {
		x.write(p, int(s), low, min(end, (low>>x.SectorBits+1)<<x.SectorBits))
		low = (low>>x.SectorBits + 1) << x.SectorBits
	}
}

// write records that a store writes the bytes [low, end), which lie in one sector.
func (x *Splitter) write(p, sector int, low, end uint64) {
	b := &x.bytes[p*x.PerLine+sector]
	at := low & (1<<x.SectorBits - 1)
	*b |= uint32((uint64(1)<<(end-low) - 1) << at)
	if *b == x.AllBytes() {
		x.lines[p].Full |= 1 << sector
	}
}

// walk splits any access, lane by lane.
func (x *Splitter) walk(a *trace.Access) {
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		low := a.Lane(rest.First())
		for end := low + uint64(a.Bytes); low < end; {
			next := min(end, (low>>x.SectorBits+1)<<x.SectorBits)
			p, s := x.indexOf(low>>x.LineBits), int(low>>x.SectorBits)&(x.PerLine-1)
			x.lines[p].Sectors |= 1 << s
			if a.Kind == trace.Store {
				x.write(p, s, low, next)
			}
			low = next
		}
	}
}

// indexOf returns the index of a line in x.lines, and adds the line if it is new.
func (x *Splitter) indexOf(line uint64) int {
	for i := len(x.lines) - 1; i >= 0; i-- {
		if x.lines[i].Line == line {
			return i
		}
	}
	x.lines = append(x.lines, LineAccess{Line: line})
	for range x.PerLine {
		x.bytes = append(x.bytes, 0)
	}
	return len(x.lines) - 1
}

// Written returns the bytes that a store writes of the line at index p of Split's result:
// a mask per sector.
func (x *Splitter) Written(p int) []uint32 { return x.bytes[p*x.PerLine : (p+1)*x.PerLine] }

// Used returns the bytes of one sector of a line that an access uses.
func (x *Splitter) Used(a *trace.Access, line uint64, sector int) uint32 {
	var used uint32
	start := line<<x.LineBits + uint64(sector)<<x.SectorBits
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		low := a.Lane(rest.First())
		end := low + uint64(a.Bytes)
		low, end = max(low, start), min(end, start+1<<x.SectorBits)
		if low < end {
			used |= uint32((uint64(1)<<(end-low) - 1) << (low - start))
		}
	}
	return used
}
