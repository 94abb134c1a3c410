package grading

// This file runs a compiled kernel on the sizes of the rubric and checks its results.

import (
	"fmt"
	"strings"
	"time"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Limits on the warp instructions of one launch: several times what the slowest stub
// needs.
const (
	instructionLimit      = 3_000_000
	timedInstructionLimit = 10_000_000
)

// deadline is a limit on the host's time for one launch, for what the limit on
// instructions does not bound. No machine that suits the course comes near it.
const deadline = time.Minute

// trial is one kernel that is run and measured.
type trial struct {
	kernel  *rubric.Kernel
	program simulator.Program
	options *Grader
	home    verdict.Position // of the kernel's func line
	passed  []string         // sizes with right results so far
}

// run returns feedback for the goals that the kernel misses, or for a wrong result.
func (t *trial) run() (missed []verdict.Feedback, wrong *verdict.Feedback) {
	var m measurement
	if m.counts, wrong = t.checkResults(); wrong != nil {
		return nil, wrong
	}
	if t.options.PassOrFail {
		if missed := t.missed(m); len(missed) > 0 {
			return missed, nil
		}
	}
	if t.kernel.IsTimed() {
		if m.cycles, wrong = t.check(t.kernel.SizeForTime(), rubric.Seeds[0], simulator.Cycles); wrong != nil {
			return nil, wrong
		}
	}
	return t.missed(m), nil
}

// checkResults runs every size with every seed until a result is wrong. It returns
// the counters of the last launch, which is of the largest size.
func (t *trial) checkResults() (counts *simulator.Counters, wrong *verdict.Feedback) {
	last := len(rubric.Seeds) - 1
	for i, size := range t.kernel.Sizes {
		for j, seed := range rubric.Seeds {
			measure := simulator.Results
			if i == len(t.kernel.Sizes)-1 && j == last {
				measure = simulator.Counts
			}
			if counts, wrong = t.check(size, seed, measure); wrong != nil {
				return nil, wrong
			}
		}
		t.passed = append(t.passed, t.kernel.Describe(size))
	}
	return counts, nil
}

// check runs one case and compares its arrays.
func (t *trial) check(size rubric.Size, seed uint64, measure simulator.Measure) (*simulator.Counters, *verdict.Feedback) {
	c := t.kernel.MakeCase(size, seed)
	l := t.launch(c, measure)
	counters, err := t.program.Launch(l)
	if err != nil {
		return nil, t.fault(c, seed, err)
	}
	for i, arg := range c.Args {
		a, ok := arg.(rubric.Checked)
		if !ok {
			continue
		}
		if m := a.Compare(l.Args[i], t.kernel.ULP); m != nil {
			return nil, t.wrongResult(c, seed, m, t.writer(c, measure, simulator.Element{Arg: i, Index: m.Index}))
		}
	}
	return counters, nil
}

// launch returns the launch of a case with the limits of the trial.
func (t *trial) launch(c *rubric.Case, measure simulator.Measure) *simulator.Launch {
	l := LaunchOf(c, measure)
	if measure < simulator.Cycles && t.options.Instructions > 0 {
		l.Instructions = t.options.Instructions
	}
	return l
}

// LaunchOf returns the launch of a case.
func LaunchOf(c *rubric.Case, measure simulator.Measure) *simulator.Launch {
	l := &simulator.Launch{
		Grid: c.Grid, Block: c.Block, Shared: c.Shared, Symbols: c.Symbols,
		Instructions: instructionLimit, Deadline: deadline, Measure: measure,
	}
	if measure == simulator.Cycles {
		l.Instructions = timedInstructionLimit
	}
	for _, a := range c.Args {
		l.Args = append(l.Args, a.Value())
	}
	return l
}

// writer runs a case again and returns the last writer of an element; nil when no
// thread wrote it, or when the second run fails.
func (t *trial) writer(c *rubric.Case, measure simulator.Measure, e simulator.Element) *simulator.Writer {
	l := t.launch(c, measure)
	l.Watch = &e
	counters, err := t.program.Launch(l)
	if err != nil {
		return nil
	}
	return counters.Writer
}

// inputs describes a case: sizes, scalars and seed.
func (t *trial) inputs(c *rubric.Case, seed uint64) []verdict.Note {
	parts := []string{t.kernel.Describe(c.Size)}
	for _, a := range c.Args {
		if text := a.Text(); text != "" && !strings.Contains(parts[0], text) {
			parts = append(parts, text)
		}
	}
	return []verdict.Note{
		{Label: "input", Text: fmt.Sprintf("%s, seed %d", strings.Join(parts, ", "), seed)},
		{Label: "launch", Text: c.Shape()},
	}
}

// passedNote lists the sizes with right results.
func (t *trial) passedNote() verdict.Note {
	return verdict.Note{Label: "passed", Text: strings.Join(t.passed, "; ")}
}

// fault explains a launch that the simulator stopped.
func (t *trial) fault(c *rubric.Case, seed uint64, err error) *verdict.Feedback {
	f := simulator.Feedback(err)
	f.Notes = append(f.Notes, t.inputs(c, seed)...)
	f.Notes = append(f.Notes, t.passedNote())
	return f
}
