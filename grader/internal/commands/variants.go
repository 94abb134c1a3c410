package commands

// This file hands out variants of tasks, takes them, and writes the key with the answers to all of them.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/class"
	"gpucourse/grader/internal/marks"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/progress"
)

func handoutCommand() *cobra.Command {
	var instructor, roster, out string
	c := withoutCourse(&cobra.Command{
		Use:   "handout",
		Short: "For instructors: write a file of variants for each learner",
		Long: `Write a file for each learner of the roster, for instructors: ID.json. It gives the learner
variants of tasks, with numbers of their own, and an order of the sentences of choices. They
follow from "variants" in settings.json, which is a secret number, and from the ID. Learners
take the file with "grader variants FILE", or import it on the page of the tasks.

grader grade finds the variants again from the same number and roster: what a learner's file
says counts for nothing.`,
		Example: "  grader handout -instructor teacher -roster roster.csv -out handout",
		Args:    chapter(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if instructor == "" || roster == "" || out == "" {
				return usagef("usage: grader handout -instructor FOLDER -roster FILE -out FOLDER")
			}
			n, err := writeHandout(instructor, roster, out)
			if err == nil {
				fmt.Fprintf(c.OutOrStdout(), "%s in %s\n", diag.Count(n, "files"), out)
			}
			return err
		},
	})
	c.Flags().StringVar(&instructor, "instructor", "", "`folder` with settings.json, which holds \"variants\"")
	c.Flags().StringVar(&roster, "roster", "", "a CSV `file` of the class: id,name")
	c.Flags().StringVar(&out, "out", "", "the `folder` of the files")
	return c
}

// writeHandout writes the files and returns their number.
func writeHandout(instructor, roster, out string) (int, error) {
	settings, err := class.Open(instructor, nil, nil, 0)
	if err != nil {
		return 0, err
	}
	if settings.Variants == 0 {
		return 0, fmt.Errorf("%s has no \"variants\": write a number that nobody can guess", filepath.Join(instructor, class.SettingsFile))
	}
	learners, err := marks.ReadRoster(roster)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return 0, err
	}
	for _, l := range learners {
		if strings.ContainsAny(l.ID, `/\:`) || strings.HasPrefix(l.ID, ".") {
			return 0, fmt.Errorf("the id %q is no name of a file", l.ID)
		}
		if err := os.WriteFile(filepath.Join(out, l.ID+".json"), settings.HandOut(l.ID).Text(), 0o644); err != nil {
			return 0, err
		}
	}
	return len(learners), nil
}

func variantsCommand() *cobra.Command {
	return withoutCourse(&cobra.Command{
		Use:   "variants FILE",
		Short: "Take the variants of tasks in a file that your lecturer gave you",
		Long: `Take the variants of tasks in a file that your lecturer gave you: other numbers than in the
book. Cards show your numbers, and so do notebooks that you have not changed, when you start
them again. Attempts at these tasks with other numbers are forgotten.`,
		Example: "  grader variants a1.json",
		Args:    chapter(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := takeVariants(args[0])
			if err == nil {
				fmt.Fprintf(c.OutOrStdout(), "%s with numbers of your own. go run ./notebooks writes them into the notebooks that you have not changed.\n", diag.Count(n, "tasks"))
			}
			return err
		},
	})
}

// takeVariants adds a file to the learner's progress, and returns how many tasks vary.
func takeVariants(name string) (int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	given, err := progress.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if len(given.Variants) == 0 {
		return 0, fmt.Errorf("%s holds no variants", name)
	}
	file, err := progress.Default()
	if err == nil && file.Path() == "" {
		err = errors.New(progress.Variable + " is off: no file keeps the variants")
	}
	if err != nil {
		return 0, err
	}
	return len(given.Variants), file.Merge(text)
}

func answersCommand() *cobra.Command {
	o := &classOptions{}
	c := withoutCourse(&cobra.Command{
		Use:   "answers",
		Short: "For instructors: write the answer key",
		Long: `Write the answer key, for instructors, as Markdown: each task with its question, right answer,
reason and wrong answers, in each variant, and each exercise with its goals and solutions. With a
roster and "variants" in the settings a table says which learner has which variant.`,
		Example: "  grader answers -instructor teacher -roster roster.csv -out answers.md",
		Args:    chapter(0, 0),
		RunE:    func(c *cobra.Command, _ []string) error { return o.answers(c) },
	})
	c.Flags().StringVar(&o.instructor, "instructor", "", "`folder` with settings.json and hidden exercises")
	c.Flags().StringVar(&o.roster, "roster", "", "a CSV `file` of the class: id,name")
	c.Flags().StringVar(&o.out, "out", "", "write to this `file` instead of standard output")
	c.Flags().StringSliceVar(&o.exercises, "exercises", nil, "these, by `number` or name: 07,13; none for tasks alone")
	c.Flags().StringSliceVar(&o.taskList, "tasks", nil, "these tasks, by chapter or `number`: 07,13.2; or all")
	return c
}

func (o *classOptions) answers(c *cobra.Command) error {
	settings, err := class.Open(o.instructor, o.exercises, o.taskList, 0)
	if err != nil {
		return err
	}
	var learners []scores.Learner
	if o.roster != "" {
		if learners, err = marks.ReadRoster(o.roster); err != nil {
			return err
		}
	}
	text, err := settings.AnswerKey(learners).Markdown()
	if err != nil {
		return err
	}
	return o.write(c, []byte(text), true)
}
