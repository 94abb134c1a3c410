package tracefile

// This file finds how the addresses of a site depend on the place of the block.

import (
	"math"
	"slices"

	"gpucourse/gpusim/internal/padding"
)

var infinite = math.Inf(1)

// point is the first address of an executed block at a site.
type point struct {
	executed int32
	place    coords
	first    uint64
	key      uint64 // points with one key have one affine function
}

// fit finds how all sites depend on the block.
func (v *survey) fit() Extrapolation {
	result := Extrapolation{Executed: len(v.executed), Classes: len(v.named)}
	inexact := map[int32]map[int32]*seen{}
	for at, slot := range v.slot {
		points := v.points(v.sights[slot])
		if len(points) == 0 {
			continue
		}
		if slopes, exact := v.affine(points); exact {
			result.Exact++
			if slopes != (coords{}) {
				v.moving = append(v.moving, moving{site: int32(at), slopes: slopes})
			}
			continue
		}
		k := inexactly(int32(at), points)
		if k.rotate = v.wanders(&k); k.rotate {
			result.Rotated++
		} else {
			result.Followed++
		}
		v.moving = append(v.moving, k)
		inexact[k.site] = map[int32]*seen{}
		for i := range k.seen {
			inexact[k.site][k.seen[i].executed] = &k.seen[i]
		}
	}
	if len(inexact) > 0 {
		v.extents(inexact)
		v.bound()
	}
	return result
}

// points returns the first addresses of the blocks that have a site.
func (v *survey) points(list []sight) (points []point) {
	for i, s := range list {
		if s.from != 0 {
			points = append(points, point{executed: int32(i), place: v.grid.coordsOf(v.executed[i]), first: s.first, key: uint64(s.from)})
		}
	}
	return points
}

// affine returns the bytes per block in each direction if they describe all points: with one
// constant, or with a constant per place in the grid, where ends differ from the rest.
func (v *survey) affine(points []point) (coords, bool) {
	if slopes, exact := integers(points); exact {
		return slopes, true
	}
	keyed := slices.Clone(points)
	for _, refine := range []func(place int) int{v.grid.atEnds, func(place int) int { return place }} {
		for i := range keyed {
			place := refine(v.grid.placeOf(points[i].place))
			keyed[i].key = points[i].key<<keyBits | uint64(place)
		}
		if slopes, exact := integers(keyed); exact {
			return slopes, true
		}
	}
	return coords{}, false
}

// keyBits is room for the number of a place in a key.
const keyBits = 32

// integers fits points and reports whether they are on the function exactly. That says something only
// if there are more points than constants and slopes.
func integers(points []point) (slopes coords, exact bool) {
	s := leastSquares(points)
	if len(points)-s.keys <= s.rank {
		return slopes, len(points) == 1
	}
	for i, x := range s.slopes {
		slopes[i] = int64(math.Round(x))
	}
	for i := range points {
		p, q := &points[i], s.first[points[i].key]
		if p.first-q.first != slopes.times(p.place.minus(q.place)) {
			return slopes, false
		}
	}
	return slopes, true
}

// squares is a fit by least squares.
type squares struct {
	slopes [axes]float64
	rank   int // directions in which the points of a key differ
	keys   int
	first  map[uint64]*point // by key: its first point
}

// mean is the means of the points of a key, from its first point.
type mean struct {
	place [axes]float64
	first float64
	count float64
}

// leastSquares fits one slope per direction and one constant per key.
func leastSquares(points []point) *squares {
	s, means := &squares{first: map[uint64]*point{}}, map[uint64]*mean{}
	for i := range points {
		p := &points[i]
		q := s.first[p.key]
		if q == nil {
			q = p
			s.first[p.key], means[p.key] = p, &mean{}
		}
		m := means[p.key]
		m.count++
		m.first += (float64(int64(p.first-q.first)) - m.first) / m.count
		for k, d := range p.place.minus(q.place) {
			m.place[k] += (float64(d) - m.place[k]) / m.count
		}
	}
	s.keys = len(means)
	var e equations
	for i := range points {
		p := &points[i]
		q, m := s.first[p.key], means[p.key]
		var row [axes + 1]float64
		for k, d := range p.place.minus(q.place) {
			row[k] = float64(d) - m.place[k]
		}
		row[axes] = float64(int64(p.first-q.first)) - m.first
		e.add(&row)
	}
	s.slopes, s.rank = e.solve()
	return s
}

// equations is the normal equations of a fit; the last column is the right side.
type equations [axes][axes + 1]float64

func (e *equations) add(row *[axes + 1]float64) {
	for i := range e {
		for j := range e[i] {
			e[i][j] += row[i] * row[j]
		}
	}
}

// solve eliminates by the diagonal. A direction in which points do not differ, once the others are known,
// has the slope 0.
func (e *equations) solve() (x [axes]float64, rank int) {
	var size [axes]float64
	for i := range e {
		size[i] = e[i][i]
	}
	var used [axes]bool
	for i := range e {
		if used[i] = e[i][i] > singular*size[i]; !used[i] {
			continue
		}
		rank++
		for k := range e {
			if f := e[k][i] / e[i][i]; k != i {
				for j := range e[k] {
					e[k][j] -= f * e[i][j]
				}
			}
		}
	}
	for i := range e {
		if used[i] {
			x[i] = e[i][axes] / e[i][i]
		}
	}
	return x, rank
}

// singular is the part of a sum of squares that is rounding.
const singular = 1e-9

// inexactly returns how blocks differ at a site without an affine function.
func inexactly(at int32, points []point) moving {
	for i := range points {
		points[i].key = 0
	}
	k := moving{site: at, trend: leastSquares(points).slopes}
	for _, p := range points {
		from := float64(int64(p.first - points[0].first))
		k.seen = append(k.seen, seen{executed: p.executed, first: p.first, bounds: bounds{math.MaxUint64, 0}, residual: from - k.trendAt(p.place)})
	}
	return k
}

// bound sets the ranges of the sites without an affine function, and decides which of them rotate.
func (v *survey) bound() {
	v.ranges = make([]bounds, v.sites)
	for i := range v.moving {
		k := &v.moving[i]
		if k.seen == nil {
			continue
		}
		k.bounds = bounds{math.MaxUint64, 0}
		for _, x := range k.seen {
			k.from, k.to = min(k.from, x.from), max(k.to, x.to)
		}
		k.from, k.to = k.from/v.line*v.line, padding.Up(k.to, v.line)
		if k.rotate {
			v.ranges[k.site] = k.bounds
		}
	}
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
