package task_test

// This file looks at the letters of choices.

import (
	"regexp"
	"testing"

	"gpucourse/grader/task"
)

// TestLetters: each order has all sentences with letters of its own, which name one sentence, and the right letters
// are spread evenly: none is right in more than a third of the choices, or in less than a sixth.
func TestLetters(t *testing.T) {
	right, choices := [task.Orders][4]int{}, 0
	for i := range task.Tasks {
		row := &task.Tasks[i]
		ask, ok := row.Ask.(task.Choice)
		if !ok {
			continue
		}
		choices++
		letters := map[string]bool{}
		for order := range task.Orders {
			texts := map[string]bool{}
			for at, s := range row.Sentences(order) {
				if found, in, ok := row.Sentence(s.Letter); !ok || in != order || found.Text != s.Text || letters[s.Letter] {
					t.Errorf("%s, order %d: the letter %s names %q in order %d, and %q", row.ID, order, s.Letter, found.Text, in, s.Text)
				}
				letters[s.Letter], texts[s.Text] = true, true
				if s.Letter == row.RightLetter(order) {
					right[order][at]++
				}
			}
			if len(texts) != len(ask.Options) {
				t.Errorf("%s, order %d: %d sentences of %d", row.ID, order, len(texts), len(ask.Options))
			}
		}
	}
	for order, places := range right {
		t.Logf("order %d: the right sentences stand %v", order, places)
		for _, n := range places {
			if 3*n > choices || 6*n < choices {
				t.Errorf("order %d: the right sentences stand %v, want them spread", order, places)
			}
		}
	}
}

// TestNoTextNamesALetter: letters differ between learners.
func TestNoTextNamesALetter(t *testing.T) {
	named := regexp.MustCompile(`(?i)\b(sentence|option|letter|answer) [a-z]\b`)
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Choice)
		if !ok {
			return
		}
		texts := append(row.Steps(), row.Markdown(), ask.Because)
		for _, o := range ask.Options {
			texts = append(texts, o.Says)
		}
		for _, text := range texts {
			if found := named.FindString(text); found != "" {
				t.Errorf("%q names a letter: %q", text, found)
			}
		}
	})
}
