package site

// This file says before anything is graded what a kernel or plan must reach.

import (
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// goal is what earns marks.
type goal struct {
	Name  string `json:"name"`  // "sectors per load request"
	Limit string `json:"limit"` // "at most 5"
	Marks int    `json:"marks"`
}

// goalsOf gives what is wanted its marks: those of right results, then those of the goals.
func goalsOf(wanted []rubric.Wanted) (list []goal) {
	for i, w := range wanted {
		marks := verdict.MaxMarks(i)
		if i > 0 {
			marks -= verdict.MaxMarks(i - 1)
		}
		list = append(list, goal{w.Name, w.Limit, marks})
	}
	return list
}
