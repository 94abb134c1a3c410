package timing

import "math"

// This file says where SMs and slices of L2 are: how far from each other.

// placeSMs finds how much later or earlier L2 answers each SM than the first of its group.
func (c *chip) placeSMs() {
	k := &c.Spec.Clock.Memory
	c.late = make([]int64, c.Spec.SMs)
	if c.Ideal.Latency || c.groups == nil {
		return
	}
	size, seen := make([]int, len(c.groups)), make([]int, len(c.groups))
	for i := range c.late {
		size[c.Spec.GPCOf(i)]++
	}
	for i := range c.late {
		g, places := c.Spec.GPCOf(i), k.L2Places[0]
		if size[g] > c.Spec.Clusters.SMs {
			places = k.L2Places[1]
		}
		if pair := seen[g] / 2; pair < len(places) {
			c.late[i] = int64(places[pair])
		}
		seen[g]++
	}
}

// placeSlices finds how much later or earlier slices answer loads: any time within L2Spread is
// as likely (distance: lines), and neighbours differ.
func (c *chip) placeSlices() {
	c.farther = make([]int64, len(c.slices))
	most := float64(c.Spec.Clock.Memory.L2Spread)
	if c.Ideal.Latency {
		most = 0
	}
	for i := range c.farther {
		_, part := math.Modf(float64(i) * math.Phi)
		c.farther[i] = int64(math.Round(most * (2*part - 1)))
	}
}
