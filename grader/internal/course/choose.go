package course

// This file chooses exercises by the patterns of go test -run.

import (
	"regexp"
	"strings"

	"gpucourse/grader/rubric"
)

// Choice is an exercise with the kernels and plans of it that a pattern means.
type Choice struct {
	*rubric.Exercise
	Only []string // their names; never empty
}

// Chosen returns what a pattern of -run means: TestExercises has a subtest per exercise,
// which has one per kernel and plan.
func Chosen(pattern string) (choices []Choice) {
	for i := range rubric.Exercises {
		c := Choice{Exercise: &rubric.Exercises[i]}
		for _, t := range Targets(c.Exercise) {
			if means(pattern, "TestExercises", c.Name, t.Name) {
				c.Only = append(c.Only, t.Name)
			}
		}
		if c.Only != nil {
			choices = append(choices, c)
		}
	}
	return choices
}

// means reports whether a pattern, such as "Exercises/07|Exercises/08/Scale", fits a test
// by the names of its parts.
func means(pattern string, parts ...string) bool {
	for alternative := range strings.SplitSeq(pattern, "|") {
		fits := true
		for i, part := range strings.Split(alternative, "/") {
			if i < len(parts) {
				match, err := regexp.MatchString(part, parts[i])
				fits = fits && match && err == nil
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// Names lists what -run chooses from: a line per exercise.
func Names() string {
	text := ""
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		var names []string
		for _, t := range Targets(e) {
			names = append(names, t.Name)
		}
		text += "Exercises/" + e.Name + "/" + strings.Join(names, ", ") + "\n"
	}
	return text
}
