package course

// This file finds exercises, kernels and plans by shortened names.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpucourse/internal/spelling"

	"gpucourse/grader/rubric"
)

// An UnknownName error names what could have been meant.
type UnknownName struct{ message string }

// Error says what is unknown.
func (e *UnknownName) Error() string { return e.message }

// FindExercise returns the exercise of a name, which may be its number, "7", or any part
// of its folder's name that no other exercise has.
func FindExercise(word string) (*rubric.Exercise, error) {
	var names []string
	for i := range rubric.Exercises {
		names = append(names, rubric.Exercises[i].Name)
	}
	if n, err := strconv.Atoi(word); err == nil {
		word = fmt.Sprintf("%02d_", n)
	}
	found, err := find("exercise", strings.Trim(word, "/"), names)
	if err != nil {
		return nil, err
	}
	return &rubric.Exercises[found], nil
}

// FindTarget returns the kernel or plan of a name in an exercise; a part of the name is
// enough.
func FindTarget(e *rubric.Exercise, word string) (Target, error) {
	targets := Targets(e)
	var names []string
	for _, t := range targets {
		names = append(names, t.Name)
	}
	found, err := find(fmt.Sprintf("kernel or plan of %s", e.Name), word, names)
	if err != nil {
		return Target{}, err
	}
	return targets[found], nil
}

// find returns the index of the only name that is the word, begins with it or holds it,
// whichever comes first. Case does not matter.
func find(kind, word string, names []string) (int, error) {
	fits := []func(name, word string) bool{strings.EqualFold, hasPrefixFold, containsFold}
	for _, fit := range fits {
		var found []int
		for i, name := range names {
			if word != "" && fit(name, word) {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return 0, &UnknownName{fmt.Sprintf("%q is the name of more than one %s: %s", strings.TrimSuffix(word, "_"), kind, quote(names, found))}
		}
	}
	return 0, &UnknownName{fmt.Sprintf("no %s is called %q; %s", kind, strings.TrimSuffix(word, "_"), meant(word, names))}
}

func hasPrefixFold(name, word string) bool {
	return strings.HasPrefix(strings.ToLower(name), strings.ToLower(word))
}

func containsFold(name, word string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(word))
}

// meant returns "did you mean Saxpy?" for the nearest name, or lists all names.
func meant(word string, names []string) string {
	best, least := -1, len(word)/2+1
	for i, name := range names {
		_, topic, numbered := strings.Cut(name, "_")
		if !numbered {
			topic = name
		}
		if d := spelling.Distance(strings.ToLower(word), strings.ToLower(topic)); d < least {
			best, least = i, d
		}
	}
	if best >= 0 {
		return fmt.Sprintf("did you mean %s?", names[best])
	}
	return "there are " + strings.Join(names, ", ")
}

// quote lists the names of some indices.
func quote(names []string, chosen []int) string {
	var some []string
	for i, name := range names {
		if slices.Contains(chosen, i) {
			some = append(some, name)
		}
	}
	return strings.Join(some, ", ")
}
