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

// open is a site that the first addresses of blocks do not decide: they are not exact, or nearly all blocks differ in
// what they do, so that later addresses may depend on data.
type open struct {
	moving
	exact moving          // what it is if later addresses do not depend on data
	maybe bool            // that is possible
	where []*seen         // by executed block
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

// ask returns an open site.
func (v *survey) ask(k moving, exact bool, points []point) *open {
	for i := range points {
		points[i].key = 0
	}
	o := &open{moving: moving{site: k.site, trend: leastSquares(points, v.bases[0]).slopes}, exact: k, maybe: exact, where: make([]*seen, len(v.executed)), lines: map[uint64]bool{}}
	o.bounds = bounds{math.MaxUint64, 0}
	for _, p := range points {
		from := float64(int64(p.first - points[0].first))
		o.seen = append(o.seen, seen{executed: p.executed, first: p.first, bounds: o.bounds, residual: from - v.trendAt(&o.moving, p.place)})
	}
	for i := range o.seen {
		o.where[o.seen[i].executed] = &o.seen[i]
	}
	o.rotate = exact || v.wanders(&o.moving)
	return o
}

// look finds the addresses that executed blocks use at the open sites. The bases of a group's warps are linear, so that
// the first and the last warp have the lowest and the highest.
func (v *survey) look() {
	if !slices.ContainsFunc(v.open, func(o *open) bool { return o != nil }) {
		return
	}
	for i := range v.executed {
		compared := i*blocksCompared%len(v.executed) < blocksCompared
		v.groups(i, func(g *group, _ int) {
			for ordinal := range min(g.warps, 2) {
				v.walk(g, ordinal*(g.warps-1), func(at int32, _ uint64) {
					if o := v.open[v.slot[at]]; o != nil {
						o.use(o.where[i], v.walker.Access(v.reader, at), v.line, compared && o.rotate)
					}
				})
			}
		})
		for _, o := range v.open {
			if o != nil && len(o.lines) > 0 {
				o.used = append(o.used, used{o.where[i].first / v.line, slices.Sorted(maps.Keys(o.lines))})
				clear(o.lines)
			}
		}
	}
}

// use notes an access of a block.
func (o *open) use(x *seen, a *trace.Access, line uint64, compared bool) {
	e := extentOf(a)
	x.from, x.to = min(x.from, e.from), max(x.to, e.to)
	if !compared {
		return
	}
	for rest := a.Active; rest != 0 && len(o.lines) < linesCompared; rest &= rest - 1 {
		o.lines[a.Lane(rest.First()&(arch.MaxLanes-1))/line] = true
	}
}

// decide says what an open site is.
func (v *survey) decide(o *open) moving {
	if o.maybe && !o.scattered() {
		return o.exact
	}
	for _, x := range o.seen {
		o.from, o.to = min(o.from, x.from), max(o.to, x.to)
	}
	o.from, o.to = o.from/v.line*v.line, padding.Up(o.to, v.line)
	if o.rotate {
		if v.rotating == nil {
			v.rotating = make([]rotation, v.sites)
		}
		v.rotating[o.site] = rotation{bounds: o.bounds, common: o.common(v.line)}
	}
	return o.moving
}

// scattered reports whether blocks use different lines, seen from their first address: less than half of them in common.
func (o *open) scattered() bool {
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

// wanders reports whether the first addresses at a site are far from what those of the blocks before and behind
// say, as a part of the range of all.
func (m *model) wanders(k *moving) bool {
	sum, lowest, highest := 0.0, uint64(math.MaxUint64), uint64(0)
	for i, x := range k.seen {
		lowest, highest = min(lowest, x.first), max(highest, x.first)
		if i > 0 && i+1 < len(k.seen) {
			sum += math.Abs(x.residual - m.between(&k.seen[i-1], &k.seen[i+1], m.executed[x.executed]))
		}
	}
	return sum > followable*float64(highest-lowest)*float64(len(k.seen)-2)
}

// followable is the largest mean distance of what wanders not.
const followable = 1.0 / 16

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

// common returns the lines that far more blocks use than if each used lines at random.
func (o *open) common(line uint64) lineSet {
	count, sum := map[uint64]int{}, 0
	for _, u := range o.used {
		sum += len(u.lines)
		for _, line := range u.lines {
			count[line]++
		}
	}
	mean := float64(sum) / float64((o.to-o.from)/line)
	many := max(fewBlocks, int(math.Ceil(mean+deviations*math.Sqrt(mean))))
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
