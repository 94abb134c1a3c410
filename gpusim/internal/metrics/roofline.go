package metrics

// This file bounds the time of a launch from below: it divides what the launch issued and moved
// by the sustained rate of each resource. The launch takes at least as long as its slowest
// resource and an empty launch together. Latencies, stalls, the order of warps and contention
// between resources add to that.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// work is what a launch did, summed over all its blocks.
type work struct {
	Blocks        int // in the grid
	ResidentWarps int // that an SM holds at the same time

	WarpInstructions uint64
	SharedWavefronts uint64
	ConstRequests    uint64
	L1Bytes          uint64 // between the SMs and L1, or the next level on a device without L1
	// L2Bytes is the least traffic between the SMs and L2: all stores, and each distinct
	// sector that is loaded once.
	L2Bytes uint64
	// DRAMBytes is the least traffic between L2 and DRAM with cold caches: each distinct
	// sector that is loaded, and stores beyond the size of L2.
	DRAMBytes uint64
}

// roofs computes the bound of each resource. A resource whose rate is not known has none.
var roofs = []func(*arch.Spec, *work) report.Roof{issueRoof, sharedRoof, constRoof, l1Roof, l2Roof, dramRoof}

// lowerBound returns the least time of w on a device: an empty launch and the slowest resource.
func lowerBound(s *arch.Spec, w work) report.Time {
	t := report.Time{LaunchCycles: s.Rates.LaunchCycles}
	for _, roof := range roofs {
		r := roof(s, &w)
		if r.Cycles > 0 && !math.IsInf(r.Cycles, 0) {
			t.Roofs = append(t.Roofs, r)
		}
	}
	slices.SortStableFunc(t.Roofs, func(a, b report.Roof) int { return cmp.Compare(b.Cycles, a.Cycles) })
	t.Cycles = t.LaunchCycles
	if len(t.Roofs) > 0 {
		t.Cycles += t.Roofs[0].Cycles
	}
	t.Cycles = math.Ceil(t.Cycles)
	t.Microseconds = t.Cycles / float64(s.ClockMHz)
	return t
}

// busiestShare is the part of the work that the SM with most blocks does.
// Blocks are taken to be alike: the report of a launch knows only their sum.
func busiestShare(s *arch.Spec, w *work) float64 {
	return float64(padding.Units(w.Blocks, s.SMs)) / float64(w.Blocks)
}

func issueRoof(s *arch.Spec, w *work) report.Roof {
	rate := min(s.Rates.IssuePerCycle, float64(w.ResidentWarps))
	n := float64(w.WarpInstructions) * busiestShare(s, w)
	return report.Roof{Resource: "instruction issue", Cycles: n / rate, Load: fmt.Sprintf("%.0f warp instructions on the busiest SM at %.3g a cycle", n, rate)}
}

func sharedRoof(s *arch.Spec, w *work) report.Roof {
	n := float64(w.SharedWavefronts) * busiestShare(s, w)
	return report.Roof{Resource: "shared memory", Cycles: n * s.Rates.L1WavefrontCycles, Load: fmt.Sprintf("%.0f wavefronts on the busiest SM at %.3g cycles each", n, s.Rates.L1WavefrontCycles)}
}

func constRoof(s *arch.Spec, w *work) report.Roof {
	n := float64(w.ConstRequests) * busiestShare(s, w)
	return report.Roof{Resource: "constant memory", Cycles: n * s.Rates.ConstRequestCycles, Load: fmt.Sprintf("%.0f requests on the busiest SM at %.3g cycles each", n, s.Rates.ConstRequestCycles)}
}

func l1Roof(s *arch.Spec, w *work) report.Roof {
	n := float64(w.L1Bytes) * busiestShare(s, w)
	return report.Roof{Resource: "L1", Cycles: n / s.Rates.L1BytesPerCycle, Load: fmt.Sprintf("%s on the busiest SM at %.3g bytes a cycle", byteText(n), s.Rates.L1BytesPerCycle)}
}

func l2Roof(s *arch.Spec, w *work) report.Roof {
	return chipRoof(s, "L2", w.L2Bytes, s.Rates.L2BytesPerSecond)
}

func dramRoof(s *arch.Spec, w *work) report.Roof {
	return chipRoof(s, "DRAM", w.DRAMBytes, s.Rates.DRAMBytesPerSecond)
}

// chipRoof is a resource that all SMs share.
func chipRoof(s *arch.Spec, name string, n uint64, perSecond float64) report.Roof {
	perCycle := perSecond / (float64(s.ClockMHz) * 1e6)
	return report.Roof{Resource: name, Cycles: float64(n) / perCycle, Load: fmt.Sprintf("%s at %s/s", byteText(float64(n)), byteText(perSecond))}
}

// byteText prints a size in decimal units, as bandwidths are quoted.
func byteText(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for n >= 1000 && i < len(units)-1 {
		n /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}
