package cpu

// This file bounds the time of a run from below.

import (
	"fmt"
	"math"

	"gpucourse/gpusim/report"
)

// Time is the least a run can take.
type Time struct {
	Cycles       float64 `json:"cycles"`
	Microseconds float64 `json:"microseconds"`
	Gflops       float64 `json:"gflops"` // operations in that time
	Bound        string  `json:"bound"`  // the part that decides
	Parts        []Part  `json:"parts"`
}

// String returns "at least 208 cycles, 0.21 µs, for L1 and memory: 0.48 Gflop/s
// at the most".
func (t Time) String() string {
	text := fmt.Sprintf("at least %s cycles, %s µs, for %s", report.Number(t.Cycles), report.Number(t.Microseconds), t.Bound)
	if t.Gflops > 0 {
		text += fmt.Sprintf(": %s Gflop/s at the most", report.Number(t.Gflops))
	}
	return text
}

// Part is what one part of the machine needs for its share of the work.
type Part struct {
	Name   string  `json:"name"`
	Cycles float64 `json:"cycles"`
}

// bound takes the greatest of what each part of the machine needs: they work at
// the same time.
func (s *Spec) bound(c *counts) Time {
	first := &c.levels[0]
	parts := []Part{
		{"arithmetic", math.Ceil(float64(c.flops) / s.FlopsPerCycle)},
		{"loads", math.Ceil(float64(first.LoadBytes) / s.LoadBytesPerCycle)},
		{"stores", math.Ceil(float64(first.StoreBytes) / s.StoreBytesPerCycle)},
	}
	hertz := float64(s.ClockMHz) * 1e6
	for i, n := range c.levels {
		name, rate := "memory", s.MemoryBytesPerSecond/hertz
		if i+1 < len(s.Levels) {
			name, rate = s.Levels[i+1].Name, s.Levels[i+1].BytesPerCycle
		}
		parts = append(parts, Part{s.Levels[i].Name + " and " + name, math.Ceil(float64(n.linesIn()+n.LinesOut) * float64(s.LineBytes) / rate)})
	}
	t := Time{Parts: parts}
	for _, p := range parts {
		if p.Cycles > t.Cycles {
			t.Cycles, t.Bound = p.Cycles, p.Name
		}
	}
	t.Microseconds = t.Cycles / hertz * 1e6
	if t.Cycles > 0 {
		t.Gflops = float64(c.flops) / t.Cycles * hertz / 1e9
	}
	return t
}
