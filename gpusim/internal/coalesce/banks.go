package coalesce

// This file counts the wavefronts of shared accesses.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// Banks returns the wavefronts of one shared access.
//
// The lanes are served in phases. A phase has as many lanes as fill the banks once: with banks
// of 4 bytes, a warp for 4-byte words, a half for 8 and a quarter for 16. A phase without an
// active lane costs nothing. A bank serves one row per wavefront, to all lanes of the phase
// that use this row, so a phase takes as many wavefronts as its busiest bank has rows.
//
// With Spec.Shared.PairsPhases, two phases of a wide load are served as one if every active
// lane i agrees with lane i^1, or if every active lane i agrees with lane i^2. Lanes agree if
// they use one address or one of them is idle.
//
// With Spec.Shared.OneBroadcast, a wavefront of a load serves all lanes that use the word of
// the lowest lane not yet served, and one lane of every other bank. (NVIDIA does not publish
// how hardware chooses the word.) A wavefront of a store writes one address per bank.
//
// With Spec.Shared.SplitsWords, words wider than a bank are served piece by piece: each piece
// of all lanes is an access by itself. Each phase of words wider than Spec.Shared.SlowAbove
// takes one more wavefront that serves no lane; the guide counts it as a conflict.
//
// Of an atomic, a wavefront serves one lane per bank, even if lanes use the same word, unless
// the atomic only counts its lanes (Access.Counted). An atomic takes Spec.Shared.AtomicWavefronts more.
func Banks(s *arch.Spec, a *trace.Access) trace.BankResult {
	var r trace.BankResult
	if n := a.Bytes / s.Shared.BankBytes; s.Shared.SplitsWords && n > 1 {
		for p := range n {
			piece, at := bankPiece(s, a, p)
			piece.Addr = &at
			serveWords(&r, s, &piece)
		}
	} else {
		serveWords(&r, s, a)
	}
	r.Conflicts = len(r.Waves) - r.Ideal
	if slow(s, a) {
		r.Conflicts += r.Ideal
	}
	if a.Kind == trace.Atomic {
		r.Ideal += s.Shared.AtomicWavefronts
	}
	r.Wavefronts = r.Ideal + r.Conflicts
	return r
}

// serveWords appends the waves of one access, phase by phase.
func serveWords(r *trace.BankResult, s *arch.Spec, a *trace.Access) {
	n, serve := phaseLanes(s, a), servePhase
	if s.Shared.OneBroadcast && a.Kind == trace.Load {
		serve = serveOneWord
	}
	for first := 0; first < s.WarpSize; first += n {
		if part := a.Active & trace.MaskOf(first, n); part != 0 {
			r.Waves = serve(s, a, part, r.Waves)
			r.Ideal++
		}
	}
}

// bankPiece returns the access of all lanes to piece p of their words, one bank wide.
func bankPiece(s *arch.Spec, a *trace.Access, p int) (trace.Access, trace.Lanes) {
	var at trace.Lanes
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		at[i] = a.Lane(i) + uint64(p*s.Shared.BankBytes)
	}
	piece := *a
	piece.Bytes, piece.Addr = s.Shared.BankBytes, nil
	return piece, at
}

// slow reports whether each phase of the access takes a wavefront more.
func slow(s *arch.Spec, a *trace.Access) bool {
	return s.Shared.SlowAbove > 0 && a.Bytes > s.Shared.SlowAbove
}

// phaseLanes returns the number of lanes per phase.
func phaseLanes(s *arch.Spec, a *trace.Access) int {
	m := &s.Shared
	n := min(m.LanesPerPhase, max(1, m.LanesPerPhase*m.BankBytes/a.Bytes))
	if m.PairsPhases && a.Kind == trace.Load && n < m.LanesPerPhase && (agree(a, 1) || agree(a, 2)) {
		n *= 2
	}
	return n
}

// agree reports whether lanes i and i^d use one address wherever both are active.
func agree(a *trace.Access, d int) bool {
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		if a.Active.Has(i^d) && a.Lane(i) != a.Lane(i^d) {
			return false
		}
	}
	return true
}

// servePhase appends the waves that serve the lanes in part.
func servePhase(s *arch.Spec, a *trace.Access, part trace.Mask, waves []trace.Wave) []trace.Wave {
	g := newGeometry(s, a.Bytes)
	first := len(waves)
	var rows [arch.MaxLanes][]uint64 // by group of banks, the rows served
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		group, row := g.place(a.Lane(i))
		if s.Shared.OneBroadcast {
			row = a.Lane(i)
		}
		turn := slices.Index(rows[group], row)
		if turn < 0 || a.Kind == trace.Atomic && !a.OneTurn() {
			turn = len(rows[group])
			rows[group] = append(rows[group], row)
		}
		if first+turn == len(waves) {
			waves = append(waves, trace.Wave{})
		}
		serveLane(&waves[first+turn], i, g, group)
	}
	return waves
}

// serveLane adds lane i, which uses a group of banks, to the wave.
func serveLane(w *trace.Wave, i int, g geometry, group uint64) {
	w.Lanes |= 1 << i
	w.Banks |= uint32(trace.MaskOf(int(group)*g.banks, g.banks))
}

// serveOneWord is servePhase for a device with OneBroadcast.
func serveOneWord(s *arch.Spec, a *trace.Access, part trace.Mask, waves []trace.Wave) []trace.Wave {
	g := newGeometry(s, a.Bytes)
	for part != 0 {
		w := trace.Wave{}
		broadcast, row := g.place(a.Lane(part.First()))
		var used trace.Mask // groups of banks
		for rest := part; rest != 0; rest &= rest - 1 {
			i := rest.First()
			group, r := g.place(a.Lane(i))
			if group == broadcast && r == row || group != broadcast && !used.Has(int(group)) {
				used |= 1 << group
				serveLane(&w, i, g, group)
			}
		}
		waves = append(waves, w)
		part &^= w.Lanes
	}
	return waves
}

// geometry places the words of one access in groups of banks. A word wider than a bank's
// piece takes a group of neighbouring banks, which behaves as one wide bank.
type geometry struct {
	unit   uint64 // bytes of a group's piece
	groups uint64
	row    uint64 // bytes of a row of all banks
	banks  int    // of a group
}

func newGeometry(s *arch.Spec, bytes int) geometry {
	m := &s.Shared
	unit := max(bytes, m.InterleaveBytes)
	return geometry{
		unit:   uint64(unit),
		groups: uint64(m.Banks * m.InterleaveBytes / unit),
		row:    uint64(m.Banks * m.BankBytes),
		banks:  unit / m.InterleaveBytes,
	}
}

// place returns the group and the row of the word at addr.
func (g geometry) place(addr uint64) (group, row uint64) {
	return addr / g.unit % g.groups, addr / g.row
}
