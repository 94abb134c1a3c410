package sampling

// This file weighs the blocks that were executed.

import "math"

// Weights is for how many blocks of the grid an executed one stands.
type Weights struct {
	Block int
	// Weight is that of the estimate, Replicates those of the replicates.
	Weight     float64
	Replicates [Groups]float64
}

// Weights returns the weights of all executed blocks.
func (p *Plan) Weights() (list []Weights) {
	for _, block := range p.fixed {
		list = append(list, weigh(block, 1))
	}
	for _, region := range p.regions {
		first := len(list)
		for i := range region {
			list = append(list, weigh(region[i].drawn, float64(region[i].size)))
		}
		p.replicate(region, list[first:])
	}
	return list
}

// weigh returns the weights of a block before replicates differ.
func weigh(block int, weight float64) Weights {
	w := Weights{Block: block, Weight: weight}
	for g := range w.Replicates {
		w.Replicates[g] = weight
	}
	return w
}

// replicate lets each cell give and take weight with the cell beside it in one replicate, as much as makes the sum of
// squares over the replicates the variance of the sum. The signs are random, so that a trend does not add up.
func (p *Plan) replicate(region []cell, list []Weights) {
	scale := math.Sqrt(Groups / (Groups - 1.))
	for i := range region {
		by := scale * region[i].spread()
		if p.random.IntN(2) == 0 {
			by = -by
		}
		g := p.random.IntN(Groups)
		list[i].Replicates[g] += by
		list[beside(region, i)].Replicates[g] -= by
	}
}

// Within returns the half width of the 95 % interval of an estimate, by its values in the replicates.
func Within(estimate float64, replicates [Groups]float64) float64 {
	sum := 0.
	for _, x := range replicates {
		sum += (x - estimate) * (x - estimate)
	}
	return Quantile * math.Sqrt((Groups-1.)/Groups*sum)
}
