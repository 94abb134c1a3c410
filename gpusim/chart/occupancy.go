//go:build !js

package chart

// This file draws the three graphs of the occupancy calculator.

import (
	"fmt"

	"gpucourse/gpusim/occupancy"
)

// Occupancy draws how many warps an SM holds against the threads per block, the
// registers per thread and the shared memory per block, the kernel's own place
// marked. The pictures come in this order.
func Occupancy(device string, c occupancy.Curves) []*Picture {
	d := c.Block
	return []*Picture{
		occupancyCurve(device, "threads per block", 1, c.Threads, d.Threads,
			fmt.Sprintf("%d registers per thread, %d B shared per block", d.Registers, d.Shared)),
		occupancyCurve(device, "registers per thread", 1, c.Registers, d.Registers,
			fmt.Sprintf("%d threads and %d B shared per block", d.Threads, d.Shared)),
		occupancyCurve(device, "shared memory per block, KiB", 1024, c.Shared, d.Shared,
			fmt.Sprintf("%d threads per block, %d registers per thread", d.Threads, d.Registers)),
	}
}

// occupancyCurve draws one graph. unit is how much of what varies is one on the
// axis. A place between two steps is that of the next one.
func occupancyCurve(device, axis string, unit int, steps []occupancy.Step, here int, fixed string) *Picture {
	curve := Series{Name: device + ", " + fixed}
	mark := Series{Name: "this kernel", Mark: true}
	for _, s := range steps {
		at := Point{float64(s.Value) / float64(unit), float64(s.Occupancy.Warps)}
		curve.Points = append(curve.Points, at)
		if len(mark.Points) == 0 && s.Value >= here {
			mark.Points = append(mark.Points, Point{float64(here) / float64(unit), at.Y})
		}
	}
	return Curve(Plot{
		Title: "Warps on an SM against " + axis, X: Axis{Name: axis}, Y: Axis{Name: "warps an SM holds"},
		Series: []Series{curve, mark},
	})
}
