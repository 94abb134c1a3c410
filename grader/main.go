// Command grader grades a learner's exercises: `go run ./grader` watches them, `go test
// ./grader` grades them once and does nothing else.
//
//	rubric             the exercises: inputs, expected results and goals, one row each
//	stubs              the exercises as they are handed out
//	verdict            what a submission is worth and why, as the learner reads it
//	task               the tasks of the notebooks, one row each
//	lesson             what notebooks import: tasks and exercises judged in a cell
//	hints              four steps to the solution of each kernel
//	progress           what the learner has done so far, in a file
//	internal/source    reads a submission as text
//	internal/simulator runs a kernel in the simulator
//	internal/grading   takes a submission through all steps, from reading to goals
//	internal/process   does work in a process of its own, with limits
//	internal/isolated  grades an exercise in such a process
//	internal/hidden    reads exercises of instructors from a folder
//	internal/scores    what submissions earned, in the formats of platforms
//	internal/answers   reads answers to tasks from notebooks and files of progress
//	internal/class     grades a folder of submissions
//	internal/marks     points of a class: weights, deadlines, the roster
//	internal/feedback  results as pages of HTML
//	internal/judge     says what an answer to a task is worth
//	internal/course    the learner's exercises: what changed, what is done, what is next
//	internal/watch     the screen that grades on save
//	internal/commands  the command line
//	selftest           tests that the rubric accepts good solutions and refuses mistakes
package main

import (
	"context"
	"os"
	"os/signal"

	"gpucourse/grader/internal/commands"
	"gpucourse/grader/internal/isolated"
)

func main() {
	isolated.Serve()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := commands.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
