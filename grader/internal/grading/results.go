package grading

// This file explains wrong results.

import (
	"fmt"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// titles name the wrong element by its array and index.
var titles = map[rubric.Symptom]string{
	rubric.NotWritten:   "wrong result: %s[%d] was never written",
	rubric.Outside:      "wrong result: %s[%d] was written, but is no part of the result",
	rubric.InputWritten: "wrong result: %s[%d] was written, but belongs to an input",
	rubric.BadValue:     "wrong result: %s[%d] has a wrong value",
	rubric.Poisoned:     "wrong result: %s[%d] became NaN",
}

// hints say what to check first; Kernel.Hints replace them.
var hints = map[rubric.Symptom]string{
	rubric.NotWritten:   "no thread is responsible for this element: compare the number of threads with the number of elements",
	rubric.Outside:      "threads beyond the data must do nothing: compare the index with the size before storing",
	rubric.InputWritten: "store into the result, not into the input",
	rubric.BadValue:     "follow the thread named above by hand: which element does it read, which does it write?",
	rubric.Poisoned:     "NaN marks what nobody has set: elements that belong to nobody, and results before the launch. Which of them does this thread read?",
}

// wrongResult explains an element that is not as expected.
func (t *trial) wrongResult(l *launch, m *rubric.Mismatch, w *simulator.Writer) *verdict.Feedback {
	c := l.from
	f := &verdict.Feedback{Title: fmt.Sprintf(titles[m.Symptom], m.Array, m.Index), At: t.home, Hint: t.hint(m.Symptom)}
	if t.kernel.Where != nil {
		f.Notes = append(f.Notes, verdict.Note{Label: "which", Text: t.kernel.Where(c, m.Index)})
	}
	f.Notes = append(f.Notes, t.values(c, m)...)
	writer := "no thread"
	if w != nil {
		f.At, writer = w.At, w.String()
	}
	f.Notes = append(f.Notes, verdict.Note{Label: "writer", Text: writer})
	if m.Count > 1 {
		f.Notes = append(f.Notes, verdict.Note{Label: "wrong", Text: fmt.Sprintf("%d elements of %s, this is the first", m.Count, m.Array)})
	}
	f.Notes = append(f.Notes, t.inputs(l)...)
	f.Notes = append(f.Notes, t.passedNote())
	return f
}

// values returns the value of a wrong element and the expected value.
func (t *trial) values(c *rubric.Case, m *rubric.Mismatch) []verdict.Note {
	got, want := m.Got, m.Want
	switch {
	case m.Kept:
		want += ", as before the launch"
	case m.Symptom == rubric.NotWritten:
		got += ", as before the launch"
		fallthrough
	default:
		want += " = " + t.kernel.Why(c, m.Index)
	}
	return []verdict.Note{{Label: "got", Text: got}, {Label: "want", Text: want}}
}

func (t *trial) hint(s rubric.Symptom) string {
	if h, ok := t.kernel.Hints[s]; ok {
		return h
	}
	return hints[s]
}
