// Package dispatch decides which block of a grid runs on which SM, for launches that are
// timed and for those that are not.
//
// A slot is room for one resident block on an SM. At first every SM gets a block, then every
// SM another one, until all slots are full or the grid has no blocks left. Afterwards each
// free slot gets the next block of the grid. Slots that became free earlier come first;
// slots that became free at the same time take turns by SM.
//
// State: how many blocks have started, and the slots whose blocks have ended.
//
// Units: a time is a cycle of a timed launch, a turn of an untimed one. Invariants: block
// numbers rise by one from start to start; every block starts once; the order depends on
// the times alone, never on the order of the calls to Free.
//
// Not modelled: priorities of streams, blocks of several kernels at the same time.
package dispatch

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/arch"
)

// Slot is room for one resident block on an SM.
type Slot struct{ SM, Index int }

// Dispatcher hands out the blocks of one grid.
type Dispatcher struct {
	blocks, next int
	order        []int // the SMs, as they get the first blocks
	free         []freed
	last         int // the SM that got a block last
}

// freed is a slot whose block has ended, with the time of the end; rank is how many slots of
// the same SM became free at the same time and come first.
type freed struct {
	Slot
	at   int64
	rank int
}

// New returns a dispatcher for a grid on a device, from block first on.
func New(s *arch.Spec, first, blocks int) *Dispatcher {
	return &Dispatcher{blocks: blocks, next: first, order: order(s), last: s.SMs - 1}
}

// order returns the SMs of a device as they get the first blocks: Clusters.First of the
// first cluster, then one of each pair of neighbours, from one cluster after the other,
// then the others of the pairs in the same way (slices/places.txt).
func order(s *arch.Spec) []int {
	list := make([]int, s.SMs)
	for i := range list {
		list[i] = i
	}
	first := min(s.Clusters.First, s.SMs)
	if first == 0 {
		return list
	}
	place := placeInCluster(s, first)
	slices.SortStableFunc(list[first:], func(a, b int) int {
		return cmp.Or(cmp.Compare(a%2, b%2), cmp.Compare(place[a], place[b]))
	})
	return list
}

// placeInCluster returns, by SM, how many SMs of its cluster that come first or second in
// their pairs, as it does, come before it. The first SMs of all do not count.
func placeInCluster(s *arch.Spec, first int) []int {
	place, seen := make([]int, s.SMs), make([][2]int, s.GPCs())
	for sm := first; sm < s.SMs; sm++ {
		n := &seen[s.GPCOf(sm)][sm%2]
		place[sm] = *n
		*n++
	}
	return place
}

// Next returns the number of the next block to start.
func (d *Dispatcher) Next() int { return d.next }

// Left returns how many blocks have not started.
func (d *Dispatcher) Left() int { return d.blocks - d.next }

// Stop keeps all blocks that have not started from starting.
func (d *Dispatcher) Stop() { d.blocks = d.next }

// Clusters is the placement of clusters, whose blocks begin together on SMs of one GPC.
type Clusters struct {
	*Dispatcher
	size   int
	number func(i int) int // of a block in the grid, by its place in the order of clusters
	gpc    []int           // by SM; noGPC where no cluster can be
	pools  [][]Slot        // by GPC: slots without a block, those that became free earlier first
}

// noGPC is the GPC of an SM on which no cluster can be.
const noGPC = -1

// Cluster places the blocks of a grid in clusters of some size. number returns the number in the grid of block i, in the
// order of the clusters.
func (d *Dispatcher) Cluster(s *arch.Spec, size int, number func(i int) int) *Clusters {
	places := s.ClusterPlaces()
	c := &Clusters{Dispatcher: d, size: size, number: number, gpc: make([]int, s.SMs), pools: make([][]Slot, len(places))}
	for i := range c.gpc {
		c.gpc[i] = noGPC
	}
	for g, list := range places {
		for _, sm := range list {
			c.gpc[sm] = g
		}
	}
	return c
}

// Begin starts the first clusters on SMs that have room for some blocks each. It returns, by SM, how many slots get a
// block, and calls start for each of them.
func (c *Clusters) Begin(resident int) (slots []int, start func(func(s Slot, block int))) {
	slots = make([]int, len(c.gpc))
	members := make([][]int, len(c.pools))
	for sm, g := range c.gpc {
		if g != noGPC {
			members[g] = append(members[g], sm)
		}
	}
	var placed []Slot
	for c.blocks-c.next-len(placed) >= c.size {
		g := c.roomiest(members, slots, resident)
		if g == noGPC {
			break
		}
		for range c.size {
			sm := slices.MinFunc(members[g], func(a, b int) int { return cmp.Compare(slots[a], slots[b]) })
			placed = append(placed, Slot{sm, slots[sm]})
			slots[sm]++
		}
	}
	return slots, func(start func(s Slot, block int)) {
		for _, s := range placed {
			start(s, c.number(c.next))
			c.next++
		}
	}
}

// roomiest returns the GPC with most free slots, if a cluster fits there.
func (c *Clusters) roomiest(members [][]int, slots []int, resident int) int {
	best, most := noGPC, c.size-1
	for g, list := range members {
		free := 0
		for _, sm := range list {
			free += resident - slots[sm]
		}
		if free > most {
			best, most = g, free
		}
	}
	return best
}

// Refill calls ended for each free slot, in order, and starts the next cluster where enough slots of a GPC are free.
func (c *Clusters) Refill(ended func(s Slot, at int64), start func(s Slot, block int)) {
	c.sort()
	for _, f := range c.free {
		ended(f.Slot, f.at)
		g := c.gpc[f.SM]
		c.pools[g] = append(c.pools[g], f.Slot)
		if len(c.pools[g]) < c.size || c.Left() < c.size {
			continue
		}
		for _, s := range c.pools[g][:c.size] {
			start(s, c.number(c.next))
			c.next++
		}
		c.pools[g] = slices.Clone(c.pools[g][c.size:])
	}
	c.free = c.free[:0]
}

// Rank returns, by SM, how many SMs get their first block before it.
func (d *Dispatcher) Rank() []int {
	ranks := make([]int, len(d.order))
	for rank, sm := range d.order {
		ranks[sm] = rank
	}
	return ranks
}

// Slots returns, by SM, how many of its slots get a block when the grid begins; an SM has
// room for resident blocks.
func (d *Dispatcher) Slots(resident int) []int {
	slots := make([]int, len(d.order))
	for i := range min(d.Left(), resident*len(d.order)) {
		slots[d.order[i%len(d.order)]]++
	}
	return slots
}

// Fill starts the first blocks in slots: one on each SM by its number, then another one.
func (d *Dispatcher) Fill(slots []int, start func(s Slot, block int)) {
	for index := range slices.Max(slots) {
		for sm, n := range slots {
			if index < n {
				start(Slot{sm, index}, d.next)
				d.next++
			}
		}
	}
}

// Free notes that the block in a slot ended at a time.
func (d *Dispatcher) Free(s Slot, at int64) { d.free = append(d.free, freed{Slot: s, at: at}) }

// Refill calls ended for each free slot, in order, and starts the next block there while blocks
// are left.
func (d *Dispatcher) Refill(ended func(s Slot, at int64), start func(s Slot, block int)) {
	d.sort()
	for _, f := range d.free {
		ended(f.Slot, f.at)
		if d.Left() > 0 {
			start(f.Slot, d.next)
			d.next, d.last = d.next+1, f.SM
		}
	}
	d.free = d.free[:0]
}

// sort puts the free slots in order.
func (d *Dispatcher) sort() {
	slices.SortFunc(d.free, func(a, b freed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.SM, b.SM), cmp.Compare(a.Index, b.Index))
	})
	for i := 1; i < len(d.free); i++ {
		if before := &d.free[i-1]; d.free[i].at == before.at && d.free[i].SM == before.SM {
			d.free[i].rank = before.rank + 1
		}
	}
	turn := func(sm int) int { return (sm - d.last - 1 + len(d.order)) % len(d.order) }
	slices.SortStableFunc(d.free, func(a, b freed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(turn(a.SM), turn(b.SM)))
	})
}
