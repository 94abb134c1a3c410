package dispatch

// This file checks which block goes to which SM when.

import (
	"fmt"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
)

// started writes down what a Dispatcher starts: block at SM.slot.
type started []string

func (l *started) start(s Slot, block int) {
	*l = append(*l, fmt.Sprintf("%d at %d.%d", block, s.SM, s.Index))
}

func ended(Slot, int64) {}

func TestFill(t *testing.T) {
	var list started
	d := New(&arch.Spec{SMs: 3}, 0, 5)
	d.Fill(d.Slots(2), list.start)
	if want := (started{"0 at 0.0", "1 at 1.0", "2 at 2.0", "3 at 0.1", "4 at 1.1"}); !slices.Equal(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
}

// TestRefill: earlier ends come first; of ends at one time, one of each SM in turn,
// from the SM after the last that got a block.
func TestRefill(t *testing.T) {
	var list started
	d := New(&arch.Spec{SMs: 3}, 0, 12)
	d.Fill(d.Slots(2), func(Slot, int) {})
	d.last = 0
	d.Free(Slot{0, 1}, 20)
	for _, s := range []Slot{{2, 1}, {0, 0}, {2, 0}, {1, 0}} {
		d.Free(s, 10)
	}
	d.Refill(ended, list.start)
	if want := (started{"6 at 1.0", "7 at 2.0", "8 at 0.0", "9 at 2.1", "10 at 0.1"}); !slices.Equal(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
}

func TestRefillEnds(t *testing.T) {
	var list started
	d := New(&arch.Spec{SMs: 2}, 3, 6)
	d.Fill(d.Slots(1), list.start)
	told := 0
	for _, s := range []Slot{{0, 0}, {1, 0}} {
		d.Free(s, 1)
	}
	d.Refill(func(Slot, int64) { told++ }, list.start)
	if want := (started{"3 at 0.0", "4 at 1.0", "5 at 0.0"}); !slices.Equal(list, want) || told != 2 || d.Left() != 0 {
		t.Errorf("got %v, %d ends told, %d blocks left; want %v, 2, 0", list, told, d.Left(), want)
	}
}

// TestFirstBlocksAsMeasured: on an H200 few blocks go to the first eight SMs, then to one
// SM of each cluster in turn (slices/places.txt).
func TestFirstBlocksAsMeasured(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	got := order(s)[:14]
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 48, 64, 80}; !slices.Equal(got, want) {
		t.Errorf("the first blocks go to SMs %v, want %v", got, want)
	}
	sorted := slices.Sorted(slices.Values(order(s)))
	for i, sm := range sorted {
		if i != sm {
			t.Fatalf("SM %d is missing", i)
		}
	}
}

// TestClusters: the blocks of a cluster begin together on SMs of one GPC, those of the last cluster, too; every block
// begins once. On the H100, clusters of four blocks cannot use all SMs.
func TestClusters(t *testing.T) {
	s, err := arch.Find("H100")
	if err != nil {
		t.Fatal(err)
	}
	for size, usable := range map[int]int{2: 132, 4: 120, 8: 120, 16: 112} {
		const blocks = 1 << 10
		var order []Slot
		begun := map[int]bool{}
		c := New(s, 0, blocks).Cluster(s, size, func(i int) int { return blocks - 1 - i })
		start := func(s Slot, block int) {
			order, begun[block] = append(order, s), true
		}
		_, fill := c.Begin(1)
		fill(start)
		if len(order) != usable {
			t.Errorf("clusters of %d: %d SMs have blocks, want %d", size, len(order), usable)
		}
		for at := int64(1); c.Left() > 0; at++ {
			for _, s := range slices.Clone(order)[len(order)-min(len(order), 3*size):] {
				c.Free(s, at)
			}
			c.Refill(ended, start)
		}
		if len(begun) != blocks {
			t.Errorf("clusters of %d: %d of %d blocks begin", size, len(begun), blocks)
		}
		for i := 0; i < len(order); i += size {
			for _, m := range order[i:][:size] {
				if c.gpc[m.SM] != c.gpc[order[i].SM] {
					t.Fatalf("clusters of %d: blocks on SMs %d and %d of different GPCs", size, order[i].SM, m.SM)
				}
			}
		}
	}
}
