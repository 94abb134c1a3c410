package tracefile

// This file finds how the addresses of a site depend on the place of the block.

import (
	"cmp"
	"math"
	"slices"
)

// point is the first address of an executed block at a site.
type point struct {
	executed int32
	place    coords
	first    uint64
	key      uint64 // points with one key have one affine function
}

// fit finds how all sites depend on the block.
func (v *survey) fit() (result Extrapolation) {
	v.pending = make([]*undecided, len(v.sights))
	for at, slot := range v.slot {
		points := v.points(v.sights[slot])
		if len(points) == 0 {
			continue
		}
		k := v.exactly(points)
		if k != nil {
			k.site = int32(at)
		}
		if k != nil && 2*len(v.named) <= len(v.executed) {
			v.add(*k, &result)
		} else {
			v.pending[slot] = v.undecided(int32(at), k, points)
		}
	}
	v.look()
	for _, o := range v.pending {
		if o != nil {
			v.add(v.decide(o), &result)
		}
	}
	slices.SortStableFunc(v.moving, func(a, b moving) int { return cmp.Compare(a.basis, b.basis) })
	result.Executed, result.Classes = len(v.executed), len(v.named)
	return result
}

// add adds a site to the model.
func (v *survey) add(k moving, result *Extrapolation) {
	switch k.way {
	case affine:
		result.Exact++
		if !slices.ContainsFunc(k.slopes, func(x int64) bool { return x != 0 }) {
			return
		}
	case followed:
		result.Followed++
	case rotated:
		result.Rotated++
	}
	v.moving = append(v.moving, k)
}

// points returns the first addresses of the blocks that have a site.
func (v *survey) points(list []sight) (points []point) {
	for i, s := range list {
		if s.from != 0 {
			points = append(points, point{executed: int32(i), place: v.places[i], first: s.first, key: uint64(s.from)})
		}
	}
	return points
}

// exactly returns a site whose slopes describe all points, and nil where no slopes do.
func (v *survey) exactly(points []point) *moving {
	for i, b := range v.bases {
		if slopes, exact := v.inPlaces(points, b); exact {
			return &moving{basis: i, slopes: slopes}
		}
	}
	if v.misses == mostMisses {
		return nil
	}
	b, slopes := v.otherBasis(points)
	if b == nil {
		v.misses++
		return nil
	}
	v.bases = append(v.bases, b)
	return &moving{basis: len(v.bases) - 1, slopes: slopes}
}

// mostMisses is for how many sites bases are searched in vain: then the kernel's addresses depend on data.
const mostMisses = 4

// otherBasis searches a basis of digits. It returns nil where no basis describes all points.
func (v *survey) otherBasis(points []point) (found basis, slopes []int64) {
	for _, b := range append(v.grid.skewed(), v.grid.bits()) {
		if len(b) > mostDigits {
			continue
		}
		if slopes, exact := v.inPlaces(points, b); exact {
			return b, slopes
		}
	}
	few := thin(frequent(points), fewPoints)
	v.grid.divided(func(b basis) bool {
		if _, near := integers(few, b); near {
			if list, exact := integers(points, b); exact {
				found, slopes = b, list
			}
		}
		return found != nil
	})
	return found, slopes
}

// How many points are fitted, and how many are enough to refuse most bases.
const (
	mostFitted = 1 << 9
	fewPoints  = 12
)

// frequent returns the points that have the most frequent key.
func frequent(points []point) (list []point) {
	count := map[uint64]int{}
	for _, p := range points {
		count[p.key]++
	}
	most := slices.MaxFunc(points, func(p, q point) int { return cmp.Compare(count[p.key], count[q.key]) }).key
	for _, p := range points {
		if p.key == most {
			list = append(list, p)
		}
	}
	return list
}

// thin returns points of which there are not more than some, from all parts of a list.
func thin(points []point, most int) []point {
	if len(points) <= most {
		return points
	}
	list := make([]point, most)
	for i := range list {
		list[i] = points[i*(len(points)-1)/(most-1)]
	}
	return list
}

// inPlaces fits points with one constant, or with a constant per place in the grid, where the ends
// differ from the rest.
func (v *survey) inPlaces(points []point, b basis) ([]int64, bool) {
	if slopes, exact := integers(points, b); exact {
		return slopes, true
	}
	keyed := slices.Clone(points)
	for _, refine := range []func(place int) int{v.grid.atEnds, func(place int) int { return place }} {
		for i := range keyed {
			place := refine(v.grid.placeOf(points[i].place))
			keyed[i].key = points[i].key<<keyBits | uint64(place)
		}
		if slopes, exact := integers(keyed, b); exact {
			return slopes, true
		}
	}
	return nil, false
}

// keyBits is room for the number of a place in a key.
const keyBits = 32

// extraPoints is how many more points than constants and slopes show that a function is exact.
const extraPoints = 2

// integers fits points and reports whether they are on the function exactly.
func integers(points []point, b basis) (slopes []int64, exact bool) {
	fitted := thin(points, mostFitted)
	s := leastSquares(fitted, b)
	if len(fitted)-s.keys < s.rank+extraPoints {
		return nil, !slices.ContainsFunc(points, func(p point) bool { return p.first != points[0].first })
	}
	for _, x := range s.slopes {
		slopes = append(slopes, int64(math.Round(x)))
	}
	for i := range points {
		p := &points[i]
		q := s.first[p.key]
		if q == nil {
			s.first[p.key], q = p, p
		}
		if by := b.difference(p.place, q.place); p.first-q.first != by.times(slopes) {
			return nil, false
		}
	}
	return slopes, true
}

// squares is a fit by least squares.
type squares struct {
	slopes []float64
	rank   int               // digits in which the points of a key differ
	keys   int               // different ones
	first  map[uint64]*point // by key: its first point
}

// mean is the means of the points of a key, from its first point.
type mean struct {
	row   []float64
	count float64
}

// leastSquares fits one slope per digit and one constant per key.
func leastSquares(points []point, b basis) *squares {
	s, means := &squares{first: map[uint64]*point{}}, map[uint64]*mean{}
	rows := make([]float64, len(points)*(len(b)+1))
	row := func(i int) []float64 { return rows[i*(len(b)+1):][:len(b)+1] }
	for i := range points {
		p := &points[i]
		q := s.first[p.key]
		if q == nil {
			q = p
			s.first[p.key], means[p.key] = p, &mean{row: make([]float64, len(b)+1)}
		}
		by, r := b.difference(p.place, q.place), row(i)
		for k := range b {
			r[k] = float64(by[k])
		}
		r[len(b)] = float64(int64(p.first - q.first))
		means[p.key].add(r)
	}
	s.keys = len(means)
	e := make(equations, len(b))
	for i := range e {
		e[i] = make([]float64, len(b)+1)
	}
	for i := range points {
		r := row(i)
		for k, x := range means[points[i].key].row {
			r[k] -= x
		}
		e.add(r)
	}
	s.slopes, s.rank = e.solve()
	return s
}

func (m *mean) add(row []float64) {
	m.count++
	for k, x := range row {
		m.row[k] += (x - m.row[k]) / m.count
	}
}

// equations is the normal equations of a fit; the last column is the right side.
type equations [][]float64

func (e equations) add(row []float64) {
	for i := range e {
		for j := range e[i] {
			e[i][j] += row[i] * row[j]
		}
	}
}

// solve eliminates by the diagonal. A digit in which points do not differ, once the others are known,
// has the slope 0.
func (e equations) solve() (x []float64, rank int) {
	x = make([]float64, len(e))
	size, used := make([]float64, len(e)), make([]bool, len(e))
	for i := range e {
		size[i] = e[i][i]
	}
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
			x[i] = e[i][len(e)] / e[i][i]
		}
	}
	return x, rank
}

// singular is the part of a sum of squares that is rounding.
const singular = 1e-9
