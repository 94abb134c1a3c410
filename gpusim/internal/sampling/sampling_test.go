package sampling

// This file draws blocks of grids whose totals are known.

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
)

// kinds are grids whose blocks do different work.
var kinds = []struct {
	name string
	grid arch.Dim3
	work func(x, y, z int, r *rand.Rand) float64
	most float64 // part of the blocks that may be executed
}{
	{"all the same", arch.Dim3{X: 100000, Y: 1, Z: 1}, func(_, _, _ int, _ *rand.Rand) float64 { return 7 }, 0.01},
	{"a last block that is not full", arch.Dim3{X: 5000, Y: 1, Z: 1}, func(x, _, _ int, _ *rand.Rand) float64 { return 7 - 3*float64(x/4999) }, 0.1},
	{"edges of a picture", arch.Dim3{X: 300, Y: 200, Z: 1}, func(x, y, _ int, _ *rand.Rand) float64 {
		if x == 0 || y == 0 || x == 299 || y == 199 {
			return 3
		}
		return 10
	}, 0.05},
	{"edges of a box", arch.Dim3{X: 50, Y: 40, Z: 30}, func(x, y, z int, _ *rand.Rand) float64 {
		if x == 0 || y == 0 || z == 29 {
			return 3
		}
		return 10
	}, 0.05},
	{"a grid that is too large", arch.Dim3{X: 40000, Y: 1, Z: 1}, func(x, _, _ int, _ *rand.Rand) float64 {
		if x < 23456 {
			return 100
		}
		return 2
	}, 0.05},
	{"three kinds in turn", arch.Dim3{X: 16384, Y: 1, Z: 1}, func(x, _, _ int, _ *rand.Rand) float64 {
		if x%3 == 1 {
			return 2
		}
		return 1
	}, 0.3},
	{"a triangle", arch.Dim3{X: 20000, Y: 1, Z: 1}, func(x, _, _ int, _ *rand.Rand) float64 { return float64(x) }, 0.1},
	{"half of a square", arch.Dim3{X: 400, Y: 400, Z: 1}, func(x, y, _ int, _ *rand.Rand) float64 {
		if x <= y {
			return 50
		}
		return 1
	}, 0.2},
	{"rows of random length", arch.Dim3{X: 100000, Y: 1, Z: 1}, func(_, _, _ int, r *rand.Rand) float64 { return 10 + 20*r.Float64() }, 0.2},
	{"rows with a long tail", arch.Dim3{X: 30000, Y: 1, Z: 1}, func(_, _, _ int, r *rand.Rand) float64 { return math.Exp(r.NormFloat64()) }, 0.5},
}

// sampled draws blocks until the plan has enough, and returns the estimate, its interval and the truth.
func sampled(grid arch.Dim3, work func(x, y, z int, r *rand.Rand) float64, seed uint64) (p *Plan, estimate, within, truth float64) {
	all, r := make([]float64, grid.Count()), rand.New(rand.NewPCG(seed, 1))
	for i := range all {
		all[i] = work(i%grid.X, i/grid.X%grid.Y, i/grid.X/grid.Y, r)
		truth += all[i]
	}
	p = New(grid, seed)
	for blocks := p.First(); len(blocks) > 0; blocks = p.Next(Budget{Least: 64, Most: len(all) / 2}) {
		for _, block := range blocks {
			p.Did(block, []float64{all[block]})
		}
	}
	var replicates [Groups]float64
	for _, w := range p.Weights() {
		estimate += w.Weight * all[w.Block]
		for g, x := range w.Replicates {
			replicates[g] += x * all[w.Block]
		}
	}
	return p, estimate, Within(estimate, replicates), truth
}

// TestIntervals: an estimate's interval has the truth in at least 90 % of many draws (it should in 95 %), and is narrow,
// with few blocks.
func TestIntervals(t *testing.T) {
	const draws = 40
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			missed, executed := 0, 0
			for seed := range uint64(draws) {
				p, estimate, within, truth := sampled(k.grid, k.work, seed+1)
				executed += len(p.Executed())
				if math.Abs(estimate-truth) > within+1e-9*truth {
					missed++
				}
				if within > 2*Target*truth && len(p.Executed()) < k.grid.Count()/4 {
					t.Errorf("seed %d: ±%.3g of %.6g", seed, within, truth)
				}
			}
			part := float64(executed) / draws / float64(k.grid.Count())
			t.Logf("%d of %d draws missed, %.3f of the blocks executed", missed, draws, part)
			if missed > draws/10 {
				t.Errorf("%d of %d intervals lack the truth", missed, draws)
			}
			if part > k.most {
				t.Errorf("%.3f of the blocks are executed", part)
			}
		})
	}
}

// TestWeights: in any grid, small ones too, the weights sum to the blocks, and no block is drawn twice.
func TestWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		grid := arch.Dim3{X: 1 + r.IntN(40), Y: 1 + r.IntN(6), Z: 1 + r.IntN(4)}
		p, _, _, _ := sampled(grid, func(x, _, _ int, r *rand.Rand) float64 { return float64(x) * r.Float64() }, r.Uint64())
		blocks := p.Executed()
		if n := len(slices.Compact(slices.Clone(blocks))); n != len(blocks) || blocks[len(blocks)-1] >= grid.Count() {
			t.Fatalf("%v: blocks %v", grid, blocks)
		}
		sum, replicates := 0., [Groups]float64{}
		for _, w := range p.Weights() {
			sum += w.Weight
			for g, x := range w.Replicates {
				replicates[g] += x
			}
		}
		for g, x := range append(replicates[:], sum) {
			if math.Abs(x-float64(grid.Count())) > 1e-6 {
				t.Fatalf("%v: the weights of replicate %d sum to %g, not %d", grid, g, x, grid.Count())
			}
		}
	}
}
