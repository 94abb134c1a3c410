package commands

// This file holds the commands that change no exercise.

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/watch"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

func (o *options) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [NN [KERNEL]]",
		Short: "Grade a kernel, a chapter or everything",
		Args:  chapter(0, 2),
		RunE:  func(c *cobra.Command, args []string) error { return o.check(c, args) },
	}
}

// check prints the verdicts. The score table follows when there are several.
func (o *options) check(c *cobra.Command, args []string) error {
	exercises := all()
	var only []string
	if len(args) > 0 {
		chosen, err := targets(args)
		if err != nil {
			return err
		}
		exercises = []*rubric.Exercise{chosen[0].Exercise}
		if len(args) > 1 {
			only = []string{chosen[0].Name}
		}
	}
	var verdicts []*verdict.Verdict
	for _, e := range exercises {
		got, err := o.course.Check(c.Context(), e, only...)
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		warn(c, err)
		for _, v := range got {
			if v.State != verdict.NotStarted || len(args) > 0 {
				o.print(watch.Tint(v.Card()) + "\n")
			}
		}
		verdicts = append(verdicts, got...)
	}
	if len(verdicts) > 1 {
		o.print(verdict.Score(verdicts))
	}
	for _, v := range verdicts {
		if v.State != verdict.Done {
			return errNotDone
		}
	}
	return nil
}

func all() (exercises []*rubric.Exercise) {
	for i := range rubric.Exercises {
		exercises = append(exercises, &rubric.Exercises[i])
	}
	return exercises
}

func (o *options) hintCommand() *cobra.Command {
	step := 0
	c := &cobra.Command{
		Use:   "hint NN [KERNEL]",
		Short: "Show the next hint: a question, a look, code with a hole, the solution",
		Args:  chapter(1, 2),
		RunE:  func(c *cobra.Command, args []string) error { return o.hint(c, args, step) },
	}
	c.Flags().IntVar(&step, "step", 0, "show this step; 0 is the one after the last that was shown")
	return c
}

// hint prints one hint. Without a kernel it means the first that is not done.
func (o *options) hint(c *cobra.Command, args []string, step int) error {
	status, err := o.status(c, args)
	if err != nil {
		return err
	}
	steps, err := hints.Of(status.Exercise.Name, status.Name)
	if err != nil {
		return err
	}
	if step < 0 || step > len(steps) {
		return usagef("-step is %d: %s has the steps 1 to %d", step, status.ID(), len(steps))
	}
	if step == 0 {
		step = min(status.Hint+1, len(steps))
	}
	o.print(watch.TintTitle(watch.HintText(o.course, status.Target, step, steps)))
	warn(c, o.course.File.Hinted(status.ID(), step))
	return nil
}

// status returns the status of the kernel in args, or of the first in the chapter that is
// not done.
func (o *options) status(c *cobra.Command, args []string) (course.Status, error) {
	chosen, err := targets(args)
	if err != nil {
		return course.Status{}, err
	}
	var first *course.Status
	for _, s := range o.survey(c) {
		for _, t := range chosen {
			if s.Target == t && (first == nil || first.State == verdict.Done) {
				first = &s
			}
		}
	}
	return *first, nil
}

func (o *options) nextCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "next",
		Short: "Say what to do next",
		Args:  chapter(0, 0),
		RunE:  func(c *cobra.Command, _ []string) error { return o.next(c) },
	}
}

// next names the target to go on with, its file and its README.
func (o *options) next(c *cobra.Command) error {
	all := o.survey(c)
	at := o.course.Latest(all)
	for _, s := range all {
		if s.Target != at {
			continue
		}
		if s.State == verdict.Done {
			o.print("The whole course is done.\n")
			return nil
		}
		o.print(fmt.Sprintf("Next: %s (%s)\n", s.ID(), watch.Word(s)))
		o.print(fmt.Sprintf("  edit    %s\n  read    %s\n", course.FromHere(o.course.Kernels(at.Exercise)), course.FromHere(o.course.Readme(at.Exercise))))
		o.print(fmt.Sprintf("  check   go run gpucourse/grader check %s %s\n  hint    go run gpucourse/grader hint %[1]s %[2]s\n", at.Exercise.Name[:2], at.Name))
	}
	return nil
}

func (o *options) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the exercises, with a mark per kernel: ✔ done, ✘ not yet, ? changed, · not started",
		Args:  chapter(0, 0),
		RunE:  func(c *cobra.Command, _ []string) error { return o.list(c) },
	}
}

func (o *options) list(c *cobra.Command) error {
	all := o.survey(c)
	for _, row := range watch.Rows(all) {
		o.print(row + "\n")
	}
	done, marks, most := course.Sum(all)
	o.print(fmt.Sprintf("✔ done  ✘ not yet  ? changed  · not started\n%d of %d done, %d of %d marks\n", done, len(all), marks, most))
	return nil
}

func (o *options) diffCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "diff NN KERNEL",
		Short: "Compare the last attempt with the one before",
		Args:  chapter(2, 2),
		RunE: func(c *cobra.Command, args []string) error {
			chosen, err := targets(args)
			if err != nil {
				return err
			}
			text, err := o.course.Diff(chosen[0])
			o.print(text)
			return err
		},
	}
}

func (o *options) solutionCommand() *cobra.Command {
	yes := false
	c := &cobra.Command{
		Use:   "solution NN KERNEL",
		Short: "Show a solution of what you have done",
		Args:  chapter(2, 2),
		RunE:  func(c *cobra.Command, args []string) error { return o.solution(c, args, yes) },
	}
	c.Flags().BoolVar(&yes, "yes", false, "show it although the kernel is not done")
	return c
}

func (o *options) solution(c *cobra.Command, args []string, yes bool) error {
	status, err := o.status(c, args)
	if err != nil {
		return err
	}
	if status.State != verdict.Done && !yes {
		return fmt.Errorf("%s is %s: its solution is shown when it is done, or with -yes; hint %s %s helps without giving it away",
			status.ID(), watch.Word(status), status.Exercise.Name[:2], status.Name)
	}
	code, err := hints.Solution(status.Exercise.Name, status.Name)
	o.print(code)
	return err
}
