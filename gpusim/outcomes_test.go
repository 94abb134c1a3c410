package gpusim_test

// This file tests the outcomes of launches that memory may order in several ways.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// message passes a value by a flag, without a fence.
func message(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.StoreVolatile(&x[1], 1)
		return
	}
	out[0] = gpu.LoadVolatile(&x[1])
	out[1] = x[0]
}

// TestOutcomes: the outcomes of a small launch are listed, those of a large one refused.
func TestOutcomes(t *testing.T) {
	dev := open(t)
	x, out := gpusim.Must(gpusim.Malloc[int32](dev, 2)), gpusim.Must(gpusim.Malloc[int32](dev, 2))
	config := gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(1)}
	o, err := dev.Outcomes(message, config, x, out)
	if err != nil || len(o.List) < 3 {
		t.Errorf("got %v (%v), want at least three outcomes", o, err)
	}
	config.Grid = gpusim.Dim(200)
	_, err = dev.Outcomes(message, config, x, out)
	refused(t, "a launch of 200 threads", err, diag.NotExplored, "200")
}
