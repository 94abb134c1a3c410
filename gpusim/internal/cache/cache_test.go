package cache

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	_ "gpucourse/internal/collect"
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
		g := arch.Cache{Bytes: ways * sets * 128, LineBytes: 128, Ways: ways}
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
