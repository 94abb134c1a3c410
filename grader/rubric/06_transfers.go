package rubric

// This file is the row of exercise 06.

import (
	"fmt"
	"slices"
	"time"

	"gpucourse/gpusim/plan"
)

// transfers is exercise 06: plans of copies and kernels in streams. The limits lie between
// plans that overlap the work and plans with one stream.
var transfers = Exercise{
	Name:    "06_transfers",
	Package: "transfers",
	Device:  "Tesla K20c",
	Plans: []Plan{
		{
			Name: "Overlap", Form: Improve, Devices: []string{"Tesla K20c"}, Checks: []PlanCheck{everyChunk, inTurn},
			Goals: []PlanGoal{{Name: "µs until all is done", Count: (*plan.Outcome).Micros, Limit: 320,
				Hint: "work in one stream runs in order; give each chunk a stream of its own, so that one is copied while another is computed"}},
		},
		{
			Name: "OneQueue", Form: Improve, Devices: []string{"Tesla C2050"}, Checks: []PlanCheck{everyChunk, inTurn},
			Goals: []PlanGoal{{Name: "µs until all is done", Count: (*plan.Outcome).Micros, Limit: 550,
				Hint: "a copy out waits for its kernel, and everything issued after it waits behind it in the queue: issue first what can begin at once"}},
		},
		{
			Name: "Engines", Form: Improve, Devices: []string{"Tesla K20c"}, Checks: []PlanCheck{everyChunk, inTurn},
			Goals: []PlanGoal{{Name: "µs until all is done", Count: (*plan.Outcome).Micros, Limit: 320,
				Hint: "a kernel needs its own chunk, not all of them: record an event after each copy, and wait for this event"}},
		},
		{
			Name: "Halo", Form: Blank, Devices: []string{"Tesla K20c"}, Checks: []PlanCheck{everyChunk, inTurn, nextIsThere},
			Goals: []PlanGoal{{Name: "µs until all is done", Count: (*plan.Outcome).Micros, Limit: 350,
				Hint: "a kernel waits for one copy beside its own chunk's: while it runs, the chunks behind can come in and those before go out"}},
		},
	},
}

// stages are the calls that each chunk needs, in order.
var stages = []string{"CopyIn", "Compute", "CopyOut"}

// everyChunk checks that each stage of each chunk is called once.
var everyChunk = PlanCheck{
	Hint: "each chunk is to be copied in, computed and copied out, once",
	Wrong: func(o *plan.Outcome) string {
		for chunk := range plan.Chunks {
			for _, stage := range stages {
				if n := len(stepsOf(o, stage, chunk)); n != 1 {
					return fmt.Sprintf("%s of chunk %d is called %d times", stage, chunk, n)
				}
			}
		}
		return ""
	},
}

// inTurn checks that each stage of a chunk begins after the previous stage has ended.
var inTurn = PlanCheck{
	Hint: "work of one stream runs in order; between streams only events, and the default stream, keep an order",
	Wrong: func(o *plan.Outcome) string {
		for chunk := range plan.Chunks {
			for i, stage := range stages[1:] {
				before, after := stepsOf(o, stages[i], chunk)[0], stepsOf(o, stage, chunk)[0]
				if after.Span.Start < before.Span.End {
					return fmt.Sprintf("%v begins after %.1f µs, %v ends after %.1f: it works on data that is not there yet",
						after.Call, micros(after.Span.Start), before.Call, micros(before.Span.End))
				}
			}
		}
		return unordered(o)
	},
}

// unordered says which stage of a chunk nothing makes wait for the one before it, though it happened
// to come later; "" is none.
func unordered(o *plan.Outcome) string {
	known := knownBefore(o)
	for _, later := range o.Steps() {
		at := slices.Index(stages, later.Call.Name)
		if at < 1 {
			continue
		}
		if earlier := stepsOf(o, stages[at-1], later.Chunk)[0].Call.String(); !slices.Contains(known[later.Call.String()], earlier) {
			return fmt.Sprintf("nothing makes %v wait for %s: it came later by chance, and would not if that took longer", later.Call, earlier)
		}
	}
	return ""
}

// knownBefore returns by call the calls that streams and events order before it. A call in the
// default stream comes after all others issued before it, and before all issued after it.
func knownBefore(o *plan.Outcome) map[string][]string {
	known, streams, events := map[string][]string{}, map[plan.Thread][]string{}, map[any][]string{}
	var all, byDefault []string
	for _, a := range o.Answers {
		c := a.Call
		before := slices.Concat(streams[c.Thread], byDefault)
		if c.Thread == plan.Thread("default") {
			before = slices.Clone(all)
		}
		switch c.Name {
		case "Wait":
			before = append(before, events[c.Args[0]]...)
		case "Record":
			events[c.Args[0]] = before
		default:
			known[c.String()] = before
			before = append(slices.Clone(before), c.String())
			all = append(all, c.String())
		}
		if streams[c.Thread] = before; c.Thread == plan.Thread("default") {
			byDefault = before
		}
	}
	return known
}

// stepsOf returns the steps of a chunk that call a stage.
func stepsOf(o *plan.Outcome, name string, chunk int) []plan.Step {
	var some []plan.Step
	for _, s := range o.Steps() {
		if s.Chunk == chunk && s.Call.Name == name {
			some = append(some, s)
		}
	}
	return some
}

func micros(t time.Duration) float64 { return float64(t) / float64(time.Microsecond) }

// nextIsThere checks that the kernel of a chunk begins after the next chunk has come, and waits for it.
var nextIsThere = PlanCheck{
	Hint: "an event that is recorded behind the copy of the next chunk lets the kernel's stream wait for it",
	Wrong: func(o *plan.Outcome) string {
		known := knownBefore(o)
		for chunk := range plan.Chunks - 1 {
			kernel, next := stepsOf(o, "Compute", chunk)[0], stepsOf(o, "CopyIn", chunk+1)[0]
			if kernel.Span.Start < next.Span.End || !slices.Contains(known[kernel.Call.String()], next.Call.String()) {
				return fmt.Sprintf("nothing makes %v wait for %v: it needs the first elements of chunk %d", kernel.Call, next.Call, chunk+1)
			}
		}
		return ""
	},
}
