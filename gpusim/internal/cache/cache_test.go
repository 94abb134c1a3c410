package cache

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// plainCache does what Cache does in the plainest way: a list a set, oldest first.
type plainCache struct {
	ways, sets int
	order      map[int][]uint64
	valid      map[uint64]uint32
}

func (p *plainCache) touch(line uint64, sectors uint32) (hits uint32) {
	set := int(line % uint64(p.sets))
	list := p.order[set]
	if i := slices.Index(list, line); i >= 0 {
		list = slices.Delete(list, i, i+1)
	} else if len(list) == p.ways {
		delete(p.valid, list[0])
		list = list[1:]
	}
	p.order[set] = append(list, line)
	hits = p.valid[line] & sectors
	p.valid[line] |= sectors
	return hits
}

func TestCacheAgainstLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ways, sets := rapid.IntRange(1, 9).Draw(t, "ways"), rapid.IntRange(1, 7).Draw(t, "sets")
		g := arch.Cache{Bytes: ways * sets * 128, LineBytes: 128, SectorBytes: 32, Ways: ways}
		leaveLines(g, asTheirSlots)
		c := New(g)
		c.now = rapid.SampledFrom([]uint32{0, math.MaxUint32 - 20}).Draw(t, "uses before")
		p := &plainCache{ways, sets, map[int][]uint64{}, map[uint64]uint32{}}
		for i := range rapid.IntRange(1, 300).Draw(t, "accesses") {
			line := uint64(rapid.IntRange(0, 2*ways*sets).Draw(t, "line"))
			sectors := uint32(rapid.IntRange(1, 15).Draw(t, "sectors"))
			if got, want := c.Read(line, sectors), p.touch(line, sectors); got != want {
				t.Fatalf("access %d, line %d sectors %04b: got hits %04b, want %04b", i, line, sectors, got, want)
			}
		}
	})
}

// leaveLines leaves lines to the next cache in which much stands that it must not see.
func leaveLines(g arch.Cache, number func(slot int) uint64) {
	before := New(g)
	for i := range before.lines {
		before.lines[i] = cacheLine{number: number(i), used: math.MaxUint32, valid: math.MaxUint8, dirty: math.MaxUint8, partial: math.MaxUint8}
	}
	before.release()
}

// asTheirSlots numbers lines as the slots they are in.
func asTheirSlots(slot int) uint64 { return uint64(slot) }

// TestSlotsBeyondHints: a line in a slot that no hint has room for is not taken for what
// another cache left in the slot that is left of its number.
func TestSlotsBeyondHints(t *testing.T) {
	const ways, sets, beyond = 16, 1 << 13, (math.MaxUint16 + 1) / 16
	g := arch.Cache{Bytes: ways * sets * 128, LineBytes: 128, SectorBytes: 32, Ways: ways}
	leaveLines(g, func(slot int) uint64 { return uint64(slot/ways + beyond) })
	c := New(g)
	for line := uint64(beyond); line < sets; line++ {
		for i, want := range []uint32{0, 0, 1} {
			if got := c.Read(line, uint32(1+i%2)); got != want {
				t.Fatalf("line %d, look up %d: got hits %b, want %b", line, i, got, want)
			}
		}
	}
}

// TestReleasedLines: a hierarchy whose caches have the lines of another counts as one
// whose lines are new.
func TestReleasedLines(t *testing.T) {
	s := *spec(t, "H200")
	s.Caches.L2.Bytes = 1 << 20 // so that lines leave it
	count := func() (c trace.CacheCounts) {
		h := NewHierarchy(&s)
		h.Begin(0)
		r := rand.New(rand.NewPCG(1, 2))
		for i := range 1 << 13 {
			h.Access(i%s.SMs, uint64(i), randomAccess(r, &s), &c)
		}
		end := h.End()
		c.Plus(&end)
		h.Release()
		return c
	}
	first := count()
	part := s.Caches.L2
	part.Bytes /= s.Caches.L2Parts
	for i := range s.Caches.L2Parts {
		leaveLines(part, asTheirSlots)
		if again := count(); again != first {
			t.Errorf("run %d: got %+v, want %+v", i, again, first)
		}
	}
}

// randomAccess draws a global access of scattered lanes.
func randomAccess(r *rand.Rand, s *arch.Spec) *trace.Access {
	a := &trace.Access{Space: ir.Global, Kind: trace.Kind(r.IntN(3)), Bytes: 4 << r.IntN(2), Active: trace.Mask(r.Uint32() | 1), Width: s.WarpSize, Addr: new(trace.Lanes)}
	far := uint64(r.IntN(2) * r.IntN(4096))
	for i := range a.Addr {
		a.Addr[i] = uint64(r.IntN(16384/a.Bytes)*a.Bytes) * (1 + uint64(i)*far)
	}
	return a
}

func TestDivisor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, 1<<40)).Draw(t, "n")
		x := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 1<<50)).Draw(t, "x")
		if rapid.Bool().Draw(t, "near a multiple") {
			x = x/uint64(n)*uint64(n) - 1
		}
		if q, r := newDivisor(n).divide(x); q != x/uint64(n) || r != x%uint64(n) {
			t.Fatalf("%d divided by %d: got %d, rest %d, want %d, rest %d", x, n, q, r, x/uint64(n), x%uint64(n))
		}
	})
}
