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

func (c coords) minus(d coords) coords { return coords{c[0] - d[0], c[1] - d[1], c[2] - d[2]} }

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
}

// choices returns the templates of all places. Those of a place without an executed block are those
// of the place that is most like it.
func (g *grid) choices(executed []int, class []int32) []choice {
	list := make([]choice, positions*positions*positions*g.ranks)
	for i, block := range executed {
		k := &list[g.placeOf(g.coordsOf(block))]
		k.templates = append(k.templates, int32(i))
	}
	var filled []int
	for place := range list {
		k := &list[place]
		if len(k.templates) == 0 {
			continue
		}
		filled = append(filled, place)
		k.uniform = !slices.ContainsFunc(k.templates, func(i int32) bool { return class[i] != class[k.templates[0]] })
	}
	for place := range list {
		if len(list[place].templates) == 0 {
			list[place] = list[slices.MinFunc(filled, func(a, b int) int { return cmp.Compare(g.unlike(a, place), g.unlike(b, place)) })]
		}
	}
	return list
}

// template returns the number of the executed block whose entries a block takes.
func (m *model) template(block int) int {
	return m.choose(&m.choices[m.grid.placeOf(m.grid.coordsOf(block))], block)
}

// choose returns the template for a block.
func (m *model) choose(k *choice, block int) int {
	if k.uniform || m.grid.blocks[1] == 1 && m.grid.blocks[2] == 1 {
		return m.nearestInOrder(k.templates, block)
	}
	return m.nearest(k.templates, m.grid.coordsOf(block))
}

// nearestInOrder returns the template whose number in the grid is nearest.
func (m *model) nearestInOrder(list []int32, block int) int {
	i, _ := slices.BinarySearchFunc(list, block, func(t int32, block int) int { return cmp.Compare(m.executed[t], block) })
	if i == len(list) || i > 0 && block-m.executed[list[i-1]] <= m.executed[list[i]]-block {
		i--
	}
	return int(list[i])
}

// nearest returns the template that is nearest in the grid, as parts of its extents.
func (m *model) nearest(list []int32, c coords) int {
	best, least := list[0], math.Inf(1)
	for _, t := range list {
		sum := 0.0
		for i, d := range c.minus(m.grid.coordsOf(m.executed[t])) {
			part := float64(d) / float64(m.grid.blocks[i])
			sum += part * part
		}
		if sum < least {
			best, least = t, sum
		}
	}
	return int(best)
}
