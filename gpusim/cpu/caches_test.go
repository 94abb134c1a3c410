package cpu

// This file plays random accesses on the caches and on lists that are searched
// from end to end.

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// plainLevel is a cache as sets of lines, the one used last in front.
type plainLevel struct {
	sets [][]plainLine
	ways int
}

type plainLine struct {
	number uint64
	dirty  bool
}

type plainCaches []plainLevel

func newPlain(s *Spec) plainCaches {
	var p plainCaches
	for _, l := range s.Levels {
		p = append(p, plainLevel{make([][]plainLine, l.Bytes/s.LineBytes/l.Ways), l.Ways})
	}
	return p
}

// use brings a line to the front of its set, and reports whether it was there.
func (l *plainLevel) use(line uint64) bool {
	set := &l.sets[line%uint64(len(l.sets))]
	i := slices.IndexFunc(*set, func(e plainLine) bool { return e.number == line })
	if i < 0 {
		return false
	}
	e := (*set)[i]
	*set = slices.Insert(slices.Delete(*set, i, i+1), 0, e)
	return true
}

// add puts a line in front and returns what fell off the end.
func (l *plainLevel) add(e plainLine) (out plainLine, fell bool) {
	set := &l.sets[e.number%uint64(len(l.sets))]
	*set = slices.Insert(*set, 0, e)
	if len(*set) <= l.ways {
		return out, false
	}
	out = (*set)[l.ways]
	*set = (*set)[:l.ways]
	return out, true
}

// mark says that a line, which is in front of its set, was written.
func (l *plainLevel) mark(line uint64) { l.sets[line%uint64(len(l.sets))][0].dirty = true }

func (p plainCaches) put(i int, e plainLine, n []LevelCounts) {
	if out, fell := p[i].add(e); fell && out.dirty {
		p.down(i, out.number, n)
	}
}

// down hands a written line from level i on.
func (p plainCaches) down(i int, line uint64, n []LevelCounts) {
	n[i].LinesOut++
	switch {
	case i+1 == len(p):
	case p[i+1].use(line):
		p[i+1].mark(line)
	default:
		p.put(i+1, plainLine{line, true}, n)
	}
}

func (p plainCaches) access(line uint64, store bool, n []LevelCounts) (found int) {
	for found = 0; found < len(p) && !p[found].use(line); found++ {
	}
	for i := range min(found+1, len(p)) {
		if store {
			n[i].Stores++
		} else {
			n[i].Loads++
		}
	}
	for i := found - 1; i >= 0; i-- {
		if store {
			n[i].StoreMisses++
		} else {
			n[i].LoadMisses++
		}
		p.put(i, plainLine{line, false}, n)
	}
	if store {
		p[0].mark(line)
		n[0].StoreBytes += wordBytes
	} else {
		n[0].LoadBytes += wordBytes
	}
	return found
}

// wordBytes is the size of every access of TestCachesAreListsOfLines.
const wordBytes = 8

func TestCachesAreListsOfLines(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := Spec{Name: "random", LineBytes: 64}
		for range 1 + r.IntN(3) {
			ways := 1 + r.IntN(4)
			s.Levels = append(s.Levels, Level{Ways: ways, Bytes: ways * 64 * (1 + r.IntN(6))})
		}
		h, p := newCaches(&s), newPlain(&s)
		got, want := make([]LevelCounts, len(s.Levels)), make([]LevelCounts, len(s.Levels))
		for i := range 2000 {
			line, store := uint64(r.IntN(1+r.IntN(80))), r.IntN(3) == 0
			if g, w := h.access(line*64+uint64(r.IntN(8))*8, wordBytes, store, got), p.access(line, store, want); g != w {
				t.Fatalf("seed %d, access %d: got line %d from level %d, want %d", seed, i, line, g, w)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, want)
		}
	}
}

// TestNoLineIsLost: whatever was stored reaches memory, once for each time that
// it was last in a cache.
func TestNoLineIsLost(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := Spec{Name: "large", LineBytes: 64, Levels: []Level{{Ways: 2, Bytes: 512}, {Ways: 1000, Bytes: 64000}}}
		h, n, stored := newCaches(&s), make([]LevelCounts, 2), map[uint64]bool{}
		for range 1000 {
			line, store := uint64(r.IntN(500)), r.IntN(2) == 0
			h.access(line*64, 8, store, n)
			if store {
				stored[line] = true
			}
		}
		h.flush(n)
		if got := n[1].LinesOut; got != uint64(len(stored)) {
			t.Errorf("seed %d: got %d lines written to memory, want the %d that were stored to", seed, got, len(stored))
		}
		before := slices.Clone(n)
		if h.flush(n); !slices.Equal(n, before) {
			t.Errorf("seed %d: got %+v written back again", seed, n)
		}
	}
}
