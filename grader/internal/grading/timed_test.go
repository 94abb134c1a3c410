package grading

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// timedDouble is double with a goal in cycles.
func timedDouble() *rubric.Kernel {
	goal := rubric.Goal{
		Name: "cycles", Metrics: []string{rubric.CyclesElapsed}, Hint: "hurry",
		Limit: func(rubric.Size) float64 { return 100 },
	}
	k := double
	k.Goals = append([]rubric.Goal{goal}, k.Goals...)
	k.TimedSize = rubric.Size{7}
	return &k
}

// slowLines are two lines: the first executes more, the second takes longer.
var slowLines = []simulator.Line{
	{At: verdict.Position{File: "kernel.go", Line: 3}, Metric: metrics(map[string]float64{rubric.WarpInstructions: 50, rubric.LatencyPerInst: 2})},
	{At: verdict.Position{File: "kernel.go", Line: 5}, Metric: metrics(map[string]float64{
		rubric.WarpInstructions: 10, rubric.LatencyPerInst: 30,
		"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio": 20,
		"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio":    4,
	})},
}

// TestGoalsInCycles: one launch, of the size for time, counts cycles, and feedback on a
// missed goal names the slowest line and what its warps waited for.
func TestGoalsInCycles(t *testing.T) {
	var timed []int
	f := &fake{counters: simulator.Counters{Metric: metrics(map[string]float64{rubric.CyclesElapsed: 150}), Lines: slowLines}}
	f.run = func(l *simulator.Launch) error {
		if _, _, n := doubled(l); l.Measure == simulator.Cycles {
			timed = append(timed, n)
		}
		return nil
	}
	kernel := timedDouble()
	trial := &trial{kernel: kernel, program: f, options: &Grader{}, sizes: kernel.Sizes}
	_, missed, wrong := trial.run()
	if wrong != nil {
		t.Fatal(wrong)
	}
	if len(timed) != 1 || timed[0] != 7 {
		t.Errorf("got launches with cycles of sizes %v, want one of size 7", timed)
	}
	if len(missed) != 1 || missed[0].At.Line != 5 {
		t.Fatalf("got %v, want one goal missed, on line 5", missed)
	}
	for _, part := range []string{"150 cycles, limit 100", "n = 7", "75 %", "longest in barrier: 20 "} {
		if text := missed[0].String(); !strings.Contains(text, part) {
			t.Errorf("got %s\nwant %q in it", text, part)
		}
	}
}

// TestTimedLaunchMustBeRight: a wrong result of the timed launch is a wrong result.
func TestTimedLaunchMustBeRight(t *testing.T) {
	f := &fake{run: func(l *simulator.Launch) error {
		out, _, n := doubled(l)
		if n == 7 {
			out[6] = 0
		}
		return nil
	}}
	kernel := timedDouble()
	_, _, wrong := (&trial{kernel: kernel, program: f, options: &Grader{}, sizes: kernel.Sizes}).run()
	if wrong == nil || !strings.Contains(wrong.Title, "out[6]") || !strings.Contains(wrong.String(), "n = 7, seed 0, run 1 of 2\n") {
		t.Errorf("got %v, want out[6] to be wrong", wrong)
	}
}

// TestExplanationTakesTheGradedLaunch: a kernel and its explanation have one timed launch; an
// explanation that is graded by itself makes the same one.
func TestExplanationTakesTheGradedLaunch(t *testing.T) {
	const src = `package double

import "gpucourse/gpusim/plan"

func Double(out, in []float32, n int) {}

var report = plan.ReportOf(Double)

var Explanation = plan.Calls{report.LimitedBy("DRAM")}
`
	kernel := *timedDouble()
	e := rubric.Exercise{Name: "P1_image", Package: "double", Kernels: []rubric.Kernel{kernel}, Plans: []rubric.Plan{{Name: "Explanation", Explains: "Double"}}}
	folder := handIn(t, source.KernelFile, src)
	var launches []string
	counters := simulator.Counters{Metric: metrics(map[string]float64{rubric.CyclesElapsed: 50})}
	g := Grader{Untouched: true, Simulator: &fake{counters: counters, run: func(l *simulator.Launch) error {
		if l.Measure == simulator.Cycles {
			launches = append(launches, fmt.Sprint(l.Grid, l.Block, l.Room, l.Args[1:]))
		}
		doubled(l)
		return nil
	}}}
	for _, only := range [][]string{nil, {"Explanation"}} {
		g.Only = only
		for _, v := range g.Grade(&e, folder) {
			if v.Kernel == "Explanation" && (v.Feedback == nil || !strings.Contains(v.Feedback[0].Title, "does not say that the limit is DRAM")) {
				t.Errorf("got %v, want the claim judged", v)
			}
		}
	}
	if len(launches) != 2 || launches[0] != launches[1] {
		t.Errorf("got %d timed launches, want the same one twice:\n%s", len(launches), strings.Join(launches, "\n"))
	}
}
