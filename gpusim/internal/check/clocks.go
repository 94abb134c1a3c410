package check

// This file holds vector clocks: which accesses of which agents come before a point in a thread's program.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/padding"
)

// agent is a kind of what accesses shared memory. Each agent numbers its accesses in an order of its own.
type agent uint8

const (
	threads  agent = iota // by the tick of the checker
	copies                // cp.async of one thread, in the order of the program
	bulks                 // bulk copies of one thread out of shared memory, in the order of the program
	products              // wgmma of one warp, in the order of the program
	phases                // bulk copies that a barrier in shared memory counts, by its phase
	numAgents
)

// maxPhaseBarriers is how many barriers of a block have a clock. Copies that others count are not checked.
const maxPhaseBarriers = 256

// chunk32 is the clocks of neighbouring agents, those of a warp.
type chunk32 [arch.MaxLanes]uint32

// clock says for each agent which of its accesses are known. A nil chunk knows nothing. A clock does not change.
type clock []*chunk32

// clockShape says where a clock has which agents.
type clockShape struct {
	warps, blocks int
	first         [numAgents]int // chunk of a kind in a block
	perBlock      int            // chunks
}

func newClockShape(warps, blocks int) clockShape {
	s := clockShape{warps: warps, blocks: blocks}
	for kind, n := range [numAgents]int{
		threads: warps, copies: warps, bulks: warps, products: padding.Units(warps, arch.MaxLanes), phases: maxPhaseBarriers / arch.MaxLanes,
	} {
		s.first[kind] = s.perBlock
		s.perBlock += n
	}
	return s
}

// chunk returns the number of the chunk of an agent.
func (s *clockShape) chunk(rank int, kind agent, index int) int {
	return rank*s.perBlock + s.first[kind] + index/arch.MaxLanes
}

// value returns which access of an agent is the last one known.
func (c clock) value(s *clockShape, rank int, kind agent, index int) uint32 {
	if c == nil {
		return 0
	}
	if chunk := c[s.chunk(rank, kind, index)]; chunk != nil {
		return chunk[index%arch.MaxLanes]
	}
	return 0
}

// knowsBlock reports whether anything that a block has done is known.
func (c clock) knowsBlock(s *clockShape, rank int) bool {
	first := rank * s.perBlock
	return c != nil && slices.ContainsFunc(c[first:first+s.warps], func(chunk *chunk32) bool { return chunk != nil })
}

// includes reports whether all that d knows is known.
func (c clock) includes(d clock) bool {
	if d == nil || len(c) > 0 && &c[0] == &d[0] {
		return true
	}
	for i, chunk := range d {
		switch {
		case chunk == nil:
		case c == nil || c[i] == nil:
			return false
		case c[i] == chunk:
		default:
			for lane := range chunk {
				if c[i][lane] < chunk[lane] {
					return false
				}
			}
		}
	}
	return true
}

// join returns a clock that knows what two clocks know.
func join(c, d clock) clock {
	switch {
	case c.includes(d):
		return c
	case d.includes(c):
		return d
	}
	all := slices.Clone(c)
	for i, chunk := range d {
		switch {
		case chunk == nil || all[i] == chunk:
		case all[i] == nil:
			all[i] = chunk
		default:
			both := *all[i]
			for lane := range both {
				both[lane] = max(both[lane], chunk[lane])
			}
			all[i] = &both
		}
	}
	return all
}

// knowledge is what a thread knows: which accesses come before what it does now, and which of them a fence.proxy.async
// follows, so that bulk copies see them.
type knowledge struct{ all, fenced clock }

func (k knowledge) join(l knowledge) knowledge {
	return knowledge{join(k.all, l.all), join(k.fenced, l.fenced)}
}

// entry is one value of a clock.
type entry struct {
	rank, index int
	kind        agent
	tick        uint32
	fenced      bool
}

// gathering is what several threads know together.
type gathering struct {
	knowledge
	entries []entry
}

// add adds a value, if there is one.
func (g *gathering) add(e entry) {
	if e.tick > 0 {
		g.entries = append(g.entries, e)
	}
}

// close returns what the threads know.
func (g *gathering) close(s *clockShape) knowledge {
	known := g.knowledge
	for _, fenced := range []bool{false, true} {
		of := &known.all
		if fenced {
			of = &known.fenced
		}
		own := map[int]bool{} // chunks that no other clock has
		for _, e := range g.entries {
			if e.fenced != fenced || of.value(s, e.rank, e.kind, e.index) >= e.tick {
				continue
			}
			if len(own) == 0 {
				*of = s.copyOf(*of)
			}
			at := s.chunk(e.rank, e.kind, e.index)
			if !own[at] {
				own[at] = true
				chunk := &chunk32{}
				if old := (*of)[at]; old != nil {
					*chunk = *old
				}
				(*of)[at] = chunk
			}
			(*of)[at][e.index%arch.MaxLanes] = e.tick
		}
	}
	return known
}

// copyOf returns a clock with the same chunks that may get others.
func (s *clockShape) copyOf(c clock) clock {
	if c == nil {
		return make(clock, s.blocks*s.perBlock)
	}
	return slices.Clone(c)
}
