package course

// This file chooses exercises by the patterns of go test -run and -skip, as package testing
// reads them.

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

// Chosen returns what the patterns of -run and -skip leave: TestExercises has a subtest per
// exercise, which has one per kernel and plan. "" as a pattern chooses all, and skips none.
func Chosen(run, skip string) (choices []Choice) {
	wanted, unwanted := alternatives(run), alternatives(skip)
	for i := range rubric.Exercises {
		c := Choice{Exercise: &rubric.Exercises[i]}
		for _, t := range Targets(c.Exercise) {
			if runs([]string{"TestExercises", c.Name, t.Name}, wanted, unwanted) {
				c.Only = append(c.Only, t.Name)
			}
		}
		if c.Only != nil {
			choices = append(choices, c)
		}
	}
	return choices
}

// runs reports whether a test of these names runs: the pattern of -run must mean it, and
// that of -skip neither it nor a test around it.
func runs(names []string, run, skip [][]string) bool {
	if run != nil && !means(run, names) {
		return false
	}
	for depth := 1; depth <= len(names); depth++ {
		if i := fitting(skip, names[:depth]); i >= 0 && len(skip[i]) <= depth {
			return false
		}
	}
	return true
}

func means(pattern [][]string, names []string) bool { return fitting(pattern, names) >= 0 }

// fitting returns the first alternative whose parts all fit the names, as far as both go;
// -1 for none. A part that is no regular expression fits nothing.
func fitting(pattern [][]string, names []string) int {
	for i, parts := range pattern {
		fits := true
		for depth := range min(len(parts), len(names)) {
			match, err := regexp.MatchString(parts[depth], names[depth])
			fits = fits && match && err == nil
		}
		if fits {
			return i
		}
	}
	return -1
}

// alternatives returns the parts of each alternative of a pattern: "Exercises/07|Bench" is
// [Exercises 07] and [Bench]. A "/" or "|" in brackets belongs to a regular expression. nil
// is no pattern.
func alternatives(pattern string) (list [][]string) {
	if pattern == "" {
		return nil
	}
	list = [][]string{nil}
	end := func(part string) {
		last := &list[len(list)-1]
		*last = append(*last, strings.ReplaceAll(part, " ", "_"))
	}
	from, sets, groups := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			sets++
		case c == ']':
			sets = max(0, sets-1)
		case c == '(' && sets == 0:
			groups++
		case c == ')' && sets == 0:
			groups--
		case (c == '/' || c == '|') && sets == 0 && groups == 0:
			end(pattern[from:i])
			if from = i + 1; c == '|' {
				list = append(list, nil)
			}
		}
	}
	end(pattern[from:])
	return list
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
