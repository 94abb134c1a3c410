package tracefile

// This file says where blocks lie in the grid, and which executed block is most like another one.

import (
	"cmp"
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/launch"
)

// axes is how many directions a grid has.
const axes = 3

// coords is a number per direction.
type coords [axes]int64

// grid is the extents of a launch.
type grid struct {
	blocks   coords
	cluster  coords // blocks of a cluster
	clusters coords
	ranks    int // blocks of a cluster
}

func newGrid(s *launch.Shape) grid {
	g := grid{blocks: extents(s.Grid), cluster: extents(s.Cluster), ranks: s.ClusterBlocks()}
	for i, n := range g.blocks {
		g.clusters[i] = n / g.cluster[i]
	}
	return g
}

func extents(d arch.Dim3) coords {
	return coords{int64(max(d.X, 1)), int64(max(d.Y, 1)), int64(max(d.Z, 1))}
}

// coordsOf returns the place of a block.
func (g *grid) coordsOf(block int) coords {
	b, n := int64(block), &g.blocks
	if n[1] == 1 && n[2] == 1 {
		return coords{b, 0, 0}
	}
	rows := b / n[0]
	return coords{b % n[0], rows % n[1], rows / n[1]}
}

// directions returns the directions in which the grid has several blocks.
func (g *grid) directions() (list []int) {
	for axis, n := range g.blocks {
		if n > 1 {
			list = append(list, axis)
		}
	}
	return list
}

// The positions of a cluster of blocks in a direction: the ends differ from all others, their
// neighbours often do.
const (
	atFirst = iota
	nextToFirst
	inside
	nextToLast
	atLast
	positions
)

func positionOf(x, n int64) int {
	switch x {
	case 0:
		return atFirst
	case n - 1:
		return atLast
	case 1:
		return nextToFirst
	case n - 2:
		return nextToLast
	}
	return inside
}

// placeOf returns the place of a block: its rank in the cluster, and the cluster's positions.
func (g *grid) placeOf(c coords) int {
	rank, place := int64(0), 0
	for i := axes - 1; i >= 0; i-- {
		rank = rank*g.cluster[i] + c[i]%g.cluster[i]
		place = place*positions + positionOf(c[i]/g.cluster[i], g.clusters[i])
	}
	return place*g.ranks + int(rank)
}

// atEnds returns a place in which only the ends of the grid differ from the rest.
func (g *grid) atEnds(place int) int {
	rank, place := place%g.ranks, place/g.ranks
	sum := 0
	for scale := 1; scale < positions*positions*positions; scale *= positions {
		p := place / scale % positions
		if p != atFirst && p != atLast {
			p = inside
		}
		sum += p * scale
	}
	return sum*g.ranks + rank
}

// unlike says how little two places have in common.
func (g *grid) unlike(a, b int) (sum int) {
	const otherRank, atOneEnd, nextToEnd = 100, 10, 1
	if a%g.ranks != b%g.ranks {
		sum = otherRank
	}
	a, b = a/g.ranks, b/g.ranks
	for range axes {
		p, q := a%positions, b%positions
		switch {
		case p == q:
		case p == atFirst || p == atLast || q == atFirst || q == atLast:
			sum += atOneEnd
		default:
			sum += nextToEnd
		}
		a, b = a/positions, b/positions
	}
	return sum
}

// choice is the executed blocks that are templates of blocks at a place.
type choice struct {
	templates []int32 // ascending, by number among executed blocks
	uniform   bool    // all are of one class
	tree      []int32 // the templates as a k-d tree: see plant; nil where the order of the grid finds the nearest
}

// choose finds the templates of all places. Those of a place without an executed block are those
// of the place that is most like it.
func (m *model) choose(class []int32) {
	g := &m.grid
	m.choices = make([]choice, positions*positions*positions*g.ranks)
	for i, c := range m.places {
		k := &m.choices[g.placeOf(c)]
		k.templates = append(k.templates, int32(i))
	}
	var filled []int
	for place := range m.choices {
		k := &m.choices[place]
		if len(k.templates) == 0 {
			continue
		}
		filled = append(filled, place)
		k.uniform = !slices.ContainsFunc(k.templates, func(i int32) bool { return class[i] != class[k.templates[0]] })
		if !k.uniform && len(m.directions) > 1 {
			k.tree = slices.Clone(k.templates)
			m.plant(k.tree, 0)
		}
	}
	for place := range m.choices {
		if len(m.choices[place].templates) == 0 {
			m.choices[place] = m.choices[slices.MinFunc(filled, func(a, b int) int { return cmp.Compare(g.unlike(a, place), g.unlike(b, place)) })]
		}
	}
}

// nobody is no executed block.
const nobody = -1

// template returns the number of the executed block whose entries a block takes. It is not the one that
// is excepted.
func (m *model) template(block int, except int32) int32 {
	c := m.grid.coordsOf(block)
	k := &m.choices[m.grid.placeOf(c)]
	if k.tree == nil {
		return m.nearestInOrder(k.templates, block, except)
	}
	q := query{model: m, from: c, except: except, best: nobody, least: math.Inf(1)}
	q.search(k.tree, 0)
	return q.best
}

// nearestInOrder returns the template whose number in the grid is nearest.
func (m *model) nearestInOrder(list []int32, block int, except int32) int32 {
	behind, _ := slices.BinarySearchFunc(list, block, func(t int32, block int) int { return cmp.Compare(m.executed[t], block) })
	before := behind - 1
	if behind < len(list) && list[behind] == except {
		behind++
	}
	if behind == len(list) || before >= 0 && block-m.executed[list[before]] <= m.executed[list[behind]]-block {
		return list[before]
	}
	return list[behind]
}

// plant makes a k-d tree of a list: the block in the middle divides the others in one of the grid's directions, and
// each half is divided in the next direction.
func (m *model) plant(list []int32, depth int) {
	if len(list) < 2 {
		return
	}
	axis := m.directions[depth%len(m.directions)]
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(m.places[a][axis], m.places[b][axis]), cmp.Compare(a, b))
	})
	middle := len(list) / 2
	m.plant(list[:middle], depth+1)
	m.plant(list[middle+1:], depth+1)
}

// query finds the nearest block in a k-d tree. Distances are parts of the grid's extents.
type query struct {
	*model
	from   coords
	except int32
	best   int32
	least  float64 // the square of the distance of the best
}

func (q *query) search(tree []int32, depth int) {
	if len(tree) == 0 {
		return
	}
	middle := len(tree) / 2
	t := tree[middle]
	if d := q.distance(t); t != q.except && (d < q.least || d == q.least && t < q.best) {
		q.best, q.least = t, d
	}
	axis := q.directions[depth%len(q.directions)]
	near, far := tree[:middle], tree[middle+1:]
	apart := q.apart(t, axis)
	if apart > 0 {
		near, far = far, near
	}
	q.search(near, depth+1)
	if apart*apart <= q.least {
		q.search(far, depth+1)
	}
}

// apart returns how far behind a block the place is in a direction.
func (q *query) apart(t int32, axis int) float64 {
	return float64(q.from[axis]-q.places[t][axis]) / float64(q.grid.blocks[axis])
}

// distance returns the square of the distance of a block.
func (q *query) distance(t int32) (sum float64) {
	for _, axis := range q.directions {
		d := q.apart(t, axis)
		sum += d * d
	}
	return sum
}
