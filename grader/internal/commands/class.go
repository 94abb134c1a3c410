package commands

// This file holds the commands for instructors: they grade a submission or a class, and
// work on the results. They keep no progress and run in any folder.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/sweep"
	"gpucourse/grader/internal/class"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/marks"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/verdict"
)

// classOptions are the flags of the commands for instructors.
type classOptions struct {
	output
	results, key, shard string
	exercises, taskList []string
	seed                uint64
	jobs, memory        int
	time                time.Duration
}

// withoutCourse keeps a command from opening the learner's exercises.
func withoutCourse(c *cobra.Command) *cobra.Command {
	c.PersistentPreRunE = func(*cobra.Command, []string) error { return nil }
	return c
}

func gradeCommand() *cobra.Command {
	o := &classOptions{}
	c := withoutCourse(&cobra.Command{
		Use:   "grade FOLDER",
		Short: "For instructors: grade a submission, or a folder of many",
		Long: `Grade a submission, or a folder of many, for instructors. A submission is a folder, a
zip, a tar.gz or a Go file. The exercises in it are found at any depth: a folder by the name
of its exercise, such as 07_coalescing, 07 or Coalescing; a Go file by the functions in it.
In a copy of the repository the folder exercises counts. Where one exercise is there twice,
a file that was changed counts before one that was not, then the whole name of the exercise,
then fewer folders around it, then the first by name; a warning names the other.

A folder is one submission when exercises lie right in it. Otherwise every folder, archive,
Go file, notebook and file of progress in it is a submission.

-results keeps a file per submission. A second run grades only what has changed, so a run
that was stopped goes on where it was; several processes may work on one folder. -shard 2/8
grades the third of eight parts; "grader report" merges the results of all.

-tasks grades the tasks of notebooks too: learners hand in notebooks or work/progress.json, and
each answer is judged again.

-instructor names a folder, outside of the repository, with settings.json:
    {"seed": 4711, "exercises": ["07", "13"], "tasks": ["07"], "weights": {"tasks": 0.5},
     "sizes": {"07_coalescing Saxpy": [[300]]}}
and with a folder hidden of further exercises; TEACHING.md says how to write one.

The exit code is 0 when everything was graded, whatever the marks. It is 1 when somebody
handed in files and no exercise was found in them, but not with -shard; and with -require-all
unless everything is done, as GitHub Classroom's command grader asks.`,
		Example: "  grader grade -results results -format csv submissions\n  grader grade -exercises 07 -require-all .",
		Args:    chapter(1, 1),
		RunE:    func(c *cobra.Command, args []string) error { return o.grade(c, args[0]) },
	})
	o.flags(c)
	c.Flags().StringVar(&o.results, "results", "", "keep a result per submission in this `folder`")
	c.Flags().StringSliceVar(&o.exercises, "exercises", nil, "grade these, by `number` or name: 07,13; none for tasks alone")
	c.Flags().StringSliceVar(&o.taskList, "tasks", nil, "grade these tasks of notebooks, by chapter or `number`: 07,13.2; or all")
	c.Flags().Uint64Var(&o.seed, "seed", 0, "a secret that is mixed with the code of each kernel to draw inputs and sizes; 0 takes that of settings.json")
	c.Flags().StringVar(&o.key, "key", "", "sign results with the private key in this `file`")
	c.Flags().StringVar(&o.shard, "shard", "", "grade part `I/N` of the submissions; I counts from 0")
	c.Flags().IntVar(&o.jobs, "jobs", runtime.NumCPU(), "submissions at the same time")
	c.Flags().IntVar(&o.memory, "memory", int(isolated.DefaultLimits().Memory>>20), "`MB` of memory that grading one submission may take")
	c.Flags().DurationVar(&o.time, "time", isolated.DefaultLimits().Processor, "processor time that grading one kernel may take")
	return c
}

// grade grades submissions and writes their results.
func (o *classOptions) grade(c *cobra.Command, folder string) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.jobs < 1 || o.memory < 1 || o.time <= 0 {
		return usagef("-jobs is %d, -memory is %d, -time is %v: each must be above 0", o.jobs, o.memory, o.time)
	}
	job, many, err := o.class(folder)
	if err != nil {
		return err
	}
	if o.isOfOne() && many {
		return usagef("-format %s is of one submission, and %s holds %d: name one of them", o.format, folder, len(job.Submissions))
	}
	rules, err := o.rules(job.Settings)
	if err != nil {
		return err
	}
	if err := o.enrol(job, rules); err != nil {
		return err
	}
	if err := o.checkHidden(c.Context(), job); err != nil {
		return err
	}
	if many {
		done := 0
		job.Graded = func(r *scores.Result, kept bool) {
			done++
			note := map[bool]string{true: ", kept"}[kept]
			fmt.Fprintf(c.ErrOrStderr(), "%d %s: %d of %d marks%s\n", done, verdict.Printable(r.Submission), r.Marks, r.MaxMarks, note)
		}
	}
	job.Warned = func(submission string, warnings []string) {
		for _, w := range warnings {
			fmt.Fprintf(c.ErrOrStderr(), "grader: %s: %s\n", submission, w)
		}
	}
	results, err := job.Grade(c.Context())
	var nothing *class.NothingFound
	if err != nil && !errors.As(err, &nothing) {
		return err
	}
	if err := o.writeResults(c, rules, results); err != nil || nothing == nil || o.shard != "" {
		return err
	}
	return nothing
}

// enrol gives learners their variants. Of a part of the class the roster serves for nothing else.
func (o *classOptions) enrol(job *class.Class, rules *marks.Rules) error {
	varies := job.Settings.Variants != 0
	switch {
	case varies && o.roster == "":
		return usagef("the settings give each learner variants of tasks: -roster says who is in the class")
	case o.shard != "" && o.roster != "" && !varies:
		return usagef("-shard grades a part of the class: give the roster to grader report, which has all of it")
	}
	all := *rules
	job.Learner = all.LearnerOf
	if o.shard != "" {
		rules.Roster = nil
	}
	return nil
}

// limits returns the limits of grading.
func (o *classOptions) limits() isolated.Limits {
	limits := isolated.DefaultLimits()
	limits.Processor, limits.Memory = o.time, int64(o.memory)<<20
	return limits
}

// class returns the submissions with what the flags say.
func (o *classOptions) class(folder string) (job *class.Class, many bool, err error) {
	settings, err := class.Open(o.instructor, o.exercises, o.taskList, o.seed)
	if err != nil {
		return nil, false, err
	}
	job = &class.Class{Settings: settings, Results: scores.Folder{Path: o.results}, Jobs: o.jobs, Limits: o.limits()}
	if job.Shard, err = sweep.ParseShard(o.shard); err != nil {
		return nil, false, usagef("%w", err)
	}
	if o.key != "" {
		if job.Results.Private, _, err = scores.ReadKey(o.key); err != nil {
			return nil, false, err
		}
		if job.Results.Private == nil || o.results == "" {
			return nil, false, usagef("-key signs the files of -results with a private key; %s is a public one, or -results is missing", o.key)
		}
	}
	job.Submissions, many, err = settings.Find(folder)
	return job, many, err
}

// checkHidden grades the references of hidden exercises.
func (o *classOptions) checkHidden(ctx context.Context, job *class.Class) error {
	return job.Settings.Check(func(parts []isolated.Part) [][]*verdict.Verdict {
		return isolated.GradeAll(ctx, parts, isolated.Options{})
	})
}

// merge reads the results in folders.
func (o *classOptions) merge(folders []string) ([]scores.Result, error) {
	list := make([]scores.Folder, len(folders))
	for i, path := range folders {
		list[i].Path = path
	}
	if o.key != "" {
		private, public, err := scores.ReadKey(o.key)
		if err != nil {
			return nil, err
		}
		for i := range list {
			list[i].Private, list[i].Public = private, public
		}
	}
	return scores.Merge(list)
}

func reportCommand() *cobra.Command {
	o := &classOptions{}
	c := withoutCourse(&cobra.Command{
		Use:   "report RESULTS …",
		Short: "For instructors: write the results in folders as one table or file",
		Long: "Write the results in one or more folders, for instructors: those of shards become one table. " +
			"-format html writes a page per learner with what notebooks show. A roster, deadlines and weights make points of marks; TEACHING.md describes the files. " +
			"With -key, every result must be signed.",
		Example: "  grader report -format csv -key teacher.pub.pem results-0 results-1\n  grader report -format html -out pages -roster roster.csv results",
		Args:    atLeastOne,
		RunE: func(c *cobra.Command, folders []string) error {
			if err := o.check(); err != nil {
				return err
			}
			settings, err := class.Open(o.instructor, nil, nil, 0)
			if err != nil {
				return err
			}
			rules, err := o.rules(settings)
			if err != nil {
				return err
			}
			results, err := o.merge(folders)
			if err != nil {
				return err
			}
			if len(results) == 0 || o.isOfOne() && len(results) > 1 {
				return usagef("there are %d results, and -format %s is of one submission or more", len(results), o.format)
			}
			return o.writeResults(c, rules, results)
		},
	})
	o.flags(c)
	c.Flags().StringVar(&o.key, "key", "", "every result must be signed with the key in this `file`, public or private")
	return c
}

func similarCommand() *cobra.Command {
	o := &classOptions{}
	c := withoutCourse(&cobra.Command{
		Use:   "similar RESULTS …",
		Short: "For instructors: list submissions with the same code",
		Long: "List the submissions in folders of results, for instructors, whose kernels are compiled to the same instructions, whatever their names, comments and helper functions. " +
			"Plans, and functions on a CPU, are compared as sources without comments.",
		Args: atLeastOne,
		RunE: func(c *cobra.Command, folders []string) error {
			results, err := o.merge(folders)
			if err != nil {
				return err
			}
			groups := scores.Similar(results)
			switch o.format {
			case "text":
				return o.write(c, scores.SimilarText(groups), true)
			case "json":
				return o.write(c, scores.SimilarJSON(groups), true)
			}
			return usagef("-format is %q; there are text, json", o.format)
		},
	})
	c.Flags().StringVar(&o.format, "format", "text", "text, json")
	c.Flags().StringVar(&o.key, "key", "", "every result must be signed with the key in this `file`, public or private")
	return c
}

func keyCommand() *cobra.Command {
	return withoutCourse(&cobra.Command{
		Use:     "key FILE",
		Short:   "For instructors: make a key that signs results",
		Long:    "Make a private key, for instructors, and the public key beside it, FILE.pub.pem without FILE's ending. grade -key signs with the private key, report -key checks with the public key.",
		Example: "  grader key teacher.pem",
		Args:    chapter(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			public, err := scores.NewKey(args[0])
			if err == nil {
				fmt.Fprintf(c.OutOrStdout(), "%s signs results: keep it to yourself.\n%s checks them: give it to whoever reads them.\n", args[0], public)
			}
			return err
		},
	})
}

// atLeastOne wants an argument.
func atLeastOne(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("usage: %s", c.UseLine())
	}
	return nil
}
