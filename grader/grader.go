// Package grader grades a learner's exercises: `go test ./grader` runs nothing else.
//
//	rubric             the exercises: inputs, expected results and goals, one row each
//	stubs              the exercises as they are handed out
//	verdict            what a submission is worth and why, as the learner reads it
//	progress           what the learner has done so far, in a file
//	internal/source    reads a submission as text
//	internal/simulator runs a kernel in the simulator
//	internal/grading   takes a submission through all steps, from reading to goals
//	internal/process   does work in a process of its own, with limits
//	internal/isolated  grades an exercise in such a process
//	selftest           tests that the rubric accepts good solutions and refuses mistakes
package grader
