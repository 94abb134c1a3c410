package grading

// This file runs a compiled kernel on the sizes of the rubric and checks its results.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/evidence"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Limits on the warp instructions of one launch: several times what the slowest stub
// needs. What they do not bound, the process bounds that grades: its processor time.
const (
	instructionLimit      = 3_000_000
	timedInstructionLimit = 10_000_000
	roofInstructionLimit  = evidence.Instructions
)

// orderBits of a seed of Launch.Shuffle are never all 0. The second says that block 0 is the last one.
const orderBits = 3

// trial is one kernel that is run and measured.
type trial struct {
	kernel  *rubric.Kernel
	program simulator.Program
	options *Grader
	home    verdict.Position  // of the kernel's func line
	seed    uint64            // of inputs, sizes and orders
	sizes   []rubric.Size     // the last is measured
	numbers *rubric.Constants // in the code of the kernel
	decided *decisions        // in the runs so far; nil where nobody knows
	sides   simulator.Sides   // that decisions on data have taken in the runs so far
	passed  []string          // sizes with right results so far
	// left holds the kernel's own variables after the last launch of a second run.
	left     simulator.Globals
	stateful bool        // a launch has left something in the kernel's own variables
	measured measurement // what was launched for the goals so far
	// difference is a part of the wrong array; nil when none was asked for.
	difference *verdict.Difference
}

// largest returns the size that goals on counters are measured on.
func (t *trial) largest() rubric.Size { return t.sizes[len(t.sizes)-1] }

// run returns the goals with what was measured and feedback on those that the kernel
// misses, or feedback on a wrong result.
func (t *trial) run() (goals []verdict.Goal, missed []verdict.Feedback, wrong *verdict.Feedback) {
	m := &t.measured
	if m.counts, wrong = t.checkSizes(t.sizes, t.largest(), simulator.Counts); wrong != nil {
		return nil, nil, wrong
	}
	if t.options.PassOrFail {
		if goals, missed := t.measure(); len(missed) > 0 {
			return goals, missed, nil
		}
	}
	if t.kernel.IsTimed() {
		if m.cycles, wrong = t.checkSizes(t.kernel.SizesForTime(t.seed), t.kernel.SizeForTime(), simulator.Cycles); wrong != nil {
			return nil, nil, wrong
		}
	}
	if goals, missed = t.measure(); len(missed) == 0 {
		wrong = t.checkLong()
	}
	return goals, missed, wrong
}

// run is one launch of a trial. All are checked alike, also those that are measured.
type run struct {
	size    rubric.Size
	draw    rubric.Draw
	measure simulator.Measure
	timed   bool // it is one of those for goals in cycles
	// limit is on its instructions; 0 is the usual limit. A launch that meets it is not judged, unless it must end.
	limit   uint64
	mustEnd bool
	// globals are the kernel's own variables as the launch before left them; nil are initial
	// values.
	globals simulator.Globals
}

// checkSizes makes the runs of every size until one is wrong, and then measures the first run
// of a size. Unless it is the size of a roof, that run is made for the checkers before: they find more where
// nothing is measured.
func (t *trial) checkSizes(sizes []rubric.Size, measured rubric.Size, measure simulator.Measure) (counted *simulator.Counters, wrong *verdict.Feedback) {
	timed := measure == simulator.Cycles
	for turn, size := range sizes {
		if wrong := t.checkSize(rubric.Shape{Size: size}, turn, timed); wrong != nil {
			return nil, wrong
		}
	}
	if !timed {
		if wrong := t.checkExtremes(len(sizes)); wrong != nil {
			return nil, wrong
		}
		for i, s := range t.decided.shapes(t.kernel, t.seed, measured) {
			if wrong := t.checkSize(s, len(sizes)+i, timed); wrong != nil {
				return nil, wrong
			}
		}
		if wrong := t.checkData(); wrong != nil {
			return nil, wrong
		}
		if wrong := t.checkState(measured); wrong != nil {
			return nil, wrong
		}
	}
	return t.check(t.newRun(measured, rubric.Draw{}, measure, timed))
}

// checkSize makes the runs of a size.
func (t *trial) checkSize(s rubric.Shape, turn int, timed bool) *verdict.Feedback {
	for n := range rubric.Runs {
		if _, wrong := t.check(t.newRun(s.Size, rubric.Draw{Run: n, Turn: turn, Wanted: s.Wanted}, simulator.Results, timed)); wrong != nil {
			return wrong
		}
	}
	t.passed = append(t.passed, t.kernel.Describe(s.Size))
	return nil
}

// bounds are where numbers are in the runs of checkExtremes: anywhere, all at the largest, all at the least, or those of every
// other series at their largest and the rest at their least.
var bounds = [...]rubric.Draw{{}, {Extreme: 1}, {Extreme: -1}, {Extreme: 1, Opposite: true}, {Extreme: -1, Opposite: true}}

// checkExtremes makes runs of a size with extents at their bounds, and numbers at theirs.
func (t *trial) checkExtremes(turn int) *verdict.Feedback {
	for i, d := range bounds {
		size := t.kernel.AtMost(t.seed, i)
		if d.Opposite {
			size = t.sizes[len(t.kernel.Sizes)-1] // the first that was drawn
			if len(t.kernel.MakeCase(size, d).Series) < 2 {
				break
			}
		}
		d.Run, d.Turn = 1, turn
		r := t.newRun(size, d, simulator.Results, false)
		r.limit, r.mustEnd = timedInstructionLimit, true // it may be as large as a size that is timed
		if _, wrong := t.check(r); wrong != nil {
			return wrong
		}
	}
	return nil
}

// newRun returns a run of a size. A second run finds the kernel's own variables as the one
// before it, of whatever size, has left them: a kernel is launched more than once.
func (t *trial) newRun(size rubric.Size, d rubric.Draw, measure simulator.Measure, timed bool) run {
	d.Seed, d.Constants = t.seed, t.numbers
	r := run{size: size, draw: d, measure: measure, timed: timed}
	if d.Run > 0 {
		r.globals = t.left
	}
	return r
}

// check makes a run, compares its arrays and looks at what checkers found.
func (t *trial) check(r run) (*simulator.Counters, *verdict.Feedback) {
	l := t.launch(r)
	t.decided.observe(l)
	counters, err := t.program.Launch(&l.Launch)
	if r.limit > 0 && !r.mustEnd && tooMuch(counters, err) {
		return nil, nil
	}
	if err != nil {
		return nil, t.fault(l, err)
	}
	if counters.Ended {
		return nil, t.ended(l, counters.Findings)
	}
	wrong, outside := t.compare(l)
	findings := counters.Findings
	if outside {
		findings = causes(findings, wrong.At.Line)
	}
	if len(findings) > 0 {
		return nil, t.unsound(l, findings, wrong)
	}
	if wrong == nil && counters.Stored != nil {
		wrong = t.storedAgain(l, *counters.Stored)
	}
	t.stateful = t.stateful || len(counters.Globals) > 0
	if r.measure == simulator.Results && (r.draw.Run > 0 || t.left == nil) {
		t.left = counters.Globals
	}
	return counters, wrong
}

// causes returns the findings that may cause an index out of range in a line: races. Other
// findings follow from it, because a thread with a wrong index also reads what it should not. A race
// of the same line is no cause: the thread with the wrong index takes part in it.
func causes(findings []simulator.Finding, line int) []simulator.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f simulator.Finding) bool {
		return f.Checker != gpusim.Racecheck.String() || f.At.Line == line
	})
}

// ended returns feedback on a launch that ended in a fault, the last of the findings.
func (t *trial) ended(l *launch, findings []simulator.Finding) *verdict.Feedback {
	fault := findings[len(findings)-1]
	return t.unsound(l, append(causes(findings, fault.At.Line), fault), nil)
}

// compare explains the first wrong element, if there is one, and says whether it lies outside
// of the result.
func (t *trial) compare(l *launch) (wrong *verdict.Feedback, outside bool) {
	for i, arg := range l.from.Args {
		a, ok := arg.(rubric.Checked)
		if !ok {
			continue
		}
		if m := a.Compare(l.Args[i], t.kernel.ULP); m != nil {
			if t.options.Differences {
				t.difference = t.around(l, i, m)
			}
			w := t.writer(l.run, simulator.Element{Arg: i, Index: m.Index})
			if m.Symptom == rubric.NotWritten && w != nil {
				m.Rewritten()
			}
			return t.wrongResult(l, m, w), m.Symptom == rubric.Outside
		}
	}
	return nil, false
}

// storedAgain explains a store to an element that must be left alone.
func (t *trial) storedAgain(l *launch, e simulator.Element) *verdict.Feedback {
	return t.wrongResult(l, rubric.StoredAgain(l.from.Args[e.Arg].(rubric.Checked), e.Index), t.writer(l.run, e))
}

// launch is a launch with the run and the case that it is made from.
type launch struct {
	simulator.Launch
	run  run
	from *rubric.Case
}

// launch returns the launch of a run with the limits of the trial. In a second run slices have
// their exact length, and blocks are in another order.
func (t *trial) launch(r run) *launch {
	c := t.kernel.MakeCase(r.size, r.draw)
	if r.draw.Run > 0 {
		c = c.Exact()
	}
	l := &launch{*LaunchOf(c, r.measure), r, c}
	l.Globals = r.globals
	if r.measure == simulator.Results {
		l.Sides = &t.sides
	}
	if r.draw.Run > 0 {
		l.Shuffle = t.seed&^orderBits | uint64(r.draw.Turn%2+1)
	}
	switch {
	case r.limit > 0:
		if l.Instructions = r.limit; t.options.Instructions > 0 {
			l.Instructions = min(l.Instructions, t.options.Instructions)
		}
	case r.measure == simulator.Cycles:
		l.Instructions = roofInstructionLimit
	case r.timed:
		l.Instructions = timedInstructionLimit
	case t.options.Instructions > 0:
		l.Instructions = t.options.Instructions
	}
	return l
}

// MeasuredCase returns the case that goals on counters are measured on when the kernel in a file
// is graded without a secret. It returns nil when the file cannot be read.
func MeasuredCase(k *rubric.Kernel, file string) *rubric.Case {
	s, unreadable := source.ReadFile(file)
	if unreadable != nil {
		return nil
	}
	seed := s.Seed(k.Name)
	sizes := k.SizesFor(seed)
	return k.MakeCase(sizes[len(sizes)-1], rubric.Draw{Seed: seed, Constants: s.Constants(k.Name)})
}

// LaunchOf returns the launch of a case.
func LaunchOf(c *rubric.Case, measure simulator.Measure) *simulator.Launch {
	l := &simulator.Launch{
		Grid: c.Grid, Block: c.Block, Shared: c.Shared, Room: c.Room, Symbols: c.Symbols,
		Instructions: instructionLimit, Measure: measure,
	}
	l.Kept = make([]func(int) bool, len(c.Args))
	for i, a := range c.Args {
		l.Args = append(l.Args, a.Value())
		checked, ok := a.(rubric.Checked)
		if !ok {
			continue
		}
		l.Kept[i] = checked.Kept
		if checked.Unset() {
			l.Unset = append(l.Unset, i)
		}
	}
	return l
}

// writer makes a run again and returns the last writer of an element; nil when no
// thread wrote it, or when the second launch fails.
func (t *trial) writer(r run, e simulator.Element) *simulator.Writer {
	if t.options.PassOrFail {
		return nil
	}
	l := t.launch(r)
	l.Watch = &e
	counters, err := t.program.Launch(&l.Launch)
	if err != nil {
		return nil
	}
	return counters.Writer
}

// inputs describes a launch: sizes, scalars and seed.
func (t *trial) inputs(l *launch) []verdict.Note {
	parts := []string{t.kernel.Describe(l.from.Size)}
	for _, a := range l.from.Args {
		if text := a.Text(); text != "" && !strings.Contains(parts[0], text) {
			parts = append(parts, text)
		}
	}
	shape := l.from.Shape()
	if len(l.Globals) > 0 {
		shape += fmt.Sprintf("; %s as the launch before left it", strings.Join(slices.Sorted(maps.Keys(l.Globals)), ", "))
	}
	return []verdict.Note{
		{Label: "input", Text: fmt.Sprintf("%s, %v", strings.Join(parts, ", "), l.run.draw)},
		{Label: "launch", Text: shape},
	}
}

// passedNote lists the sizes with right results.
func (t *trial) passedNote() verdict.Note {
	return verdict.Note{Label: "passed", Text: strings.Join(t.passed, "; ")}
}

// fault explains a launch that the simulator stopped.
func (t *trial) fault(l *launch, err error) *verdict.Feedback {
	f := simulator.Feedback(err)
	f.Notes = append(f.Notes, t.inputs(l)...)
	f.Notes = append(f.Notes, t.passedNote())
	return f
}

// unsound explains the first finding of the checkers. A wrong result, or a fault, is a note:
// the finding is its likely cause.
func (t *trial) unsound(l *launch, findings []simulator.Finding, symptom *verdict.Feedback) *verdict.Feedback {
	first := &findings[0]
	f := &verdict.Feedback{Title: first.Message, At: first.At, Hint: first.Hint}
	if first.Other.Line > 0 {
		f.Notes = append(f.Notes, verdict.Note{Label: "and", Text: first.Other.String() + "\n" + first.Other.Text})
	}
	f.Notes = append(f.Notes, verdict.Note{Label: "checker", Text: fmt.Sprintf("%s, %s [%s]", first.Checker, times(first.Count), first.Code)})
	for _, other := range findings[1:] {
		f.Notes = append(f.Notes, verdict.Note{Label: "also", Text: fmt.Sprintf("%v: %s", other.At, other.Message)})
	}
	if symptom != nil {
		f.Notes = append(f.Notes, verdict.Note{Label: "result", Text: symptom.Title})
	}
	f.Notes = append(f.Notes, t.inputs(l)...)
	f.Notes = append(f.Notes, t.passedNote())
	return f
}

func times(n uint64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
