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
	Written Bytes  // of a store: the bytes written
}

// Bytes is bytes of a line, as a mask per sector.
type Bytes [arch.MaxSectors]uint32

// Geometry says how addresses divide into lines and sectors.
type Geometry struct {
	LineBits, SectorBits uint // log2 of the bytes of a line and of a sector
	PerLine              int  // sectors per line
}

// NewGeometry returns the geometry of a device's global memory.
func NewGeometry(s *arch.Spec) Geometry {
	return Geometry{log2(s.Global.LineBytes), log2(s.Global.SectorBytes), s.Global.LineBytes / s.Global.SectorBytes}
}

// AllSectors returns the set of all sectors of a line.
func (g *Geometry) AllSectors() uint32 { return uint32(uint64(1)<<g.PerLine - 1) }

// AllBytes returns the set of all bytes of a sector.
func (g *Geometry) AllBytes() uint32 { return uint32(uint64(1)<<(1<<g.SectorBits) - 1) }

// Sectors returns the sectors of a line that hold the bytes [low, end). All of these bytes
// lie in the line.
func (g *Geometry) Sectors(low, end uint64) uint32 {
	perLine := uint64(g.PerLine)
	first, last := low>>g.SectorBits%perLine, (end-1)>>g.SectorBits%perLine
	return uint32(uint64(2)<<last - uint64(1)<<first)
}

// CountSectors returns the number of sectors in a set.
func CountSectors(sectors uint32) uint64 { return uint64(bits.OnesCount32(sectors)) }

// Splitter splits accesses by line. It remembers the lines of affine accesses, numbered
// from the line of Access.Base.
type Splitter struct {
	Geometry
	spec  *arch.Spec
	memo  memo[[]LineAccess]
	moved []trace.Transaction
}

// NewSplitter returns a Splitter for a device.
func NewSplitter(s *arch.Spec) *Splitter { return &Splitter{Geometry: NewGeometry(s), spec: s} }

// Split returns the lines that an access uses, in the order of its lanes. Lines are
// numbered relative to first. A texture access can name a line more than once. The result
// is valid until the next access.
func (x *Splitter) Split(a *trace.Access) (lines []LineAccess, first uint64) {
	kept, known := x.memo.of(a, 1<<x.LineBits)
	if a.Addr == nil {
		first = a.Base >> x.LineBits
	}
	if !known {
		*kept = x.split((*kept)[:0], a, first)
	}
	return *kept, first
}

// split appends the lines of any access to lines.
func (x *Splitter) split(lines []LineAccess, a *trace.Access, first uint64) []LineAccess {
	if a.Space == ir.Texture {
		return x.texels(lines, a)
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		low := a.Lane(rest.First())
		for end := low + uint64(a.Bytes); low < end; {
			next := min(end, (low>>x.LineBits+1)<<x.LineBits)
			var l *LineAccess
			lines, l = lineIn(lines, low>>x.LineBits-first)
			l.Sectors |= x.Sectors(low, next)
			if a.Kind == trace.Store {
				x.write(l, low, next)
			}
			low = next
		}
	}
	if throughLines(x.spec, a) {
		for i := range lines {
			lines[i].Sectors = x.AllSectors()
		}
	}
	return lines
}

// lineIn returns the entry of a line, which it adds to lines if it is new.
func lineIn(lines []LineAccess, line uint64) ([]LineAccess, *LineAccess) {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Line == line {
			return lines, &lines[i]
		}
	}
	lines = append(lines, LineAccess{Line: line})
	return lines, &lines[len(lines)-1]
}

// write records that a store writes the bytes [low, end) of a line.
func (x *Splitter) write(l *LineAccess, low, end uint64) {
	for low < end {
		next := min(end, (low>>x.SectorBits+1)<<x.SectorBits)
		sector := int(low>>x.SectorBits) % x.PerLine
		l.Written[sector] |= uint32((uint64(1)<<(next-low) - 1) << (low % (1 << x.SectorBits)))
		if l.Written[sector] == x.AllBytes() {
			l.Full |= 1 << sector
		}
		low = next
	}
}

// Used returns the bytes of one sector of a line that an access uses.
func (x *Splitter) Used(a *trace.Access, line uint64, sector int) (used uint32) {
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
