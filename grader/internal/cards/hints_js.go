package cards

import (
	"gpucourse/grader/hints"
	"gpucourse/grader/task"
)

// hints writes nothing in a tab of a browser: the page has the hints beside the card, so that
// the tab need not download what makes HTML of them.
func (w *writer) hints([]hints.Step) {}

// variant writes nothing either: the page shows the question with the learner's numbers.
func (w *writer) variant(*task.Task) {}

// sentences writes nothing either: the page has them beside the card, with a button each.
func (w *writer) sentences([]task.Sentence) {}
