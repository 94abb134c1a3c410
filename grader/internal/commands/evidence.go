package commands

// This file is grader evidence and grader hardware: what the projects ask of a report.

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/evidence"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
)

func (o *options) evidenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "evidence PROJECT [KERNEL]",
		Short: "List what the report of a project's last kernel has as evidence, for its Explanation, or that of another kernel",
		Args:  chapter(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			_, r, _, err := o.projectKernel(args)
			if err == nil {
				o.print(fmt.Sprintf("// The timed launch of %s, sorted by name. Choose, and put the strongest first:\n%s", r.Kernel, evidence.Menu(r)))
			}
			return err
		},
	}
}

func (o *options) hardwareCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hardware PROJECT [FILE]",
		Short: "Compare the Prediction of a project with the simulator, and with a file of counters that ncu wrote",
		Args:  chapter(1, 2),
		RunE:  func(_ *cobra.Command, args []string) error { return o.hardware(args) },
	}
}

func (o *options) hardware(args []string) error {
	e, r, sub, err := o.projectKernel(args[:1])
	if err != nil {
		return err
	}
	pieces, feedback := sub.Plan("Prediction")
	if feedback != nil {
		return errors.New(feedback.Title)
	}
	var measured map[string]float64
	if len(args) > 1 {
		text, err := os.ReadFile(args[1])
		if err != nil {
			return err
		}
		if measured, err = evidence.ReadCounters(text, r.Kernel); err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
	}
	if fault := evidence.Incomplete(pieces.Calls, r.Kernel); fault != nil {
		o.print(fault.Why + ". The counters that can be compared:\n")
		for _, metric := range evidence.Predictable {
			o.print("  " + metric + "\n")
		}
		return nil
	}
	o.print(evidence.Compare(pieces.Calls, r, measured))
	if measured == nil {
		o.print(fmt.Sprintf("exercises/%s/README.md says how to measure on a real GPU.\n", e.Name))
	}
	return nil
}

// projectKernel measures a kernel of a project: the one that is named behind the project, or else the one that the
// project explains and predicts.
func (o *options) projectKernel(args []string) (*rubric.Exercise, *evidence.Report, *source.Submission, error) {
	e, err := course.FindExercise(args[0])
	if err != nil {
		return nil, nil, nil, err
	}
	i := slices.IndexFunc(e.Plans, func(p rubric.Plan) bool { return p.Explains != "" })
	if i < 0 {
		return nil, nil, nil, fmt.Errorf("%s is no project", e.Name)
	}
	name := e.Plans[i].Explains
	if len(args) > 1 {
		target, err := course.FindTarget(e, args[1])
		if err != nil {
			return nil, nil, nil, err
		}
		name = target.Name
	}
	j := slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Name == name })
	if j < 0 {
		return nil, nil, nil, fmt.Errorf("%s is no kernel", name)
	}
	sub, feedback := source.Read(o.course.Folder(e), e.Package)
	if feedback != nil {
		return nil, nil, nil, errors.New(feedback.Title)
	}
	r, err := evidence.Measure(simulator.New(), e.Device, sub.File, &e.Kernels[j], rubric.Draw{Seed: sub.Seed(name), Constants: sub.Constants(name)})
	if err != nil {
		err = fmt.Errorf("%s is not right yet: %w", name, err)
	}
	return e, r, sub, err
}
