package coalesce

// This file holds the four rules by which a request becomes transactions.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// serveLines is the rule of cc 2.0 and later: one transaction for each line
// that a lane uses, in ascending order, of which the sectors used move. Lanes
// that use the same line share it.
func serveLines(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	line, sector := uint64(s.Global.LineBytes), uint64(s.Global.SectorBytes)
	first := len(dst)
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		addr := a.Lane(i)
		var t *trace.Transaction
		dst, t = lineOf(dst, first, addr&^(line-1))
		t.Lanes |= 1 << i
		for at := addr; at < addr+uint64(a.Bytes); at += sector {
			t.Sectors |= 1 << (at % line / sector)
		}
	}
	for i := range dst[first:] {
		t := &dst[first+i]
		t.Bytes = trace.Mask(t.Sectors).Count() * s.Global.SectorBytes
	}
	return dst
}

// lineOf finds the transaction of the line at addr in dst[first:], which is
// ascending, or puts a new one in its place.
func lineOf(dst []trace.Transaction, first int, addr uint64) ([]trace.Transaction, *trace.Transaction) {
	at := len(dst)
	for at > first && dst[at-1].Addr > addr {
		at--
	}
	if at > first && dst[at-1].Addr == addr {
		return dst, &dst[at-1]
	}
	dst = append(dst, trace.Transaction{})
	copy(dst[at+1:], dst[at:])
	dst[at] = trace.Transaction{Addr: addr}
	return dst, &dst[at]
}

// serveInOrder is the rule of cc 1.0 and 1.1: when lane k of the half-warp
// uses word k of a segment of as many words as the half-warp has lanes, and a
// word has 4, 8 or 16 bytes, the segment moves at once, a line at a time.
// Otherwise every lane pays a smallest transaction of its own. Idle lanes do
// not matter.
func serveInOrder(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	if base, ok := inOrder(s, a, part); ok {
		return serveWhole(s, a, part, base, dst)
	}
	sector := uint64(s.Global.SectorBytes)
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		addr := a.Lane(i) &^ (sector - 1)
		dst = append(dst, segment(s, addr, s.Global.SectorBytes, 1<<i))
	}
	return dst
}

// inOrder returns where the half-warp's segment begins, if its lanes use the
// words of one aligned segment in order.
func inOrder(s *arch.Spec, a *trace.Access, part trace.Mask) (base uint64, ok bool) {
	half := s.WarpSize / 2
	lead := part.First()
	base = a.Lane(lead) - uint64(lead%half*a.Bytes)
	if base%uint64(half*a.Bytes) != 0 || a.Bytes < s.Shared.BankBytes {
		return 0, false
	}
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		if a.Lane(i) != base+uint64(i%half*a.Bytes) {
			return 0, false
		}
	}
	return base, true
}

// serveWhole moves a half-warp's segment in pieces of at most a line. A piece
// that no lane uses moves too.
func serveWhole(s *arch.Spec, a *trace.Access, part trace.Mask, base uint64, dst []trace.Transaction) []trace.Transaction {
	half := s.WarpSize / 2
	size := min(half*a.Bytes, s.Global.LineBytes)
	perPiece := size / a.Bytes
	for k := 0; k < half; k += perPiece {
		served := part & trace.MaskOf(part.First()/half*half+k, perPiece)
		dst = append(dst, segment(s, base+uint64(k*a.Bytes), size, served))
	}
	return dst
}

// segment makes the transaction of an aligned piece of memory; all of it counts as used.
func segment(s *arch.Spec, addr uint64, bytes int, served trace.Mask) trace.Transaction {
	line, sector := s.Global.LineBytes, s.Global.SectorBytes
	used := trace.MaskOf(int(addr%uint64(line))/sector, bytes/sector)
	return trace.Transaction{Addr: addr, Bytes: bytes, Sectors: uint32(used), Lanes: served}
}
