package grader

import (
	"strings"
	"testing"
)

// timedDouble is double with a goal in cycles.
func timedDouble() *Kernel {
	k := double
	k.Goals = append([]Goal{cycles(100, "hurry")}, k.Goals...)
	k.Clocked = Size{7}
	return &k
}

// slowLines are two lines: the first executes more, the second takes longer.
var slowLines = []Line{
	{Place{File: "kernel.go", Line: 3}, metrics(map[string]float64{warpInstructions: 50, latencyOfInst: 2})},
	{Place{File: "kernel.go", Line: 5}, metrics(map[string]float64{
		warpInstructions: 10, latencyOfInst: 30,
		"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio": 20,
		"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio":    4,
	})},
}

// TestGoalsInCycles: cycles are counted on one launch, of the kernel's own size,
// and a miss names the line that took longest and what it waited for.
func TestGoalsInCycles(t *testing.T) {
	var clocked []int
	f := &fake{counters: Counters{Metric: metrics(map[string]float64{cyclesElapsed: 150}), Lines: slowLines}}
	f.run = func(l *Launch) error {
		if _, _, n := doubled(l); l.Clocked {
			clocked = append(clocked, n)
		}
		return nil
	}
	trial := &trial{kernel: timedDouble(), program: f}
	counters, wrong := trial.runAll()
	if wrong != nil {
		t.Fatal(wrong)
	}
	if len(clocked) != 1 || clocked[0] != 7 {
		t.Errorf("got launches with cycles of sizes %v, want one of size 7", clocked)
	}
	missed := trial.measure(counters)
	if len(missed) != 1 || missed[0].Place.Line != 5 {
		t.Fatalf("got %v, want one goal missed, on line 5", missed)
	}
	for _, part := range []string{"150 cycles, limit 100", "n = 7", "75 %", "longest in barrier: 20 "} {
		if text := missed[0].String(); !strings.Contains(text, part) {
			t.Errorf("got %s\nwant %q in it", text, part)
		}
	}
}

// TestClockedLaunchMustBeRight: what is quick and wrong where it is timed is wrong.
func TestClockedLaunchMustBeRight(t *testing.T) {
	f := &fake{run: func(l *Launch) error {
		out, _, n := doubled(l)
		if n == 7 {
			out[6] = 0
		}
		return nil
	}}
	if _, wrong := (&trial{kernel: timedDouble(), program: f}).runAll(); wrong == nil || !strings.Contains(wrong.Title, "out[6]") {
		t.Errorf("got %v, want out[6] to be wrong", wrong)
	}
}
