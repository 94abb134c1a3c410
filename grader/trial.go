package grader

// This file runs a compiled kernel on the rubric's sizes and looks at what it
// did.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// trial is one kernel on its way through the stations run, compare and measure.
type trial struct {
	kernel  *Kernel
	program program
	home    Place    // of the kernel's func line
	right   []string // sizes passed so far
	clocked bool     // the launches under way are for goals in cycles
	timed   *Counters
}

// runAll runs every size with every seed until something is wrong. It returns
// the counters of the largest size.
func (t *trial) runAll() (*Counters, *Feedback) {
	var last *Counters
	for _, size := range t.kernel.Sizes {
		for _, seed := range seeds {
			counters, feedback := t.runOne(size, seed)
			if feedback != nil {
				return nil, feedback
			}
			last = counters
		}
		t.right = append(t.right, t.kernel.describe(size))
	}
	if t.kernel.clocked() {
		var feedback *Feedback
		t.clocked = true
		if t.timed, feedback = t.runOne(t.kernel.clockedSize(), seeds[0]); feedback != nil {
			return nil, feedback
		}
	}
	return last, nil
}

// runOne runs one case and compares.
func (t *trial) runOne(size Size, seed uint64) (*Counters, *Feedback) {
	c := t.makeCase(size, seed)
	l := t.launch(c)
	counters, err := t.program.Launch(l)
	if err != nil {
		return nil, t.faulted(c, seed, err)
	}
	for i, arg := range c.Args {
		a, ok := arg.(checked)
		if !ok {
			continue
		}
		if m := a.compare(l.Args[i], t.kernel.ULP); m != nil {
			return nil, t.wrong(c, seed, m, t.writer(c, i, m.index))
		}
	}
	return counters, nil
}

// makeCase builds the case of a size and a seed: always the same one.
func (t *trial) makeCase(size Size, seed uint64) *Case {
	c := t.kernel.Case(size, rand.New(rand.NewPCG(seed, 0)))
	c.Size = size
	return c
}

func (t *trial) launch(c *Case) *Launch {
	l := &Launch{Grid: c.Grid, Block: c.Block, Shared: c.Shared, Symbols: c.Symbols, Instructions: budget, Deadline: deadline}
	if t.clocked {
		l.Clocked, l.Instructions = true, clockedBudget
	}
	for _, a := range c.Args {
		l.Args = append(l.Args, a.value())
	}
	return l
}

// writer runs the case again, watching one element, and returns who wrote it
// last; nil when nobody did, or when a slow machine runs out of time now.
func (t *trial) writer(c *Case, arg, index int) *Writer {
	l := t.launch(c)
	l.Watch = &Watch{Arg: arg, Index: index}
	counters, err := t.program.Launch(l)
	if err != nil {
		return nil
	}
	return counters.Writer
}

// inputs describes a case: sizes, scalars and seed.
func (t *trial) inputs(c *Case, seed uint64) []Note {
	parts := []string{t.kernel.describe(c.Size)}
	for _, a := range c.Args {
		if text := a.text(); text != "" && !strings.Contains(parts[0], text) {
			parts = append(parts, text)
		}
	}
	return []Note{
		{"input", fmt.Sprintf("%s, seed %d", strings.Join(parts, ", "), seed)},
		{"launch", c.launch()},
	}
}

// passed says on which sizes the kernel was right.
func (t *trial) passed() []Note {
	if len(t.right) == 0 {
		return nil
	}
	return []Note{{"passed", strings.Join(t.right, "; ")}}
}

// faulted explains a launch that did not end.
func (t *trial) faulted(c *Case, seed uint64, err error) *Feedback {
	f := refused(err)
	f.Notes = append(f.Notes, t.inputs(c, seed)...)
	f.Notes = append(f.Notes, t.passed()...)
	return &f
}

// wrong explains a result that is not right.
func (t *trial) wrong(c *Case, seed uint64, m *mismatch, w *Writer) *Feedback {
	f := &Feedback{Title: m.title(), Place: t.home, Hint: t.hint(m.symptom)}
	if t.kernel.Where != nil {
		f.Notes = append(f.Notes, Note{"which", t.kernel.Where(c, m.index)})
	}
	f.Notes = append(f.Notes, t.values(c, m)...)
	writer := "no thread"
	if w != nil {
		f.Place, writer = w.Place, w.String()
	}
	f.Notes = append(f.Notes, Note{"writer", writer})
	if m.count > 1 {
		f.Notes = append(f.Notes, Note{"wrong", fmt.Sprintf("%d elements of %s, this is the first", m.count, m.array)})
	}
	f.Notes = append(f.Notes, t.inputs(c, seed)...)
	f.Notes = append(f.Notes, t.passed()...)
	return f
}

// values shows what an element holds and what it must hold.
func (t *trial) values(c *Case, m *mismatch) []Note {
	switch m.symptom {
	case Outside, InputWritten:
		return []Note{{"got", m.got}, {"want", m.want + ", as before the launch"}}
	case NotWritten:
		m.got += ", as before the launch"
	}
	return []Note{{"got", m.got}, {"want", m.want + " = " + t.kernel.Why(c, m.index)}}
}

func (t *trial) hint(s Symptom) string {
	if h, ok := t.kernel.Hints[s]; ok {
		return h
	}
	return generalHints[s]
}
