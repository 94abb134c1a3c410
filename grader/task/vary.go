package task

// This file gives a task other numbers, so that each learner of a class may get numbers of their own.

import (
	"fmt"
	"regexp"
	"strings"

	"gpucourse/gpusim/report"
)

// varied returns the task that row makes of the first numbers: that of the notebook and the book. Variant 1, 2 … has the
// second, third … numbers. A row computes all that it says of its numbers, so that words and answers agree in each variant.
func varied[N any](row func(N) Task, first N, others ...N) Task {
	t := row(first)
	for i, n := range others {
		v := row(n)
		v.Variant = i + 1
		t.others = append(t.others, &v)
	}
	return t
}

// Variants returns the number of variants of a task: 1 where the task never varies.
func (t *Task) Variants() int { return 1 + len(t.others) }

// As returns a variant of the task. What is no variant of it is the task itself.
func (t *Task) As(variant int) *Task {
	if variant < 1 || variant > len(t.others) {
		return t
	}
	return t.others[variant-1]
}

// named are the numbers and words that texts of a row name between braces: {blocks}.
type named map[string]any

// place is a name in a text.
var place = regexp.MustCompile(`\{(\w+)\}`)

// in returns a text with the numbers in place of the names. From five digits on, groups of three stand apart.
func (n named) in(text string) string {
	return place.ReplaceAllStringFunc(text, func(at string) string {
		switch v, known := n[strings.Trim(at, "{}")]; v := v.(type) {
		case int:
			return grouped(float64(v))
		case float64:
			return grouped(v)
		case string:
			return v
		default:
			panic(fmt.Sprintf("BUG: %s in %q stands for %v, known: %v", at, text, v, known))
		}
	})
}

// grouped writes a number as texts do: 9216, and 18 432.
func grouped(v float64) string {
	const fiveDigits = 10_000
	if v < fiveDigits {
		return strings.ReplaceAll(report.Number(v), " ", "")
	}
	return report.Number(v)
}

// plain writes a number as Go does.
func plain(n int) string { return fmt.Sprint(n) }

// spelled are small numbers at the beginning of a sentence.
var spelled = map[int]string{4: "Four", 5: "Five", 6: "Six", 7: "Seven"}
