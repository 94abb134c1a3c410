package selftest

// This file chooses what is graded without -every.

import (
	"flag"
	"slices"

	"gpucourse/grader/rubric"
)

var every = flag.Bool("every", false, "grade every attempt, mutant, detour and variant, not a choice of them")

// oneIn returns the first of n elements, the one after the next n and so on, with -every all.
func oneIn[T any](n int, list []T) (some []T) {
	for i, x := range list {
		if *every || i%n == 0 {
			some = append(some, x)
		}
	}
	return some
}

// sampled returns the exercises whose stubs, wrong attempts and detours are graded: one in six, and
// the first project, with -every all.
func sampled() []*rubric.Exercise {
	projects := divided(true)
	return slices.Concat(oneIn(6, divided(false)), oneIn(len(projects), projects))
}

// divided returns the projects, or the exercises of the chapters.
func divided(projects bool) (list []*rubric.Exercise) {
	for i := range rubric.Exercises {
		if e := &rubric.Exercises[i]; e.Project == projects {
			list = append(list, e)
		}
	}
	return list
}

// left reports whether an exercise is a project that this run leaves out. A project takes seconds.
func left(e *rubric.Exercise) bool { return e.Project && !slices.Contains(sampled(), e) }
