// Package sampling chooses blocks of a grid, and estimates what all blocks do from what the chosen
// ones did.
//
// The model: a grid has regions. The blocks at the low end of each axis, those at its high end and those between
// them are apart, because kernels treat the edges of their data in another way. A few blocks at fixed places
// are always executed and stand for themselves. A region is divided into cells, boxes of neighbouring blocks, and of
// each cell one block is drawn at random, which stands for all of its cell. Where the cells of a region differ, all
// of them are divided in two, until each total is known within Target or the budget is spent.
//
// So the draw never depends on what single blocks did. Had cells more draws where blocks happen to do much, the others
// would count too little.
//
// An estimate is a weighted sum. Its error comes from the differences between neighbouring cells, which makes it larger
// than it is where the blocks follow a trend, and counts a place where they change. It is kept as Groups other
// sets of weights, the replicates, so that the error of any quantity that is computed from sums has the same formula, ratios
// included (Wolter, Introduction to Variance Estimation, 2007, chapters 2 and 8).
//
// State: which blocks were drawn, and a few totals of each. Units: blocks; what the totals count is
// the caller's business. Invariants: the weights of all executed blocks sum to the blocks of the grid,
// also in each replicate; the draw depends on the grid, the seed and the totals alone.
//
// Not modelled: a kind of block that none of the drawn ones is of. Unseen says how many there may be.
package sampling

import (
	"math"
	"math/rand/v2"
	"slices"

	"gpucourse/gpusim/arch"
)

const (
	// Target is the largest half width of a total's 95 % interval that needs no further blocks, as a
	// part of the total.
	Target = 0.01
	// Groups is how many replicates there are.
	Groups = 20
	// Quantile is the 97.5 % quantile of Student's distribution with Groups − 1 degrees of freedom.
	Quantile = 2.093
)

const (
	axes         = 3
	edgeCells    = 4 // of each region at first
	insideCells  = 32
	worthwhile   = 0.05 // part of the variance for which a region is divided
	normal       = 1.96
	unseenFactor = 3 // the rule of three
)

// Budget bounds how many blocks are executed.
type Budget struct {
	Least int // blocks that are executed even where none differ
	Most  int
}

// Plan is the choice of blocks of one grid.
type Plan struct {
	grid    [axes]int
	random  *rand.Rand
	fixed   []int // blocks that stand for themselves, in order
	regions [][]cell
	totals  map[int][]float64 // by block
}

// cell is a box of blocks.
type cell struct {
	lo, hi [axes]int // hi excluded
	size   int       // blocks in the box that are not fixed
	drawn  int       // one of them
}

// New returns a plan for a grid. The seed decides the draw.
func New(grid arch.Dim3, seed uint64) *Plan {
	p := &Plan{grid: [axes]int{grid.X, grid.Y, grid.Z}, random: rand.New(rand.NewPCG(seed, 0)), totals: map[int][]float64{}}
	p.fix()
	for _, z := range cuts(p.grid[2]) {
		for _, y := range cuts(p.grid[1]) {
			for _, x := range cuts(p.grid[0]) {
				p.addRegion(cell{lo: [axes]int{x[0], y[0], z[0]}, hi: [axes]int{x[1], y[1], z[1]}})
			}
		}
	}
	return p
}

// cuts divides an axis into its low end, its high end and what lies between them.
func cuts(n int) (list [][2]int) {
	ends := []int{0, 1, n - 1, n}
	for i, lo := range ends[:len(ends)-1] {
		if hi := ends[i+1]; lo < hi && (len(list) == 0 || lo >= list[len(list)-1][1]) {
			list = append(list, [2]int{lo, hi})
		}
	}
	return list
}

// fix takes the blocks in all combinations of a few places on each axis.
func (p *Plan) fix() {
	var places [axes][]int
	for i, n := range p.grid {
		list := slices.DeleteFunc([]int{0, 1, n / 2, n - 2, n - 1}, func(at int) bool { return at < 0 || at >= n })
		slices.Sort(list)
		places[i] = slices.Compact(list)
	}
	for _, z := range places[2] {
		for _, y := range places[1] {
			for _, x := range places[0] {
				p.fixed = append(p.fixed, p.number([axes]int{x, y, z}))
			}
		}
	}
}

// number returns the number of a block in the grid.
func (p *Plan) number(at [axes]int) int { return at[0] + p.grid[0]*(at[1]+p.grid[1]*at[2]) }

// place is the reverse of number.
func (p *Plan) place(block int) [axes]int {
	return [axes]int{block % p.grid[0], block / p.grid[0] % p.grid[1], block / p.grid[0] / p.grid[1]}
}

func (p *Plan) isFixed(block int) bool {
	_, fixed := slices.BinarySearch(p.fixed, block)
	return fixed
}

// has reports whether a block lies in the box.
func (c *cell) has(at [axes]int) bool {
	for i := range at {
		if at[i] < c.lo[i] || at[i] >= c.hi[i] {
			return false
		}
	}
	return true
}

// count counts the blocks of a cell that are not fixed.
func (p *Plan) count(c *cell) {
	c.size = 1
	for i := range c.lo {
		c.size *= c.hi[i] - c.lo[i]
	}
	for _, block := range p.fixed {
		if c.has(p.place(block)) {
			c.size--
		}
	}
}

// addRegion adds a region, unless all its blocks are fixed.
func (p *Plan) addRegion(c cell) {
	if p.count(&c); c.size == 0 {
		return
	}
	inside := true
	for i, n := range p.grid {
		inside = inside && (n == 1 || c.lo[i] > 0 && c.hi[i] < n)
	}
	cells := edgeCells
	if inside {
		cells = insideCells
	}
	p.draw(&c)
	region := []cell{c}
	for len(region) < min(cells, c.size) {
		region, _ = p.divideAll(region)
	}
	p.regions = append(p.regions, region)
}

// draw draws the block of a cell.
func (p *Plan) draw(c *cell) {
	for {
		at := [axes]int{}
		for i := range at {
			at[i] = c.lo[i] + p.random.IntN(c.hi[i]-c.lo[i])
		}
		if c.drawn = p.number(at); !p.isFixed(c.drawn) {
			return
		}
	}
}

// divideAll divides all cells in two, and returns the blocks that are new.
func (p *Plan) divideAll(region []cell) (divided []cell, blocks []int) {
	for _, c := range region {
		for _, half := range p.divide(c) {
			if divided = append(divided, half); half.drawn != c.drawn {
				blocks = append(blocks, half.drawn)
			}
		}
	}
	return divided, blocks
}

// divide divides a cell in two along its longest axis. A half without blocks is left out.
func (p *Plan) divide(c cell) (halves []cell) {
	if c.size == 1 {
		return []cell{c}
	}
	axis := 0
	for i := range c.lo {
		if c.hi[i]-c.lo[i] > c.hi[axis]-c.lo[axis] {
			axis = i
		}
	}
	low, high := c, c
	low.hi[axis] = (c.lo[axis] + c.hi[axis]) / 2
	high.lo[axis] = low.hi[axis]
	for _, half := range []*cell{&low, &high} {
		if p.count(half); half.size == 0 {
			continue
		}
		if !half.has(p.place(c.drawn)) {
			p.draw(half)
		}
		halves = append(halves, *half)
	}
	return halves
}

// First returns the blocks to execute first, in order.
func (p *Plan) First() []int { return p.Executed() }

// Did tells the plan some totals of a block that was executed: as many for each block.
func (p *Plan) Did(block int, totals []float64) { p.totals[block] = totals }

// Executed returns the blocks that were executed, or are to be, in order.
func (p *Plan) Executed() []int {
	blocks := slices.Clone(p.fixed)
	for _, region := range p.regions {
		for i := range region {
			blocks = append(blocks, region[i].drawn)
		}
	}
	slices.Sort(blocks)
	return blocks
}

// Blocks returns how many blocks the grid has.
func (p *Plan) Blocks() int { return p.grid[0] * p.grid[1] * p.grid[2] }

// Next returns more blocks to execute, in order; none when all totals are known well enough or the budget
// is spent.
func (p *Plan) Next(b Budget) (blocks []int) {
	n, share := len(p.totals), p.shares()
	for i, region := range p.regions {
		few := n < b.Least && float64(len(region)) < float64(b.Least)*float64(sizeOf(region))/float64(p.Blocks())
		if !few && (share == nil || share[i] < worthwhile) || n+len(blocks)+len(region) > b.Most {
			continue
		}
		var more []int
		p.regions[i], more = p.divideAll(region)
		blocks = append(blocks, more...)
	}
	slices.Sort(blocks)
	return blocks
}

// sizeOf returns the blocks of a region that are not fixed.
func sizeOf(region []cell) (n int) {
	for i := range region {
		n += region[i].size
	}
	return n
}

// shares returns, by region, its share of the variance of the total that is known least; nil when
// all totals are known well enough.
func (p *Plan) shares() (share []float64) {
	k := len(p.totals[p.fixed[0]])
	worst := Target
	for i := range k {
		variances, variance, total := make([]float64, len(p.regions)), 0., 0.
		for _, block := range p.fixed {
			total += p.totals[block][i]
		}
		for j, region := range p.regions {
			for at := range region {
				c, next := &region[at], &region[beside(region, at)]
				d := c.spread() * (p.totals[c.drawn][i] - p.totals[next.drawn][i])
				variances[j] += d * d
				total += float64(c.size) * p.totals[c.drawn][i]
			}
			variance += variances[j]
		}
		if total == 0 || normal*math.Sqrt(variance)/total <= worst {
			continue
		}
		worst = normal * math.Sqrt(variance) / total
		for j := range variances {
			variances[j] /= variance
		}
		share = variances
	}
	return share
}

// beside returns the cell with which a cell is compared: the next one, or the one before the last.
func beside(region []cell, at int) int {
	if at+1 < len(region) {
		return at + 1
	}
	return max(0, at-1)
}

// spread is the standard deviation of a cell's sum, for a difference of 1 to the cell beside it.
func (c *cell) spread() float64 { return math.Sqrt(float64(c.size) * float64(c.size-1) / 2) }

// Unseen returns how many blocks may be of a kind that no executed block is of, with 95 % confidence: by the
// rule of three, 3 of n in a region of which n are drawn.
func (p *Plan) Unseen() int {
	most := 0.
	for _, region := range p.regions {
		if size := sizeOf(region); len(region) < size {
			most = max(most, float64(size)*unseenFactor/float64(len(region)))
		}
	}
	return min(int(math.Ceil(most)), p.Blocks())
}
