package cards

// This file keeps a learner to the own letters of a choice, and counts the tries.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// choice is what the card of a choice shows.
type choice struct {
	Sentences []task.Sentence // until one is right
	Counters  []tableRow
	Earns     int // marks, if the next letter is right
}

// newChoice returns what the card shows after an answer was recorded.
func newChoice(t *task.Task, ask *task.Choice, j *judge.Judgement) *choice {
	c := &choice{Earns: j.Verdict.MaxMarks() >> len(wrong(t))}
	if j.Verdict.State != verdict.Done {
		c.Sentences = t.Sentences(order())
	}
	var other *report.Report
	if j.Chosen != nil && j.Chosen.Report != nil {
		other = j.Chosen.Report()
	}
	c.Counters = counters(ask, ask.Report(), other)
	return c
}

// stake says what the next letter can earn.
func (c *choice) stake() string {
	return fmt.Sprintf("The right letter earns %s now; each wrong one halves the marks.", diag.Count(c.Earns, "marks"))
}

func (c *choice) text() string {
	var b strings.Builder
	for _, row := range c.Counters {
		fmt.Fprintf(&b, "  %-32s %s", row.Name, row.Value)
		if row.Other != "" {
			fmt.Fprintf(&b, ", and %s of a kernel of which the chosen sentence is true", row.Other)
		}
		b.WriteString("\n")
	}
	for _, s := range c.Sentences {
		fmt.Fprintf(&b, "  %s: %s\n", s.Letter, s.Text)
	}
	if len(c.Sentences) > 0 {
		fmt.Fprintln(&b, c.stake())
	}
	return b.String()
}

// order returns the learner's order of sentences; that of the stored notebooks where nothing is recorded.
func order() int {
	file, err := progress.Default()
	if err != nil {
		return 0
	}
	drawn, _ := file.Order(task.Orders) // what is wrong with the file is said when the attempt is recorded
	return drawn
}

// wrong returns the letters that were wrong before the first right one.
func wrong(t *task.Task) []string {
	item := known().Item(t.ID)
	return item.Wrong()
}

// tried judges an answer to a choice with regard to the tries before it.
func tried(t *task.Task, answer any, judged func() (*judge.Judgement, error)) (*judge.Judgement, error) {
	own := order()
	if _, at, ok := t.Sentence(judge.Letter(answer)); ok && at != own {
		list := t.Sentences(own)
		return nil, fmt.Errorf("task %s: the letter %q is of another learner's list, or of the stored notebook. Your letters are %q to %q: lesson.Try(%q, %q) shows their sentences",
			t.ID, answer, list[0].Letter, list[len(list)-1].Letter, t.ID, task.Unchosen)
	}
	j, err := judged()
	if err == nil && j.Verdict.State == verdict.Done {
		j.Verdict.Tries = len(wrong(t))
	}
	return j, err
}
