package tracefile

// This file gives entries to the blocks of a grid that were not executed.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/trace"
)

// Extrapolation says how the blocks that were not executed follow from those that were.
type Extrapolation struct {
	Executed int // blocks
	Classes  int // of executed blocks: those of a class differ by one distance per site
	// Sites of accesses to device memory, by how the addresses of their blocks relate.
	Exact    int // they are an affine function of the block's place in the grid
	Followed int // they follow a trend
	Rotated  int // they do neither: blocks use different lines of the range seen
	// Apart is by how much the numbers of entries of executed blocks differ from those of the nearest other ones at the
	// same place in the grid, as a part of all: 0 where a template does as much as the block whose template it is.
	Apart float64
}

// Regular reports whether all addresses are exact, and templates do as much as the blocks that take their entries.
func (e Extrapolation) Regular() bool { return e.Followed+e.Rotated == 0 && e.Apart == 0 }

// model says what the blocks that were not executed do. It is read only once it is made.
type model struct {
	grid       grid
	directions []int      // in which it has several blocks
	executed   []int      // blocks, ascending
	at         []location // where they begin
	places     []coords   // and where they lie in the grid
	choices    []choice   // by place: the templates of a block that was not executed
	line       uint64     // bytes of a cache line
	sites      int        // of the trace
	bases      []basis    // the first one is linear
	moving     []moving   // the sites whose addresses depend on the block, by basis
	rotating   []rotation // by site; empty where blocks do not rotate; nil if none does
}

// bounds is a range of addresses. Its ends are multiples of a line.
type bounds struct{ from, to uint64 }

// moving is a site whose addresses depend on the block.
type moving struct {
	site   int32
	way    way
	basis  int       // its number
	slopes []int64   // bytes per unit of each digit
	trend  []float64 // bytes per block in each direction of the grid
	seen   []seen    // by executed block that has the site
	bounds           // of all that was seen
}

// way is how the addresses of a site depend on the block.
type way uint8

// The ways: affine sites have slopes, followed ones a trend.
const (
	affine way = iota
	followed
	rotated
)

// seen is where an executed block used memory at a site.
type seen struct {
	executed     int32 // the number of the block, among executed ones
	below, above int32 // lines in front of the first address, and behind it, as far as they are used
	first        uint64
}

// Extrapolate gives entries to all blocks of the grid that were not executed. It is called after
// the last Merge. The blocks that were executed are in ascending order.
func (t *Trace) Extrapolate(s *launch.Shape, executed []int) Extrapolation {
	if t.TooLong() || len(executed) == 0 || len(executed) == s.Blocks() {
		return Extrapolation{Executed: len(executed)}
	}
	m := &model{grid: newGrid(s), executed: executed, line: uint64(s.Spec.Global.LineBytes), sites: len(t.static)}
	m.bases, m.directions = []basis{m.grid.linear()}, m.grid.directions()
	for _, block := range executed {
		m.at, m.places = append(m.at, t.locate(block)), append(m.places, m.grid.coordsOf(block))
	}
	v := newSurvey(t, m, s.Spec.WarpSize)
	result := v.fit()
	m.choose(v.class)
	result.Apart = v.apart()
	t.model = m
	return result
}

// open returns where the entries of a block are, and what is added to the addresses of each site.
// The shifts are nil, or have room for some, when it begins; they are empty if the block was executed.
func (m *model) open(block int, shifts []uint64) (location, []uint64) {
	behind, executed := slices.BinarySearch(m.executed, block)
	if executed {
		return m.at[behind], shifts
	}
	template := m.template(block, nobody)
	if len(m.moving) == 0 {
		return m.at[template], shifts
	}
	if cap(shifts) < m.sites {
		shifts = make([]uint64, m.sites)
	}
	shifts = shifts[:m.sites]
	here := m.grid.coordsOf(block)
	var distance amounts
	for i, last := 0, -1; i < len(m.moving); i++ {
		k := &m.moving[i]
		switch k.way {
		case affine:
			if k.basis != last {
				last, distance = k.basis, m.bases[k.basis].difference(here, m.places[template])
			}
			shifts[k.site] = distance.times(k.slopes)
		case rotated:
			shifts[k.site] = uint64(hash.Mix(uint64(block))) * ((k.to - k.from) / m.line) >> hashBits * m.line
		case followed:
			shifts[k.site] = m.follow(k, block, template, behind)
		}
	}
	return m.at[template], shifts
}

// hashBits is how many bits hash.Mix returns.
const hashBits = 32

// shift adds to the addresses of an access. Those that rotate stay in their range.
func (m *model) shift(a *trace.Access, at int32, by uint64) {
	if m.rotating != nil && m.rotating[at].to != 0 {
		m.rotating[at].rotate(a, by, m.line)
		return
	}
	if a.Addr == nil {
		a.Base += by
		return
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		a.Addr[rest.First()&(arch.MaxLanes-1)] += by
	}
}
