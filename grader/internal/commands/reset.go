package commands

// This file is grader reset.

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpucourse/grader/internal/course"
)

func (o *options) resetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reset NN [KERNEL]",
		Short: "Give back a chapter's file, or a kernel of it, as it was handed out; a copy of yours is kept",
		Args:  chapter(1, 2),
		RunE:  func(_ *cobra.Command, args []string) error { return o.reset(args) },
	}
}

func (o *options) reset(args []string) error {
	chosen, err := targets(args)
	if err != nil {
		return err
	}
	e := chosen[0].Exercise
	var backup string
	if len(args) > 1 {
		backup, err = o.course.ResetTarget(chosen[0])
	} else {
		backup, err = o.course.Reset(e)
	}
	if err != nil {
		return err
	}
	what := e.Name
	if len(args) > 1 {
		what = chosen[0].ID()
	}
	o.print(fmt.Sprintf("%s is as it was handed out: %s\n", what, course.FromHere(o.course.Kernels(e))))
	if backup != "" {
		o.print(fmt.Sprintf("your file before: %s\n", course.FromHere(backup)))
	}
	return nil
}
