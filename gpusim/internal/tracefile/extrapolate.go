package tracefile

// This file gives entries to the blocks of a grid that were not executed.

import (
	"cmp"
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/padding"
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
}

// Regular reports whether all addresses are exact.
func (e Extrapolation) Regular() bool { return e.Followed+e.Rotated == 0 }

// model says what the blocks that were not executed do. It is read only once it is made.
type model struct {
	grid     grid
	executed []int      // blocks, ascending
	at       []location // where they begin
	choices  []choice   // by place: the templates of a block that was not executed
	line     uint64     // bytes of a cache line
	sites    int        // of the trace
	bases    []basis
	moving   []moving // the sites whose addresses depend on the block, by basis
	ranges   []bounds // by site: the addresses seen; empty where blocks do not rotate; nil if none does
}

// bounds is a range of addresses. Its ends are multiples of a line.
type bounds struct{ from, to uint64 }

// moving is a site whose addresses depend on the block.
type moving struct {
	site   int32
	basis  int       // its number
	slopes []int64   // bytes per unit of each digit
	seen   []seen    // by executed block that has the site; nil where the slopes are exact
	bounds           // of all that was seen
	trend  []float64 // bytes per block in each direction
	rotate bool
}

// seen is where an executed block used memory at a site.
type seen struct {
	executed int32 // the number of the block, among executed ones
	first    uint64
	bounds           // of all accesses of the block at the site, not rounded
	residual float64 // of the first address, from the slopes
}

// Extrapolate gives entries to all blocks of the grid that were not executed. It is called after
// the last Merge. The blocks that were executed are in ascending order.
func (t *Trace) Extrapolate(s *launch.Shape, executed []int) Extrapolation {
	if t.TooLong() || len(executed) == 0 || len(executed) == s.Blocks() {
		return Extrapolation{Executed: len(executed)}
	}
	m := &model{grid: newGrid(s), executed: executed, line: uint64(s.Spec.Global.LineBytes), sites: len(t.static)}
	m.bases = []basis{m.grid.linear()}
	for _, block := range executed {
		m.at = append(m.at, t.locate(block))
	}
	v := newSurvey(t, m, s.Spec.WarpSize)
	result := v.fit()
	m.choices = m.grid.choices(executed, v.class)
	t.model = m
	return result
}

// open returns where the entries of a block are, and what is added to the addresses of each site.
// The shifts are nil, or have room for some, when it begins; they are empty if the block was executed.
func (m *model) open(block int, shifts []uint64) (location, []uint64) {
	if i, executed := slices.BinarySearch(m.executed, block); executed {
		return m.at[i], shifts
	}
	template := m.template(block)
	if len(m.moving) == 0 {
		return m.at[template], shifts
	}
	if cap(shifts) < m.sites {
		shifts = make([]uint64, m.sites)
	}
	shifts = shifts[:m.sites]
	here, there := m.grid.coordsOf(block), m.grid.coordsOf(m.executed[template])
	var distance amounts
	for i, last := 0, -1; i < len(m.moving); i++ {
		k := &m.moving[i]
		switch {
		case k.seen == nil:
			if k.basis != last {
				last, distance = k.basis, m.bases[k.basis].difference(here, there)
			}
			shifts[k.site] = distance.times(k.slopes)
		case k.rotate:
			shifts[k.site] = uint64(hash.Mix(uint64(block))) * ((k.to - k.from) / m.line) >> hashBits * m.line
		default:
			shifts[k.site] = m.follow(k, block, template, here)
		}
	}
	return m.at[template], shifts
}

// hashBits is how many bits hash.Mix returns.
const hashBits = 32

// follow returns the shift of a site that follows a trend: whole lines, so that accesses lie in
// their lines as those of the template do. No address leaves the range seen.
func (m *model) follow(k *moving, block, template int, here coords) uint64 {
	i, found := slices.BinarySearchFunc(k.seen, int32(template), func(s seen, at int32) int { return cmp.Compare(s.executed, at) })
	if !found {
		return 0
	}
	x := &k.seen[i]
	expected := m.trendAt(k, here) + m.residual(k, block)
	line := int64(m.line)
	by := int64(math.Round((expected-float64(int64(x.first-k.seen[0].first)))/float64(line))) * line
	least, most := -int64(x.from-k.from)/line*line, int64(k.to-x.to)/line*line
	return uint64(min(max(by, least), most))
}

// residual returns how far the first address of a block is expected to be from the trend: between
// those of the executed blocks before and behind it.
func (m *model) residual(k *moving, block int) float64 {
	i, _ := slices.BinarySearchFunc(k.seen, block, func(s seen, block int) int { return cmp.Compare(m.executed[s.executed], block) })
	if i == 0 {
		return k.seen[0].residual
	}
	if i == len(k.seen) {
		return k.seen[i-1].residual
	}
	return m.between(&k.seen[i-1], &k.seen[i], block)
}

// between interpolates the residual of a block between two others.
func (m *model) between(a, b *seen, block int) float64 {
	from, to := m.executed[a.executed], m.executed[b.executed]
	return a.residual + (b.residual-a.residual)*float64(block-from)/float64(to-from)
}

// trendAt returns the trend at a place.
func (m *model) trendAt(k *moving, c coords) (sum float64) {
	for i, x := range m.bases[0] {
		sum += k.trend[i] * float64(x.of(c))
	}
	return sum
}

// shift adds to the addresses of an access. Those that rotate stay in their range.
func (m *model) shift(a *trace.Access, at int32, by uint64) {
	r := bounds{}
	if m.ranges != nil {
		r = m.ranges[at]
	}
	if a.Addr == nil {
		if a.Base += by; r.to != 0 {
			a.Base -= m.beyond(r, a)
		}
		return
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		if a.Addr[i] += by; r.to != 0 && a.Addr[i] >= r.to {
			a.Addr[i] -= r.to - r.from
		}
	}
}

// beyond returns what brings an access without a list of addresses back into a range. Its lanes stay
// together, so that an access across the end moves in front of it.
func (m *model) beyond(r bounds, a *trace.Access) uint64 {
	switch x := extentOf(a); {
	case x.to <= r.to:
		return 0
	case x.from >= r.to:
		return r.to - r.from
	default:
		return padding.Up(x.to-r.to, m.line)
	}
}

// extentOf returns the bytes from the lowest lane's to the highest lane's.
func extentOf(a *trace.Access) bounds {
	x := bounds{math.MaxUint64, 0}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		at := a.Lane(rest.First() & (arch.MaxLanes - 1))
		x.from, x.to = min(x.from, at), max(x.to, at+uint64(a.Bytes))
	}
	return x
}
