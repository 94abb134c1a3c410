package coalesce

// This file says everything a second time, byte by byte and with maps, and
// compares: the pure functions with these, and the Counter with both.

import (
	"flag"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

var cases = flag.Int("cases", 3000, "random accesses a device and space to compare; under -short a tenth")

// randomAccess makes access id for a device: the addresses of the hardware
// probe, or an affine access half of the time.
func randomAccess(s *arch.Spec, id int, space ir.Space) trace.Access {
	a := probeCase(id, false)
	a.Space, a.Width = space, s.WarpSize
	a.Active &= trace.MaskOf(0, s.WarpSize)
	r := probeRand(id)
	if a.Active == 0 {
		a.Active = trace.MaskOf(0, 1+r.below(s.WarpSize))
	}
	a.Kind = trace.Kind(r.below(3))
	a.Counted = a.Kind == trace.Atomic && r.below(2) == 0
	a.Whole = a.Counted && r.below(2) == 0
	if a.Kind == trace.Atomic {
		a.Bytes = max(4, min(8, a.Bytes))
		for i := range a.Addr {
			a.Addr[i] &^= uint64(a.Bytes - 1)
		}
	}
	if r.below(2) == 0 {
		affine(&r, &a, s)
	} else if r.below(4) == 0 { // far apart: beyond any bitmap
		for i := range a.Addr {
			a.Addr[i] *= 1 + uint64(i)*4096
		}
	}
	return a
}

// affine gives a the addresses of an affine access that stay positive.
func affine(r *probeRand, a *trace.Access, s *arch.Spec) {
	steps := []int{0, 1, 2, 3, 4, 8, 9, 16, 32, 33, 64, 128, 1000, 4096}
	sign := int64(1 - 2*r.below(2))
	a.Base = uint64(1<<20 + r.below(1024)*a.Bytes)
	a.DX = sign * int64(steps[r.below(len(steps))]*a.Bytes)
	a.Addr, a.Width = nil, s.WarpSize>>r.below(3)
	a.DY = int64((r.below(600) - 300) * a.Bytes)
	if r.below(4) == 0 {
		a.DY = int64(a.Width) * a.DX
	}
	if a.Width == s.WarpSize && r.below(3) == 0 {
		a.Active = trace.MaskOf(0, s.WarpSize)
	}
}

// eachCase calls f for random accesses of a space on every device.
func eachCase(t *testing.T, space ir.Space, f func(t *testing.T, s *arch.Spec, a *trace.Access)) {
	n := *cases
	if testing.Short() {
		n /= 10
	}
	for d := range arch.Devices {
		s := &arch.Devices[d]
		t.Run(s.Name, func(t *testing.T) {
			for id := 0; id < n && !t.Failed(); id++ {
				a := randomAccess(s, id*len(arch.Devices)+d, space)
				f(t, s, &a)
			}
		})
	}
}

// bruteParts splits the active lanes into requests of n successive lanes.
func bruteParts(s *arch.Spec, a *trace.Access, n int) [][]int {
	var parts [][]int
	for first := 0; first < s.WarpSize; first += n {
		var part []int
		for i := first; i < first+n; i++ {
			if a.Active.Has(i) {
				part = append(part, i)
			}
		}
		if part != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

// bruteTraffic is Count by the words of the programming guide.
func bruteTraffic(s *arch.Spec, a *trace.Access) (t trace.Traffic) {
	half := s.WarpSize / 2
	switch s.Global.Coalesce {
	case arch.CoalesceHalfWarp:
		return bruteSum(s, a, half, bruteInOrder)
	case arch.CoalesceSegment:
		return bruteSum(s, a, half, bruteSegments)
	case arch.CoalesceLine:
		n := map[int]int{1: 32, 2: 32, 4: 32, 8: 16, 16: 8}[a.Bytes]
		if a.Kind == trace.Load && (s.Global.GlobalInL1 || a.Space == ir.Local) {
			return bruteSum(s, a, n, bruteLines)
		}
		return bruteSum(s, a, n, bruteSectors)
	}
	return bruteSum(s, a, s.WarpSize, bruteSectors)
}

// once reports whether one lane of an atomic does the work of all that use its word.
func once(a *trace.Access) bool { return a.Counted && (!a.Whole || a.Active.Count() == arch.MaxLanes) }

// bruteSum adds up what f says of each part: the transactions and their
// sectors. An atomic's lanes at one address take turns, unless one does it for all.
func bruteSum(s *arch.Spec, a *trace.Access, n int, f func(s *arch.Spec, a *trace.Access, part []int) (int, int)) (t trace.Traffic) {
	for _, part := range bruteParts(s, a, n) {
		t.Requests++
		for len(part) > 0 {
			var now, later []int
			at := map[uint64]bool{}
			for _, i := range part {
				if a.Kind == trace.Atomic && !once(a) && at[a.Lane(i)] {
					later = append(later, i)
				} else {
					now = append(now, i)
				}
				at[a.Lane(i)] = true
			}
			moved, sectors := f(s, a, now)
			t.Transactions += moved
			t.Sectors += sectors
			part = later
		}
	}
	return t
}

// pieces of size bytes that the lanes of a part touch, byte by byte.
func brutePieces(a *trace.Access, part []int, size int) int {
	used := map[uint64]bool{}
	for _, i := range part {
		for b := range a.Bytes {
			used[(a.Lane(i)+uint64(b))/uint64(size)] = true
		}
	}
	return len(used)
}

func bruteSectors(s *arch.Spec, a *trace.Access, part []int) (int, int) {
	n := brutePieces(a, part, s.Global.SectorBytes)
	return n, n
}

func bruteLines(_ *arch.Spec, a *trace.Access, part []int) (int, int) {
	n := brutePieces(a, part, 128)
	return n, 4 * n
}

// bruteInOrder: 16 words of 4, 8 or 16 bytes, word k for lane k, from a
// multiple of 16 words on: one, one or two transactions of 64, 128, 128 bytes.
func bruteInOrder(_ *arch.Spec, a *trace.Access, part []int) (int, int) {
	ok := a.Bytes >= 4
	for _, i := range part {
		segment := a.Lane(i) / uint64(16*a.Bytes)
		ok = ok && segment == a.Lane(part[0])/uint64(16*a.Bytes) && int(a.Lane(i)%uint64(16*a.Bytes)) == i%16*a.Bytes
	}
	if !ok {
		return len(part), len(part)
	}
	return max(1, a.Bytes/8), 16 * a.Bytes / 32
}

// bruteSegments: the lanes in the first lane's segment share the smallest
// aligned block of at least 32 bytes that holds what they use.
func bruteSegments(_ *arch.Spec, a *trace.Access, part []int) (moved, sectors int) {
	for len(part) > 0 {
		size := map[int]uint64{1: 32, 2: 64, 4: 128, 8: 128, 16: 128}[a.Bytes]
		var rest, served []int
		for _, i := range part {
			if a.Lane(i)/size == a.Lane(part[0])/size {
				served = append(served, i)
			} else {
				rest = append(rest, i)
			}
		}
		block := 32
		for brutePieces(a, served, block) > 1 {
			block *= 2
		}
		moved++
		sectors += block / 32
		part = rest
	}
	return moved, sectors
}

func TestGlobalAgreesWithBruteForce(t *testing.T) {
	eachCase(t, ir.Global, func(t *testing.T, s *arch.Spec, a *trace.Access) {
		if got, want := Count(s, a), bruteTraffic(s, a); got != want {
			t.Errorf("%s: got %+v, want %+v", show(a), got, want)
		}
	})
}

// TestLocalAgreesWithBruteForce lays every word of every lane out by hand.
func TestLocalAgreesWithBruteForce(t *testing.T) {
	eachCase(t, ir.Local, func(t *testing.T, s *arch.Spec, a *trace.Access) {
		var want trace.Traffic
		for first := 0; first < a.Bytes; first += 4 {
			word := trace.Access{Space: ir.Local, Kind: a.Kind, Bytes: min(4, a.Bytes), Active: a.Active, Addr: new(trace.Lanes)}
			for i := range s.WarpSize {
				off := a.Lane(i) + uint64(first)
				word.Addr[i] = off/4*uint64(4*s.WarpSize) + uint64(4*i) + off%4
			}
			w := bruteTraffic(s, &word)
			want.Requests += w.Requests
			want.Transactions += w.Transactions
			want.Sectors += w.Sectors
		}
		if got := Count(s, a); got != want {
			t.Errorf("%s: got %+v, want %+v", show(a), got, want)
		}
	})
}

// bruteBanks looks at every 4-byte piece: in which phase, which bank and which
// row it is wanted.
func bruteBanks(s *arch.Spec, a *trace.Access) (wavefronts, ideal int) {
	if s.Shared.SplitsWords && a.Bytes > 4 {
		for at := 0; at < a.Bytes; at += 4 {
			piece := *a
			piece.Bytes, piece.Addr = 4, new(trace.Lanes)
			for i := range piece.Addr {
				piece.Addr[i] = a.Lane(i) + uint64(at)
			}
			w, n := bruteBanks(s, &piece)
			wavefronts, ideal = wavefronts+w, ideal+n
		}
		return wavefronts, ideal
	}
	n := min(s.Shared.LanesPerPhase, s.Shared.LanesPerPhase*s.Shared.BankBytes/a.Bytes)
	agree := [3]bool{false, true, true}
	for i := range s.WarpSize {
		for _, d := range []int{1, 2} {
			if j := i ^ d; a.Active.Has(i) && a.Active.Has(j) && a.Lane(i) != a.Lane(j) {
				agree[d] = false
			}
		}
	}
	if s.Shared.PairsPhases && a.Kind == trace.Load && a.Bytes > s.Shared.BankBytes && (agree[1] || agree[2]) {
		n *= 2
	}
	for _, part := range bruteParts(s, a, n) {
		type bankRow struct{ bank, row uint64 }
		wanted, rows := map[bankRow]int{}, map[uint64]int{}
		for _, i := range part {
			for b := 0; b < a.Bytes; b += 4 {
				at := a.Lane(i) + uint64(b)
				k := bankRow{at / uint64(s.Shared.InterleaveBytes) % uint64(s.Shared.Banks), at / uint64(s.Shared.Banks*s.Shared.BankBytes)}
				if s.Shared.OneBroadcast {
					k.row = at
				}
				if wanted[k] == 0 || a.Kind == trace.Atomic && !once(a) {
					rows[k.bank]++
				}
				wanted[k]++
			}
		}
		most := 0
		for _, n := range rows {
			most = max(most, n)
		}
		if s.Shared.OneBroadcast && a.Kind == trace.Load {
			most = bruteOneWord(s, a, part)
		}
		if s.Shared.SlowAbove > 0 && a.Bytes > s.Shared.SlowAbove {
			most++
		}
		wavefronts += most
		ideal++
	}
	if a.Kind == trace.Atomic {
		wavefronts, ideal = wavefronts+s.Shared.AtomicWavefronts, ideal+s.Shared.AtomicWavefronts
	}
	return wavefronts, ideal
}

// bruteOneWord counts the passes when each broadcasts one word: the first
// lane's, and no other bank is used twice.
func bruteOneWord(s *arch.Spec, a *trace.Access, part []int) (passes int) {
	for ; len(part) > 0; passes++ {
		word := func(i int) uint64 { return a.Lane(i) / uint64(max(4, a.Bytes)) }
		bank := func(i int) uint64 { return word(i) % uint64(s.Shared.Banks*4/max(4, a.Bytes)) }
		busy := map[uint64]bool{bank(part[0]): true}
		var later []int
		for _, i := range part {
			if word(i) != word(part[0]) && busy[bank(i)] {
				later = append(later, i)
			}
			busy[bank(i)] = true
		}
		part = later
	}
	return passes
}

func TestSharedAgreesWithBruteForce(t *testing.T) {
	eachCase(t, ir.Shared, func(t *testing.T, s *arch.Spec, a *trace.Access) {
		got := Banks(s, a)
		wavefronts, ideal := bruteBanks(s, a)
		if got.Wavefronts != wavefronts || got.Ideal != ideal || got.Conflicts != wavefronts-ideal {
			t.Errorf("%s: got %d = %d + %d wavefronts, want %d = %d + conflicts", show(a), got.Wavefronts, got.Ideal, got.Conflicts, wavefronts, ideal)
		}
	})
}

// TestWavesServeEveryLaneOnce checks the story a picture tells: the waves serve
// each lane once for each piece of its word, and none uses more banks than there are.
func TestWavesServeEveryLaneOnce(t *testing.T) {
	eachCase(t, ir.Shared, func(t *testing.T, s *arch.Spec, a *trace.Access) {
		var served trace.Mask
		rounds := 0
		for _, w := range Banks(s, a).Waves {
			if w.Lanes == 0 || served&w.Lanes != 0 || w.Banks == 0 || w.Banks>>s.Shared.Banks != 0 {
				t.Errorf("%s: wave %+v after lanes %08x", show(a), w, served)
			}
			if served |= w.Lanes; served == a.Active {
				served, rounds = 0, rounds+1
			}
		}
		want := 1
		if s.Shared.SplitsWords {
			want = max(1, a.Bytes/s.Shared.BankBytes)
		}
		if served != 0 || rounds != want {
			t.Errorf("%s: served %d times and lanes %08x, want %d times", show(a), rounds, served, want)
		}
	})
}

// TestTransactionsCoverTheAccess checks conservation: each lane is served once,
// by a transaction that holds its word, and no more bytes are used than move.
func TestTransactionsCoverTheAccess(t *testing.T) {
	eachCase(t, ir.Global, func(t *testing.T, s *arch.Spec, a *trace.Access) {
		used, moved := map[uint64]bool{}, 0
		var served trace.Mask
		for _, tr := range Coalesce(s, a, nil) {
			moved += tr.Bytes
			for m := tr.Lanes; m != 0; m &= m - 1 {
				at := a.Lane(m.First())
				if at < tr.Addr&^uint64(s.Global.LineBytes-1) || at+uint64(a.Bytes) > tr.Addr+uint64(s.Global.LineBytes) {
					t.Errorf("%s: lane %d is not in %+v", show(a), m.First(), tr)
				}
				for b := range a.Bytes {
					used[at+uint64(b)] = true
				}
			}
			if served&tr.Lanes != 0 {
				t.Errorf("%s: %+v serves lanes again", show(a), tr)
			}
			served |= tr.Lanes
		}
		if served != a.Active || len(used) > moved {
			t.Errorf("%s: served %08x, %d bytes used of %d moved", show(a), uint32(served), len(used), moved)
		}
	})
}
