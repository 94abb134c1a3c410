package commands

// This file writes results: with points and a roster, as a file of a format or as pages.

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/class"
	"gpucourse/grader/internal/feedback"
	"gpucourse/grader/internal/marks"
	"gpucourse/grader/internal/scores"
)

// output are the flags that say how results are written.
type output struct {
	format, out, instructor, roster, deadlines, times string
	requireAll                                        bool
	hints                                             int
}

// pagesFormat is the format of a folder of pages.
const pagesFormat = "html"

func formats() []string { return append(scores.Names(), pagesFormat) }

func (o *output) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "format", "text", strings.Join(formats(), ", "))
	c.Flags().StringVar(&o.out, "out", "", "write to this `file` instead of standard output; html writes a folder")
	c.Flags().BoolVar(&o.requireAll, "require-all", false, "exit with 1 unless everything that was graded is done")
	c.Flags().StringVar(&o.instructor, "instructor", "", "`folder` with settings.json and hidden exercises")
	c.Flags().StringVar(&o.roster, "roster", "", "a CSV `file` of the class: id,name and, if there, email,section")
	c.Flags().StringVar(&o.deadlines, "deadlines", "", "a CSV `file`: exercise,date and, if there, grace,penalty; it needs -times")
	c.Flags().StringVar(&o.times, "times", "", "a CSV `file` of when submissions came in: id,submitted and, if there, exercise")
	c.Flags().IntVar(&o.hints, "hints", hints.Steps, "steps of the hints that html shows; the last is the solution")
	if err := c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("BUG: " + err.Error())
	}
}

// check checks flags that need no file.
func (o *output) check() error {
	switch {
	case o.format == pagesFormat && o.out == "":
		return usagef("-format html writes a folder of pages: name it with -out")
	case o.format != pagesFormat && scores.FindFormat(o.format) == nil:
		return usagef("-format is %q; there are %s", o.format, strings.Join(formats(), ", "))
	case o.deadlines != "" && o.times == "":
		return usagef("-deadlines needs -times, a file that says when submissions came in: times of files prove nothing")
	case o.hints < 0 || o.hints > hints.Steps:
		return usagef("-hints is %d: it may be 0 to %d", o.hints, hints.Steps)
	}
	return nil
}

// isOfOne reports whether the format is of one submission.
func (o *output) isOfOne() bool { return o.format != pagesFormat && scores.FindFormat(o.format).One }

// rules reads what marks are worth.
func (o *output) rules(settings *class.Settings) (r *marks.Rules, err error) {
	r = &marks.Rules{}
	keys := settings.Keys()
	if r.Weights, err = marks.CheckWeights(settings.Weights, keys); err != nil {
		return nil, err
	}
	if o.roster != "" {
		if r.Roster, err = marks.ReadRoster(o.roster); err != nil {
			return nil, err
		}
	}
	if o.deadlines != "" {
		if r.Deadlines, err = marks.ReadDeadlines(o.deadlines, keys); err != nil {
			return nil, err
		}
	}
	if o.times != "" {
		r.Times, err = marks.ReadTimes(o.times, keys)
	}
	return r, err
}

// writeResults writes results with their points.
func (o *output) writeResults(c *cobra.Command, rules *marks.Rules, results []scores.Result) error {
	done := scores.AllDone(results)
	results, warnings := rules.Apply(results)
	for _, w := range warnings {
		fmt.Fprintf(c.ErrOrStderr(), "grader: %s\n", w)
	}
	if o.format != pagesFormat {
		return o.write(c, scores.FindFormat(o.format).Write(results), done)
	}
	if err := feedback.Write(o.out, feedback.Pages(results, feedback.Options{Hints: o.hints})); err != nil {
		return err
	}
	return o.verdict(done)
}

// write writes text.
func (o *output) write(c *cobra.Command, text []byte, done bool) error {
	var err error
	if o.out != "" {
		err = os.WriteFile(o.out, text, 0o644)
	} else {
		_, err = c.OutOrStdout().Write(text)
	}
	if err != nil {
		return err
	}
	return o.verdict(done)
}

// verdict is an error where everything must be done and is not.
func (o *output) verdict(done bool) error {
	if o.requireAll && !done {
		return errNotDone
	}
	return nil
}
