package gpusim_test

// This file compares what observers hear of decisions with plain arithmetic.

import (
	"math"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/trace"
)

// decides compares data: lanes 8 to 31 come to the second comparison.
func decides(out, in []int32, a float32, n int) {
	i := gpu.ThreadIdx.X
	if i >= n {
		return
	}
	v := in[i]
	if v > 7 && v == 40 {
		out[i] = 1
	}
	if a < 2.5 {
		out[i] = 2
	}
	out[i] += max(v, 100)
}

// TestDecisions: an observer hears how far each lane's data are from the other outcome, and nothing
// of what does not depend on data.
func TestDecisions(t *testing.T) {
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	in := make([]int32, 32)
	for i := range in {
		in[i] = int32(i)
	}
	type heard struct {
		holds, lanes trace.Mask
		far          [32]float64
	}
	var all []heard
	observe := func() trace.Observer {
		return trace.Observer{Apart: func(d trace.Distance) { all = append(all, heard{d.Holds, d.Lanes, *d.Far}) }}
	}
	var arrays [2]*gpusim.Buffer[int32]
	for i, data := range [][]int32{make([]int32, 32), in} {
		if arrays[i], err = gpusim.Upload(dev, data); err != nil {
			t.Fatal(err)
		}
	}
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Options: gpusim.Options{Observe: observe}}
	if _, err := dev.Check(gpusim.Memcheck, decides, c, arrays[0], arrays[1], float32(1.25), 32); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]func(lane int) float64{
		"in[i] > 7":       func(lane int) float64 { return math.Abs(float64(lane) - 7) },
		"in[i] == 40":     func(lane int) float64 { return 40 - float64(lane) },
		"a < 2.5":         func(int) float64 { return 1.25 },
		"max(in[i], 100)": func(lane int) float64 { return 100 - float64(lane) },
	} {
		near := func(h heard) bool {
			for lanes := h.lanes; lanes != 0; lanes &= lanes - 1 {
				if lane := lanes.First(); math.Abs(h.far[lane]-want(lane)) > 1e-9 {
					return false
				}
			}
			return true
		}
		if !slices.ContainsFunc(all, near) {
			t.Errorf("%s: got %v, want a distance as the operands have", name, all)
		}
	}
	for _, h := range all {
		if h.far == [32]float64{} {
			t.Errorf("got a decision that any data change: %v", h)
		}
	}
	if reached := func(h heard) bool { return h.lanes == trace.MaskOf(8, 24) && h.holds == 0 }; !slices.ContainsFunc(all, reached) {
		t.Errorf("got %v, want a decision of lanes 8 to 31, which is false for all of them", all)
	}
}
