package report

// This file says how long a launch took and what held it up.

import (
	"cmp"
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/roofline"
	"gpucourse/gpusim/trace"
)

// Time is how long a launch took, cycle by cycle, or at least.
type Time struct {
	roofline.Time
	// Played is the clock's account; nil where the launch was only bounded.
	Played *trace.Timing
	busy   []share
	waits  []share
	issue  float64 // the part of the warps' time in which they issued
}

// share is a part of a launch's time.
type share struct {
	name, meaning string
	part          float64
}

// Models of time.
const (
	ModelCycles = "cycles"
	ModelBound  = roofline.Model
)

// newTime is the time of a launch.
func newTime(run *Run, bound roofline.Time) Time {
	t := Time{Time: bound}
	if run.Clock == nil {
		return t
	}
	t.Played = run.Clock
	t.Cycles = float64(run.Clock.Cycles)
	t.Microseconds = t.Cycles / float64(run.Spec.ClockMHz)
	for i, busy := range run.Clock.Busy {
		t.busy = append(t.busy, share{name: trace.Resource(i).String(), part: busy / max(1, t.Cycles-t.LaunchCycles)})
	}
	t.waiting()
	byPart := func(a, b share) int { return cmp.Compare(b.part, a.part) }
	slices.SortStableFunc(t.busy, byPart)
	slices.SortStableFunc(t.waits, byPart)
	return t
}

// waiting sums what warps waited for.
func (t *Time) waiting() {
	var sum trace.InstrCycles
	all := 0.0
	for i := range t.Played.ByPC {
		sum.Plus(&t.Played.ByPC[i])
	}
	for _, n := range sum.Stalls {
		all += float64(n)
	}
	all += float64(sum.Issued)
	for r, n := range sum.Stalls {
		why := trace.StallReason(r)
		t.waits = append(t.waits, share{why.String(), why.Meaning(), float64(n) / max(1, all)})
	}
	t.issue = float64(sum.Issued) / max(1, all)
}

// Model names the kind of time.
func (t Time) Model() string {
	if t.Played == nil {
		return ModelBound
	}
	return ModelCycles
}

// busyEnough is the part of the time from which on a resource is what limits a launch.
const busyEnough = 0.6

// Limit names what sets the time: the launch itself, a resource that is busy
// most of the time, or that warps wait and too few others can go on: latency.
func (t Time) Limit() string {
	switch {
	case t.Played == nil:
		return t.Time.Limit()
	case t.LaunchCycles > t.Cycles/2:
		return "launch overhead"
	case t.busy[0].part >= busyEnough:
		return t.busy[0].name
	}
	return "latency"
}

// Sentence says in words what set the time.
func (t Time) Sentence() string {
	if t.Played == nil {
		return t.Time.Sentence()
	}
	launch := fmt.Sprintf("an empty launch takes %s of the %s cycles", Number(t.LaunchCycles), Number(t.Cycles))
	busy := fmt.Sprintf("%s busy %.0f %% of the time", t.busy[0].name, 100*t.busy[0].part)
	waits := fmt.Sprintf("warps spent %.0f %% of their time in %s (%s)", 100*t.waits[0].part, t.waits[0].name, t.waits[0].meaning)
	switch limit := t.Limit(); limit {
	case "launch overhead":
		return limit + ": " + launch + "; then " + waits
	case "latency":
		return limit + ": " + waits + "; " + busy
	}
	return busy + "; " + waits
}

// Waves says how the time of a big grid was found; nothing when every block was
// played.
func (t Time) Waves() string {
	if t.Played == nil || t.Played.Waves.Total == 0 {
		return ""
	}
	w := t.Played.Waves
	return fmt.Sprintf("%s of %s blocks were played cycle by cycle; the rest are taken to be like the last waves of them, which differ by %.1f %% (-full plays all)",
		Number(float64(w.Played)), Number(float64(w.Total)), 100*w.Spread)
}

// Rounds says which part of the cycles was played; nothing when all were.
func (t Time) Rounds() string {
	if t.Played == nil || t.Played.Loops.Cycles == 0 {
		return ""
	}
	r := t.Played.Loops
	return fmt.Sprintf("%s of %s cycles were not played: in them warps go round a loop as before, where the pace differed by %.1f %% (-full plays all)",
		Number(float64(r.Cycles)), Number(t.Cycles), 100*r.Spread)
}

// atLeast is what stands before a bound.
func (t Time) atLeast() string {
	if t.Played == nil {
		return "at least "
	}
	return ""
}

// String is the time in microseconds and what set it.
func (t Time) String() string {
	return fmt.Sprintf("%s%s µs: %s", t.atLeast(), Number(t.Microseconds), t.Sentence())
}
