package task

// This file writes the two cells of a task as the notebook has them.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim"
)

// Markdown returns the text cell.
func (t *Task) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### Task %s: %s\n\n*%s.* %s\n", t.ID, t.Title, upperFirst(string(t.Form)), strings.TrimSpace(t.Text))
	switch t.Ask.(type) {
	case Configuration:
		fmt.Fprintf(&b, "\n%s\n", fence(t.Cell(GivenFile)))
	case Choice:
		b.WriteString("\n")
		for _, s := range t.Sentences(0) {
			fmt.Fprintf(&b, "- %s\n", s.Text)
		}
	}
	return strings.TrimSpace(b.String())
}

// Source returns the code cell, with the stub.
func (t *Task) Source() string {
	switch ask := t.Ask.(type) {
	case Kernel:
		return fmt.Sprintf("%s\n%%%%\nlesson.Try(%q, %s)", t.Cell("stub.go"), t.ID, ask.Name)
	case Program:
		return fmt.Sprintf("%s\n%%%%\nlesson.Try(%q, %s)", t.Cell("stub.go"), t.ID, ask.Name)
	case Number:
		return fmt.Sprintf("%%%%\nlesson.Try(%q, %d) // your number of %s in place of %d", t.ID, Unanswered, ask.Unit, Unanswered)
	case Configuration:
		return fmt.Sprintf("%%%%\nlesson.Try(%q, %s)", t.ID, configText(ask.Stub))
	case Choice:
		return fmt.Sprintf("%%%%\nlesson.Try(%q, %q) // the letter of your sentence in place of %q; run the cell to see the letters", t.ID, Unchosen, Unchosen)
	}
	panic(fmt.Sprintf("BUG: a question of type %T", t.Ask))
}

// What a cell holds before the learner answers.
const (
	Unanswered = -1
	Unchosen   = "?"
)

// configText writes a configuration as Go.
func configText(c gpusim.Config) string {
	text := fmt.Sprintf("gpusim.Config{Grid: %s, Block: %s", dimText(c.Grid), dimText(c.Block))
	if c.Shared > 0 {
		text += fmt.Sprintf(", Shared: %d", c.Shared)
	}
	return text + "}"
}

func dimText(d gpusim.Dim3) string {
	switch {
	case d.Z > 1:
		return fmt.Sprintf("gpusim.Dim(%d, %d, %d)", d.X, d.Y, d.Z)
	case d.Y > 1:
		return fmt.Sprintf("gpusim.Dim(%d, %d)", d.X, d.Y)
	}
	return fmt.Sprintf("gpusim.Dim(%d)", d.X)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
