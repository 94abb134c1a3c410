package rules

// This file estimates what a remedy gains.

import (
	"fmt"

	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// relief is what a remedy saves of a launch, as parts of what it has.
type relief struct {
	stalls [trace.NumStallReasons]float64 // of the cycles that warps wait for each reason
	issue  float64                        // of the instructions
	busy   [trace.NumResources]float64    // of the cycles in which each resource is busy
	// spread is how many times as many warps hide the latency, or share the work. 0: once.
	spread float64
	// question is the name of the what-if launch that has no such fault; empty: there is none.
	question string
}

// wait adds a part of the cycles of some stall reasons.
func (r *relief) wait(part float64, reasons ...trace.StallReason) {
	for _, reason := range reasons {
		r.stalls[reason] = max(r.stalls[reason], part)
	}
}

// work adds a part of the work of some resources.
func (r *relief) work(part float64, resources ...trace.Resource) {
	for _, resource := range resources {
		r.busy[resource] = max(r.busy[resource], part)
	}
}

// all adds a part of everything that warps do and wait for.
func (r *relief) all(part float64) {
	r.issue = part
	for reason := range r.stalls {
		r.stalls[reason] = max(r.stalls[reason], part)
	}
	r.work(part, trace.IssueSlots, trace.ALUPipe, trace.FMAPipe, trace.FP64Pipe, trace.XUPipe)
}

// The bases of estimates.
const (
	fromWhatIf   = "a launch without it"
	fromCounters = "the counters, the stalls and the busiest unit"
)

// gain is the speedup of a relief and what it is estimated from.
func (l *facts) gain(r *relief) (float64, string) {
	for _, w := range l.WhatIf {
		if w.Name == r.question && w.Cycles > 0 {
			return max(1, l.Time.Cycles/float64(w.Cycles)), fromWhatIf
		}
	}
	return l.speedup(r), fromCounters
}

// speedup estimates how many times as fast the launch is with a relief. After what an empty
// launch takes, two things bound its time: the cycles of its warps, which shrink as what they
// wait for and issue shrinks, and the busiest resource. No work takes less than one way to L2.
func (l *facts) speedup(r *relief) float64 {
	floor := min(l.work(), float64(l.Spec.Clock.Memory.L2))
	left := max(floor, l.work()*l.warpsLeft(r)/max(1, r.spread), l.busiestLeft(r))
	return max(1, l.Time.Cycles/(l.Time.Cycles-l.work()+left))
}

// work is the cycles of the launch beyond those of an empty one.
func (l *facts) work() float64 { return max(1, l.Time.Cycles-l.Time.LaunchCycles) }

// warpsLeft is the part of the warps' cycles that a relief leaves. Warps that wait at a barrier
// wait for what others do, and warps that are not selected for what others issue: these waits
// shrink as the rest does.
func (l *facts) warpsLeft(r *relief) float64 {
	before, left, following := float64(l.warps.Issued), float64(l.warps.Issued)*(1-r.issue), 0.0
	for reason, n := range l.warps.Stalls {
		cycles := float64(n)
		switch own := r.stalls[reason]; {
		case own == 0 && (reason == int(trace.Barrier) || reason == int(trace.NotSelected)):
			following += cycles
		default:
			before, left = before+cycles, left+cycles*(1-own)
		}
	}
	return (left + following*left/max(1, before)) / l.warpCycles
}

// busiestLeft is the cycles in which the busiest resource is busy with a relief.
func (l *facts) busiestLeft(r *relief) (most float64) {
	for resource, busy := range l.Time.Timing.Busy {
		most = max(most, busy*(1-r.busy[resource]))
	}
	return most
}

// facts is a report with the sums that rules ask for.
type facts struct {
	*report.Report
	warps      trace.InstrCycles // of all instructions
	warpCycles float64           // issued and stalled
}

func newFacts(r *report.Report) *facts {
	l := &facts{Report: r}
	if l.timed() {
		for i := range r.Time.Timing.ByPC {
			l.warps.Plus(&r.Time.Timing.ByPC[i])
		}
	}
	l.warpCycles = max(1, float64(l.warps.Issued+l.warps.Stalled()))
	return l
}

// timed reports whether the launch was played cycle by cycle.
func (l *facts) timed() bool { return l.Time.Timing != nil }

// stalled is the part of the warps' cycles in some stall reasons; 0 where the launch was not timed.
func (l *facts) stalled(reasons ...trace.StallReason) (part float64) {
	for _, r := range reasons {
		part += float64(l.warps.Stalls[r]) / l.warpCycles
	}
	return part
}

// busy is the part of the launch's time in which a resource was busy; 0 where it was not timed.
func (l *facts) busy(r trace.Resource) float64 {
	if !l.timed() {
		return 0
	}
	return l.Time.Timing.Busy[r] / l.work()
}

// busiest is the resource that was busy for the largest part of the launch's time.
func (l *facts) busiest() (which trace.Resource, part float64) {
	for r := range trace.NumResources {
		if busy := l.busy(r); busy > part {
			which, part = r, busy
		}
	}
	return which, part
}

// waitingMost is the line on which warps wait longest for a reason.
func (l *facts) waitingMost(reason trace.StallReason) (line report.Line) {
	for _, candidate := range l.Lines {
		if candidate.Cost.Stalls[reason] > line.Cost.Stalls[reason] {
			line = candidate
		}
	}
	return line
}

// waitsFor finds warps that wait noticeably long for one reason, all of which the remedy relieves.
// where says in the text for what they wait, or at what.
func (l *facts) waitsFor(reason trace.StallReason, where, remedy string) (f finding, ok bool) {
	waits := l.stalled(reason)
	if waits < noticeable {
		return f, false
	}
	f.at = l.waitingMost(reason).Pos
	f.text = fmt.Sprintf("warps wait %.0f %% of their time %s", 100*waits, where)
	f.remedy = remedy
	f.relief.wait(1, reason)
	return f, true
}
