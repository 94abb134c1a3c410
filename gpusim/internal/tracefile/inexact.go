package tracefile

// This file is the sites whose addresses are no affine function of the block's place.

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/trace"
)

// undecided is a site that the first addresses of blocks do not decide: they are not exact, or nearly all blocks differ in
// what they do, so that later addresses may depend on data.
type undecided struct {
	moving
	maybe *moving         // what it is if later addresses do not depend on data; nil: that is not possible
	now   bounds          // of the block that is looked at
	next  int             // its number in seen, or that of the next one that has the site
	used  []used          // by some of the executed blocks
	lines map[uint64]bool // of the block that is looked at
}

// used is the lines that a block uses at a site.
type used struct {
	first uint64   // the line of its first address
	lines []uint64 // ascending
}

// How many blocks and how many lines of each are compared.
const (
	blocksCompared = 1 << 7
	linesCompared  = 1 << 11
)

// nowhere is the bounds of no address.
var nowhere = bounds{math.MaxUint64, 0}

// join makes bounds hold others, too.
func (b *bounds) join(x bounds) { b.from, b.to = min(b.from, x.from), max(b.to, x.to) }

// undecided returns a site that is exact if later addresses do not depend on data, or is not exact.
func (v *survey) undecided(site int32, maybe *moving, points []point) *undecided {
	for i := range points {
		points[i].key = 0
	}
	o := &undecided{maybe: maybe, now: nowhere, lines: map[uint64]bool{}}
	o.moving = moving{site: site, way: rotated, bounds: nowhere, trend: leastSquares(thin(points, mostFitted), v.bases[0]).slopes}
	for _, p := range points {
		o.seen = append(o.seen, seen{executed: p.executed, first: p.first})
	}
	if maybe == nil && !v.erratic(&o.moving) {
		o.way = followed
	}
	return o
}

// look finds the addresses that executed blocks use at the undecided sites. The bases of a group's warps are linear, so that
// the first and the last warp have the lowest and the highest.
func (v *survey) look() {
	if !slices.ContainsFunc(v.pending, func(o *undecided) bool { return o != nil }) {
		return
	}
	for i := range v.executed {
		compared := i*blocksCompared%len(v.executed) < blocksCompared
		v.groups(i, func(g *group, _ int) {
			for ordinal := range min(g.warps, 2) {
				v.walk(g, ordinal*(g.warps-1), func(at int32, _ uint64) {
					if o := v.pending[v.slot[at]]; o != nil {
						o.use(v.walker.Access(v.reader, at), v.line, compared && o.way == rotated)
					}
				})
			}
		})
		for _, o := range v.pending {
			if o != nil && o.now != nowhere {
				o.end(v.line)
			}
		}
	}
}

// use notes an access of a block.
func (o *undecided) use(a *trace.Access, line uint64, compared bool) {
	o.now.join(extentOf(a))
	if !compared {
		return
	}
	for rest := a.Active; rest != 0 && len(o.lines) < linesCompared; rest &= rest - 1 {
		o.lines[a.Lane(rest.First()&(arch.MaxLanes-1))/line] = true
	}
}

// end ends a block that has the site.
func (o *undecided) end(line uint64) {
	x := &o.seen[o.next]
	x.below, x.above = linesTo(x.first-o.now.from, line), linesTo(o.now.to-x.first, line)
	o.bounds.join(o.now)
	if len(o.lines) > 0 {
		o.used = append(o.used, used{x.first / line, slices.Sorted(maps.Keys(o.lines))})
		clear(o.lines)
	}
	o.now = nowhere
	o.next++
}

// linesTo returns a distance in lines, rounded up. It is negative where the lane of the first address is not active.
func linesTo(distance, line uint64) int32 {
	return int32(math.Ceil(float64(int64(distance)) / float64(line)))
}

// decide says what an undecided site is.
func (v *survey) decide(o *undecided) moving {
	if o.maybe != nil && !o.scattered() {
		return *o.maybe
	}
	o.from, o.to = o.from/v.line*v.line, padding.Up(o.to, v.line)
	if o.way == rotated {
		if v.rotating == nil {
			v.rotating = make([]rotation, v.sites)
		}
		v.rotating[o.site] = rotation{bounds: o.bounds, common: o.common(v.line)}
		o.seen = nil
	}
	return o.moving
}

// scattered reports whether blocks use different lines, seen from their first address: less than half of them in common.
func (o *undecided) scattered() bool {
	both, all := 0, 0
	for i := 1; i < len(o.used); i++ {
		a, b := &o.used[i-1], &o.used[i]
		all += min(len(a.lines), len(b.lines))
		for x, y := a.lines, b.lines; len(x) > 0 && len(y) > 0; {
			switch d := cmp.Compare(int64(x[0]-a.first), int64(y[0]-b.first)); {
			case d < 0:
				x = x[1:]
			case d > 0:
				y = y[1:]
			default:
				x, y = x[1:], y[1:]
				both++
			}
		}
	}
	return 2*both < all
}

// erratic reports whether the first addresses at a site are far from what those of the blocks before and behind
// say, as a part of the range of all.
func (m *model) erratic(k *moving) bool {
	sum, lowest, highest := 0.0, uint64(math.MaxUint64), uint64(0)
	for i, x := range k.seen {
		lowest, highest = min(lowest, x.first), max(highest, x.first)
		if i > 0 && i+1 < len(k.seen) {
			sum += math.Abs(m.expect(k, i-1, i+1, m.executed[x.executed]) - float64(int64(x.first-k.seen[i-1].first)))
		}
	}
	return sum > followable*float64(highest-lowest)*float64(len(k.seen)-2)
}

// followable is the largest mean distance of a site that is followed.
const followable = 1.0 / 16

// follow returns the shift of a site that follows a trend: whole lines, so that accesses lie in
// their lines as those of the template do. No address leaves the range seen. The executed block that is
// behind it in the grid is given.
func (m *model) follow(k *moving, block int, template int32, behind int) uint64 {
	i := int(template)
	if len(k.seen) < len(m.executed) {
		var found bool
		if i, found = k.find(template); !found {
			return 0
		}
		behind, _ = k.find(int32(behind))
	}
	a, b := max(behind-1, 0), min(behind, len(k.seen)-1)
	x, line := &k.seen[i], int64(m.line)
	lines := math.Round((float64(int64(k.seen[a].first-x.first)) + m.expect(k, a, b, block)) / float64(line))
	least := -int64(x.first-k.from)/line + int64(x.below)
	most := int64(k.to-x.first)/line - int64(x.above)
	return uint64(min(max(int64(lines), min(least, 0)), max(most, 0)) * line)
}

// find returns where in seen an executed block is, or the next one.
func (k *moving) find(executed int32) (int, bool) {
	return slices.BinarySearchFunc(k.seen, executed, func(s seen, at int32) int { return cmp.Compare(s.executed, at) })
}

// expect returns the expected first address of a block, from that of block a: between those of two executed blocks, which
// are given by their numbers in seen, and on the trend.
func (m *model) expect(k *moving, a, b, block int) float64 {
	p, q := &k.seen[a], &k.seen[b]
	part := 0.0
	if a < b {
		part = float64(block-m.executed[p.executed]) / float64(m.executed[q.executed]-m.executed[p.executed])
	}
	sum := part * float64(int64(q.first-p.first))
	here, before, behind := m.grid.coordsOf(block), &m.places[p.executed], &m.places[q.executed]
	for i, axis := range m.directions {
		sum += k.trend[i] * (float64(here[axis]-before[axis]) - part*float64(behind[axis]-before[axis]))
	}
	return sum
}

// rotation is a site whose addresses depend on data.
type rotation struct {
	bounds
	common lineSet // lines that many blocks use stay where they are
}

// rotate adds to the addresses of an access and keeps them in the range.
func (r *rotation) rotate(a *trace.Access, by, line uint64) {
	if a.Addr == nil {
		if x := extentOf(a); !r.common.has(x.from / line) {
			a.Base += by - r.beyond(bounds{x.from + by, x.to + by}, line)
		}
		return
	}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		at := &a.Addr[rest.First()&(arch.MaxLanes-1)]
		if r.common.has(*at / line) {
			continue
		}
		if *at += by; *at >= r.to {
			*at -= r.to - r.from
		}
	}
}

// beyond returns what brings an access without a list of addresses back into a range. Its lanes stay
// together, so that an access across the end moves in front of it.
func (r bounds) beyond(x bounds, line uint64) uint64 {
	switch {
	case x.to <= r.to:
		return 0
	case x.from >= r.to:
		return r.to - r.from
	default:
		return padding.Up(x.to-r.to, line)
	}
}

// lineSet is a set of lines, by their hash: it has some others, too.
type lineSet []uint64

// The size of a lineSet: few other lines are in it.
const (
	wordLines  = 64 // bits of a word
	linesApart = 16 // bits per line, at least
)

// common returns the lines that most blocks use, or far more than if each used lines at random.
func (o *undecided) common(line uint64) lineSet {
	count, sum := map[uint64]int{}, 0
	for _, u := range o.used {
		sum += len(u.lines)
		for _, line := range u.lines {
			count[line]++
		}
	}
	mean := float64(sum) / float64((o.to-o.from)/line)
	many := min(max(fewBlocks, int(math.Ceil(mean+deviations*math.Sqrt(mean)))), len(o.used)/2+1)
	var list []uint64
	for line, n := range count {
		if n >= many {
			list = append(list, line)
		}
	}
	set := make(lineSet, 1<<bits.Len(uint(len(list)*linesApart/wordLines)))
	for _, line := range list {
		word, bit := set.place(line)
		set[word] |= bit
	}
	return set
}

// What is not many: fewer blocks of those compared than fewBlocks, and less than some standard deviations above the mean.
const (
	fewBlocks  = 4
	deviations = 4
)

func (s lineSet) place(line uint64) (word int, bit uint64) {
	h := hash.Mix(line)
	return int(h/wordLines) & (len(s) - 1), 1 << (h % wordLines)
}

func (s lineSet) has(line uint64) bool {
	word, bit := s.place(line)
	return s[word]&bit != 0
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
