package coalesce

// This file is the cost of copies from global to shared memory that no register takes part in (LDGSTS).

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// CopyCost is the work of one such copy of a warp. The rules follow from the counters of h100/modern: mma_ldmatrix and
// stencil5_async_halo.
type CopyCost struct {
	Sectors int // fetched
	// Pieces counts what the copy looks up in L1: the pieces of shared memory, as large as a sector, that it fills.
	// If L1 serves the copy, it is as Sectors.
	Pieces     int
	Wavefronts int // passes that write shared memory
	Ideal      int // of them, those without conflicts
	// Split is the lanes whose lines are fetched piece by piece, because a sector goes to several pieces of shared
	// memory or a piece gets parts of several sectors.
	Split trace.Mask
}

// copyPart is the part of a lane: a sector of global memory and a piece of shared memory.
type copyPart struct{ line, sector, piece uint64 }

// CostOfCopy returns the cost of a copy.
//
// A copy that L1 serves fetches each sector once. Its lanes read L1 as they would read shared memory at the same
// addresses, and write shared memory; lanes that read one word for several places take a pass each.
//
// A copy past L1 fetches a sector once for each piece of shared memory that gets a part of it. The k-th pieces of the
// sectors of a line are written together, a wavefront per row of the banks.
func CostOfCopy(s *arch.Spec, a *trace.Access) CopyCost {
	if !a.Past {
		return costThroughL1(s, a)
	}
	var c CopyCost
	x := NewGeometry(s)
	row := log2(s.Shared.Banks * s.Shared.BankBytes)
	for rest := a.Active; rest != 0; {
		parts, lanes := x.partsOfLine(a, a.Lane(rest.First())>>x.LineBits)
		rest &^= lanes
		c.Sectors += len(parts)
		if split := c.addLine(parts, row-x.SectorBits); split {
			c.Split |= lanes
		}
	}
	c.Ideal = c.Wavefronts
	return c
}

// partsOfLine returns the different parts of the lanes that read a line, and these lanes.
func (g *Geometry) partsOfLine(a *trace.Access, line uint64) (parts []copyPart, lanes trace.Mask) {
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		at := a.Lane(i)
		if at>>g.LineBits != line {
			continue
		}
		lanes |= 1 << i
		p, seen := copyPart{line, at >> g.SectorBits, a.Into[i] >> g.SectorBits}, false
		for _, q := range parts {
			seen = seen || q == p
		}
		if !seen {
			parts = append(parts, p)
		}
	}
	return parts, lanes
}

// addLine adds the pieces and wavefronts of the parts of a line, and reports whether it is fetched piece by piece.
// There are 1<<rowBits pieces in a row of the banks.
func (c *CopyCost) addLine(parts []copyPart, rowBits uint) (split bool) {
	var written [arch.MaxLanes]struct{ turn, row uint64 } // the wavefronts
	n := 0
	for i, p := range parts {
		turn, newPiece := uint64(0), true // turn: how many pieces of the sector come before
		for _, q := range parts[:i] {
			if q.sector == p.sector {
				turn++
			}
			newPiece = newPiece && q.piece != p.piece
		}
		split = split || turn > 0 || !newPiece
		if newPiece {
			c.Pieces++
		}
		w := struct{ turn, row uint64 }{turn, p.piece >> rowBits}
		seen := false
		for _, x := range written[:n] {
			seen = seen || x == w
		}
		if !seen {
			written[n], n = w, n+1
		}
	}
	c.Wavefronts += n
	return split
}

// costThroughL1 is the cost of a copy that L1 serves.
func costThroughL1(s *arch.Spec, a *trace.Access) (c CopyCost) {
	c.Sectors = Count(s, a).Sectors
	c.Pieces = c.Sectors
	g, n := newGeometry(s, a.Bytes), phaseLanes(s, a)
	for first := 0; first < s.WarpSize; first += n {
		part := a.Active & trace.MaskOf(first, n)
		if part == 0 {
			continue
		}
		var reads, writes [arch.MaxLanes]int // lanes, by group of banks
		most := 0
		for rest := part; rest != 0; rest &= rest - 1 {
			i := rest.First()
			from, _ := g.place(a.Lane(i))
			to, _ := g.place(a.Into[i])
			reads[from]++
			writes[to]++
			most = max(most, reads[from], writes[to])
		}
		c.Wavefronts += most
		c.Ideal++
	}
	return c
}

// PiecesOf returns the sectors of a line that a copy past L1 fetches piece by piece, one set per request: neighbouring
// halves of two sectors go to one piece of shared memory, if the copy shifts the line by half a sector.
func PiecesOf(sectors uint32) (requests []uint32) {
	for at := uint32(1); at != 0 && at <= sectors<<1; at <<= 1 {
		if piece := (at | at>>1) & sectors; piece != 0 {
			requests = append(requests, piece)
		}
	}
	return requests
}
