package watch

// This file shows hints.

import (
	"fmt"
	"strings"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/course"
)

// HintText returns one step of the hints on a target, for a terminal in the working
// directory.
func HintText(c *course.Course, t course.Target, step int, steps []hints.Step) string {
	s := steps[step-1]
	text := c.Localise(hints.Plain(s.Text))
	return fmt.Sprintf("Hint %d of %d for %s: %s\n\n%s", step, len(steps), t.ID(), s.Title, strings.TrimRight(text, "\n")+"\n")
}
