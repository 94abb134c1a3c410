package roofline

// This file bounds the time of a launch from below.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/arch"
)

// Model names the kind of time LowerBound gives, for reports.
const Model = "throughput bound"

// Work is what a launch did, summed over all its blocks.
type Work struct {
	Blocks        int // in the grid
	ResidentWarps int // that an SM holds at a time

	WarpInstructions uint64
	SharedWavefronts uint64
	ConstRequests    uint64
	L1Bytes          uint64 // between the SMs and their L1, or what follows where there is none
	// L2Bytes is the least that crosses between the SMs and L2: all that is
	// stored, and each distinct sector that is loaded, once.
	L2Bytes uint64
	// DRAMBytes is the least that crosses between L2 and memory when caches start
	// cold: each distinct sector that is loaded, and what is stored beyond the
	// size of L2.
	DRAMBytes uint64
}

// Roof is one resource, and the cycles a launch takes if only that is scarce.
type Roof struct {
	Resource string
	Cycles   float64
	Load     string // how much of what at which rate, in words
}

// Time is a lower bound.
type Time struct {
	Cycles       float64
	Microseconds float64
	LaunchCycles float64 // of Cycles, what an empty launch takes
	Roofs        []Roof  // slowest first; resources that do nothing are left out
}

// roofs computes each resource's bound. A device whose Spec does not know a
// rate has no such roof.
var roofs = []func(*arch.Spec, *Work) Roof{issueRoof, sharedRoof, constRoof, l1Roof, l2Roof, dramRoof}

// LowerBound returns the least time w takes on a device: what an empty launch
// takes, and the slowest resource.
func LowerBound(s *arch.Spec, w Work) Time {
	t := Time{LaunchCycles: s.Rates.LaunchCycles}
	for _, roof := range roofs {
		r := roof(s, &w)
		if r.Cycles > 0 && !math.IsInf(r.Cycles, 0) {
			t.Roofs = append(t.Roofs, r)
		}
	}
	slices.SortStableFunc(t.Roofs, func(a, b Roof) int { return cmp.Compare(b.Cycles, a.Cycles) })
	t.Cycles = t.LaunchCycles
	if len(t.Roofs) > 0 {
		t.Cycles += t.Roofs[0].Cycles
	}
	t.Cycles = math.Ceil(t.Cycles)
	t.Microseconds = t.Cycles / float64(s.ClockMHz)
	return t
}

// Limit names what sets the bound.
func (t Time) Limit() string {
	if len(t.Roofs) == 0 || t.Roofs[0].Cycles < t.LaunchCycles {
		return "launch overhead"
	}
	return t.Roofs[0].Resource
}

// Sentence says in words what sets the bound.
func (t Time) Sentence() string {
	launch := fmt.Sprintf("an empty launch takes %.0f of the %.0f cycles", t.LaunchCycles, t.Cycles)
	if len(t.Roofs) == 0 {
		return t.Limit() + ": " + launch
	}
	top := t.Roofs[0]
	work := fmt.Sprintf("%s takes %.0f cycles", top.Load, math.Ceil(top.Cycles))
	if t.Limit() == top.Resource {
		return fmt.Sprintf("%s: %s; %s", top.Resource, work, launch)
	}
	return fmt.Sprintf("%s: %s; next is %s: %s", t.Limit(), launch, top.Resource, work)
}

// busiestShare is the part of the work that the SM with most blocks does.
// Blocks are taken to be alike: the report of a launch knows only their sum.
func busiestShare(s *arch.Spec, w *Work) float64 {
	return float64((w.Blocks+s.SMs-1)/s.SMs) / float64(w.Blocks)
}

func issueRoof(s *arch.Spec, w *Work) Roof {
	rate := min(s.Rates.IssuePerCycle, float64(w.ResidentWarps))
	n := float64(w.WarpInstructions) * busiestShare(s, w)
	return Roof{"instruction issue", n / rate,
		fmt.Sprintf("%.0f warp instructions on the busiest SM at %.3g a cycle", n, rate)}
}

func sharedRoof(s *arch.Spec, w *Work) Roof {
	n := float64(w.SharedWavefronts) * busiestShare(s, w)
	return Roof{"shared memory", n * s.Rates.L1WavefrontCycles,
		fmt.Sprintf("%.0f wavefronts on the busiest SM at %.3g cycles each", n, s.Rates.L1WavefrontCycles)}
}

func constRoof(s *arch.Spec, w *Work) Roof {
	n := float64(w.ConstRequests) * busiestShare(s, w)
	return Roof{"constant memory", n * s.Rates.ConstRequestCycles,
		fmt.Sprintf("%.0f requests on the busiest SM at %.3g cycles each", n, s.Rates.ConstRequestCycles)}
}

func l1Roof(s *arch.Spec, w *Work) Roof {
	n := float64(w.L1Bytes) * busiestShare(s, w)
	return Roof{"L1", n / s.Rates.L1BytesPerCycle,
		fmt.Sprintf("%s on the busiest SM at %.3g bytes a cycle", bytes(n), s.Rates.L1BytesPerCycle)}
}

func l2Roof(s *arch.Spec, w *Work) Roof {
	return chipRoof(s, "L2", w.L2Bytes, s.Rates.L2BytesPerSecond)
}

func dramRoof(s *arch.Spec, w *Work) Roof {
	return chipRoof(s, "DRAM", w.DRAMBytes, s.Rates.DRAMBytesPerSecond)
}

// chipRoof is a resource that all SMs share.
func chipRoof(s *arch.Spec, name string, n uint64, perSecond float64) Roof {
	perCycle := perSecond / (float64(s.ClockMHz) * 1e6)
	return Roof{name, float64(n) / perCycle, fmt.Sprintf("%s at %s/s", bytes(float64(n)), bytes(perSecond))}
}

// bytes prints a size in decimal units, as bandwidths are quoted.
func bytes(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for n >= 1000 && i < len(units)-1 {
		n /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}
