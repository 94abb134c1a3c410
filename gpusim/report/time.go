package report

// This file says how long a launch took and what limited it.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/trace"
)

// Time is how long a launch took: counted cycle by cycle, or bounded from below
// by the throughput of each resource.
type Time struct {
	Cycles       float64
	Microseconds float64
	LaunchCycles float64 // of Cycles, what an empty launch takes
	Roofs        []Roof  // resources that the launch uses, slowest first
	// Timing is the account of each cycle; nil where the launch was only bounded.
	Timing *trace.Timing
}

// Roof is one resource, and the cycles that a launch would take if only this
// resource were scarce.
type Roof struct {
	Resource string
	Cycles   float64
	Load     string // how much of what at which rate, in words
}

// The models of time.
const (
	ModelCycles = "cycles"
	ModelBound  = "throughput bound"
)

// Model names the model of time.
func (t Time) Model() string {
	if t.Timing == nil {
		return ModelBound
	}
	return ModelCycles
}

// share is a part of a launch's time.
type share struct {
	name, meaning string
	part          float64
}

// busiest is the resource that was busy for the largest part of the time after
// the launch overhead.
func (t Time) busiest() share {
	var busy []share
	for i, cycles := range t.Timing.Busy {
		busy = append(busy, share{name: trace.Resource(i).String(), part: cycles / max(1, t.Cycles-t.LaunchCycles)})
	}
	return largest(busy)
}

// commonestStall is the stall reason that warps spent most time in.
func (t Time) commonestStall() share {
	var sum trace.InstrCycles
	for i := range t.Timing.ByPC {
		sum.Plus(&t.Timing.ByPC[i])
	}
	return largest(stallsOf(&sum))
}

// stallsOf is the part of the time that warps spent in each stall reason.
func stallsOf(c *trace.InstrCycles) []share {
	all := float64(c.Issued + c.Stalled())
	var stalls []share
	for r, n := range c.Stalls {
		reason := trace.StallReason(r)
		stalls = append(stalls, share{reason.String(), reason.Meaning(), float64(n) / max(1, all)})
	}
	return stalls
}

// largest returns the first of the largest parts.
func largest(list []share) share {
	return slices.MaxFunc(list, func(a, b share) int { return cmp.Compare(a.part, b.part) })
}

// launchOverhead is the limit of a launch that takes hardly longer than an empty one.
const launchOverhead = "launch overhead"

// busyEnough is the part of the time from which on a busy resource limits a launch.
const busyEnough = 0.6

// Limit names what limits the launch: its overhead, a resource that is busy most
// of the time, or latency, when warps wait and too few others can issue.
func (t Time) Limit() string {
	switch {
	case t.Timing == nil:
		return t.boundLimit()
	case t.LaunchCycles > t.Cycles/2:
		return launchOverhead
	}
	if busiest := t.busiest(); busiest.part >= busyEnough {
		return busiest.name
	}
	return "latency"
}

func (t Time) boundLimit() string {
	if len(t.Roofs) == 0 || t.Roofs[0].Cycles < t.LaunchCycles {
		return launchOverhead
	}
	return t.Roofs[0].Resource
}

// Sentence says in words what limits the launch.
func (t Time) Sentence() string {
	if t.Timing == nil {
		return t.boundSentence()
	}
	launch := fmt.Sprintf("an empty launch takes %s of the %s cycles", Number(t.LaunchCycles), Number(t.Cycles))
	busiest, stall := t.busiest(), t.commonestStall()
	busy := fmt.Sprintf("%s busy %.0f %% of the time", busiest.name, 100*busiest.part)
	waits := fmt.Sprintf("warps spent %.0f %% of their time in %s (%s)", 100*stall.part, stall.name, stall.meaning)
	switch limit := t.Limit(); limit {
	case launchOverhead:
		return limit + ": " + launch + "; then " + waits
	case "latency":
		return limit + ": " + waits + "; " + busy
	}
	return busy + "; " + waits
}

func (t Time) boundSentence() string {
	launch := fmt.Sprintf("an empty launch takes %.0f of the %.0f cycles", t.LaunchCycles, t.Cycles)
	limit := t.boundLimit()
	if len(t.Roofs) == 0 {
		return limit + ": " + launch
	}
	top := t.Roofs[0]
	work := fmt.Sprintf("%s takes %.0f cycles", top.Load, math.Ceil(top.Cycles))
	if limit == top.Resource {
		return fmt.Sprintf("%s: %s; %s", top.Resource, work, launch)
	}
	return fmt.Sprintf("%s: %s; next is %s: %s", limit, launch, top.Resource, work)
}

// WaveSampling says how many blocks of a large grid were timed; it is empty when
// all were.
func (t Time) WaveSampling() string {
	if t.Timing == nil || t.Timing.Waves.Total == 0 {
		return ""
	}
	w := t.Timing.Waves
	return fmt.Sprintf("%s of %s blocks were played cycle by cycle; the rest are taken to be like the last waves of them, which differ by %.1f %% (-full plays all)",
		Number(float64(w.Played)), Number(float64(w.Total)), 100*w.Spread)
}

// LoopSampling says how many cycles were passed over because warps repeated the
// iterations of a loop; it is empty when none were.
func (t Time) LoopSampling() string {
	if t.Timing == nil || t.Timing.Loops.Cycles == 0 {
		return ""
	}
	r := t.Timing.Loops
	return fmt.Sprintf("%s of %s cycles were not played: in them warps go round a loop as before, where the pace differed by %.1f %% (-full plays all)",
		Number(float64(r.Cycles)), Number(t.Cycles), 100*r.Spread)
}

// AtLeast marks a bound as such.
func (t Time) AtLeast() string {
	if t.Timing == nil {
		return "at least "
	}
	return ""
}

// String returns the time in microseconds and what limits the launch.
func (t Time) String() string {
	return fmt.Sprintf("%s%s µs: %s", t.AtLeast(), Number(t.Microseconds), t.Sentence())
}

// WhatIf is the time that a launch would take on a device where something costs
// no time.
type WhatIf struct {
	Name    string  `json:"name"`
	Without string  `json:"without"` // what costs no time, in words
	Cycles  uint64  `json:"cycles"`
	Ratio   float64 `json:"ratio"` // of the launch's cycles
}

// String returns a sentence.
func (w WhatIf) String() string {
	return fmt.Sprintf("without %s: %.2f of the time (%s cycles)", w.Without, w.Ratio, Number(float64(w.Cycles)))
}
