package rules

// This file is the rules about instructions.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

var computeRules = []rule{
	{"Thread divergence", "divergence", (*facts).divergence},
	{"64-bit floats", "throughput", (*facts).doubles},
	{"Special functions", "throughput", (*facts).functions},
	{"Instruction cache misses", "loop unrolling", (*facts).code},
}

// lanesUsed is the metric of the lanes that are active, in percent.
const lanesUsed = "warp_execution_efficiency"

// divergence finds branches that lanes of a warp take differently.
func (l *facts) divergence() (f finding, ok bool) {
	active := l.count(lanesUsed) / 100
	if l.count("divergent_branch") == 0 || active > 1-noticeable {
		return f, false
	}
	var lost, most float64
	for _, line := range l.Lines {
		cycles := (1 - line.Metrics.Sum(lanesUsed)/100) * l.costOf(&line)
		lost += cycles
		if cycles > most {
			most, f.at = cycles, line.Pos
		}
	}
	f.text = fmt.Sprintf("on average %s of %d lanes of a warp are active: lanes take different branches, one after another", report.Number(active*float64(l.Spec.WarpSize)), l.Spec.WarpSize)
	f.remedy = "Let all lanes of a warp take the same branch: decide by warp and not by lane, or let the threads that work be neighbours"
	f.relief.all(lost)
	return f, true
}

// costOf is the part of the warps' cycles on a line; of their instructions where there is no time.
func (l *facts) costOf(line *report.Line) float64 {
	if !l.timed() {
		return share(line.Metrics.Sum(instructions), l.count(instructions))
	}
	return float64(line.Cost.Issued+line.Cost.Stalled()) / l.warpCycles
}

// doubles finds 64-bit arithmetic on devices with few units for it.
func (l *facts) doubles() (f finding, ok bool) {
	ops := l.Spec.Clock.Ops
	ratio := share(ops[arch.ClassDouble].Rate, ops[arch.ClassFloat].Rate)
	const few = 0.25
	if n := l.count("flop_count_dp"); n == 0 || ratio == 0 || ratio > few {
		return f, false
	}
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum("flop_count_dp") })
	f.at = line.Pos
	f.text = fmt.Sprintf("%s operations are on 64-bit floats, of which an SM does %s per cycle: 32-bit floats are %.0f times as fast", report.Number(l.count("flop_count_dp")), report.Number(ops[arch.ClassDouble].Rate), 1/ratio)
	f.remedy = "Use float32 where its 24 bits suffice, also for constants and functions"
	f.relief.work(1-ratio, trace.FP64Pipe)
	f.relief.wait(1-ratio, trace.MathThrottle, trace.Wait)
	return f, true
}

// functions finds launches that wait for the units of functions such as sines.
func (l *facts) functions() (f finding, ok bool) {
	which, busy := l.busiest()
	if which != trace.XUPipe || busy < busyEnough {
		return f, false
	}
	f.at = l.waitingMost(trace.MathThrottle).Pos
	f.text = fmt.Sprintf("the units for sines, exponentials, roots, quotients and conversions work %.0f %% of the time", 100*busy)
	f.remedy = "Use fewer or cheaper functions: gpu.FastSin and the like, a product with a reciprocal in place of a quotient, fewer conversions"
	f.relief.work(1, trace.XUPipe)
	f.relief.wait(1, trace.MathThrottle)
	return f, true
}

// code finds launches that wait for their code. No cache has it when a launch begins, so a short
// launch waits for short code, too.
func (l *facts) code() (f finding, ok bool) {
	remedy := "Let a launch do more, so that its code is loaded once for more work"
	if cold := &l.Spec.Clock.Cold; l.timed() && len(l.Time.Timing.ByPC)*cold.InstructionBytes > cold.CodeFirst+cold.CodeAhead {
		remedy += "; unroll loops less (//gpu:unroll 8)"
	}
	return l.waitsFor(trace.NoInstruction, "for instructions that are not in the instruction cache", remedy)
}
