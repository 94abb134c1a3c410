package coalesce

// This file holds the four rules by which a request becomes transactions.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// serveLines is the rule of cc 2.0 and later: one transaction per line that lanes use, in
// ascending order, which moves the sectors used.
func serveLines(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	first := len(dst)
	dst = touchLines(s, a, part, first, dst)
	setBytes(s, dst[first:])
	return dst
}

// touchLines marks the sectors that lanes use in the lines of dst[first:].
func touchLines(s *arch.Spec, a *trace.Access, part trace.Mask, first int, dst []trace.Transaction) []trace.Transaction {
	line, sector := uint64(s.Global.LineBytes), uint64(s.Global.SectorBytes)
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
	return dst
}

// setBytes makes transactions move the sectors that are used.
func setBytes(s *arch.Spec, moved []trace.Transaction) {
	for i := range moved {
		moved[i].Bytes = trace.Mask(moved[i].Sectors).Count() * s.Global.SectorBytes
	}
}

// lineOf returns the transaction of the line at addr in dst[first:], which is in ascending
// order. It inserts the transaction if there is none.
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

// serveInOrder is the rule of cc 1.0 and 1.1. If every active lane k of the half-warp uses
// word k of an aligned segment, and words have 4, 8 or 16 bytes, the segment moves line by
// line. Otherwise each active lane makes a transaction of the smallest size.
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

// inOrder returns the start of the half-warp's segment, if its lanes use the words of one
// aligned segment in order.
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

// serveWhole moves a half-warp's segment in pieces of at most a line, also those that no
// lane uses.
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

// segment returns the transaction of an aligned piece of memory, all of which counts as used.
func segment(s *arch.Spec, addr uint64, bytes int, served trace.Mask) trace.Transaction {
	line, sector := s.Global.LineBytes, s.Global.SectorBytes
	used := trace.MaskOf(int(addr%uint64(line))/sector, bytes/sector)
	return trace.Transaction{Addr: addr, Bytes: bytes, Sectors: uint32(used), Lanes: served}
}
