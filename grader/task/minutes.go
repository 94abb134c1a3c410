package task

// This file estimates how long a task takes. Nobody has measured learners: the estimates are for plans of lectures.

import (
	"fmt"
	"slices"
	"strings"
)

// minutes of a form, for the thought and the first runs.
var minutes = map[Form]int{
	Predict: 3, Complete: 3, Explain: 2, Configure: 5, Mend: 5, Write: 8, Match: 6, Optimise: 15, Host: 8, Repair: 6, Order: 8,
}

// wordsPerMinute is how fast the text of a task is read, twice.
const wordsPerMinute = 75

// Minutes estimates how many minutes a learner takes for a task: those of its form, of its text, and one for each line
// that the solution adds to the stub. Time of the row replaces the rule.
func (t *Task) Minutes() int {
	if t.Time > 0 {
		return t.Time
	}
	if minutes[t.Form] == 0 {
		panic(fmt.Sprintf("BUG: no minutes for the form %q", t.Form))
	}
	words := len(strings.Fields(t.Markdown()))
	return minutes[t.Form] + (words+wordsPerMinute-1)/wordsPerMinute + t.newLines()
}

// newLines returns how many lines the solution of a function has and its stub has not.
func (t *Task) newLines() (n int) {
	switch t.Ask.(type) {
	case Kernel, Program:
	default:
		return 0
	}
	stub := strings.Split(t.Cell("stub.go"), "\n")
	for line := range strings.SplitSeq(t.Cell("solution.go"), "\n") {
		if strings.Trim(line, " \t{}") != "" && !slices.Contains(stub, line) {
			n++
		}
	}
	return n
}
