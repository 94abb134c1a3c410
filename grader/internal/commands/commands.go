// Package commands is the command line of the grader: a command per thing that a learner
// asks for, and the watched screen when nothing is asked for.
//
// The exit code is 0 when all that was checked is done, and when any other command did
// what it says; 1 when something that was checked is not done, or a command failed; 2 when
// the command line is wrong.
//
// Flags are written with one dash. Output is plain when it goes to a file or a pipe.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"gpucourse/gpusim/cli"
	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/watch"
	"gpucourse/grader/rubric"
)

// The exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

// usageError is a mistake on the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errNotDone says that the output already holds what is not done.
var errNotDone = errors.New("not done")

// Run runs the command line and returns the exit code.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootCommand()
	root.SetArgs(cli.TwoDashes(root, args))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var usage usageError
	var unknown *course.UnknownName
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNotDone):
		return exitFailed
	case errors.As(err, &usage), errors.As(err, &unknown):
		fmt.Fprintf(stderr, "grader: %s\n", cli.OneDash(err.Error()))
		return exitUsage
	}
	fmt.Fprintf(stderr, "grader: %v\n", err)
	return exitFailed
}

// options are the flags that all commands have.
type options struct {
	submissions, color string
	course             *course.Course
	out                *colorprofile.Writer
}

func rootCommand() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "grader",
		Short: "Grade the exercises: watch them, or do one thing",
		Long: `Grade the exercises. Without a command, the grader watches them: it grades an
exercise when you save it, and says what to do next. When its output is no terminal,
it prints what is done and what is next.

A chapter NN is a number or a part of its name; a kernel may be shortened too:
"check 7 sax" checks Saxpy of 07_coalescing. The commands run in any folder of
the repository as "go run gpucourse/grader".

The exit code is 0 when all that was checked is done, or another command did what
it says; 1 when something that was checked is not done, or a command failed; 2
when the command line is wrong. NO_COLOR and -color never leave colours out.
GPUCOURSE_PROGRESS names the file that progress is kept in; "off" keeps none.`,
		Version:           cli.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return o.open(c) },
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q; grader help lists the commands", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return o.watch(c) },
	}
	root.PersistentFlags().StringVar(&o.submissions, "submissions", course.Submissions, "folder with the submissions; absolute, or from the repository's root")
	root.PersistentFlags().StringVar(&o.color, "color", "auto", "auto, always or never")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w; %s -help lists the flags", err, c.CommandPath())
	})
	cli.HelpWithOneDash(root)
	root.AddCommand(o.checkCommand(), o.hintCommand(), o.nextCommand(), o.listCommand(), o.resetCommand(),
		o.diffCommand(), o.solutionCommand(), o.evidenceCommand(), o.hardwareCommand(), gradeCommand(), reportCommand(), similarCommand(), keyCommand(), handoutCommand(), variantsCommand(), answersCommand(), cli.VersionCommand("grader"))
	return root
}

// open opens the course, before any command.
func (o *options) open(c *cobra.Command) error {
	if completes(c) {
		return nil
	}
	profile, err := watch.Profile(o.color, c.OutOrStdout())
	if err != nil {
		return usageError{err}
	}
	o.out = &colorprofile.Writer{Forward: c.OutOrStdout(), Profile: profile}
	file, err := course.ProgressFor(o.submissions)
	if err != nil {
		return err
	}
	o.course, err = course.Open(o.submissions, file)
	return err
}

// completes reports whether a command serves the completion of a shell, which knows no
// course.
func completes(c *cobra.Command) bool {
	return strings.HasPrefix(c.Name(), cobra.ShellCompRequestCmd) || c.HasParent() && c.Parent().Name() == "completion"
}

// watch shows the screen in a terminal, and prints what is next anywhere else.
func (o *options) watch(c *cobra.Command) error {
	if isTerminal(c.InOrStdin()) && isTerminal(c.OutOrStdout()) && os.Getenv("TERM") != "dumb" {
		return watch.Run(c.Context(), o.course, c.InOrStdin(), c.OutOrStdout(), o.out.Profile)
	}
	if err := o.list(c); err != nil {
		return err
	}
	o.print("\n")
	return o.next(c)
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// print writes text with as much colour as is wanted.
func (o *options) print(text string) { fmt.Fprint(o.out, text) }

// warn tells of trouble with the progress file, which stops nothing.
func warn(c *cobra.Command, err error) {
	if err != nil {
		fmt.Fprintf(c.ErrOrStderr(), "grader: %v\n", err)
	}
}

// survey returns the status of every target.
func (o *options) survey(c *cobra.Command) []course.Status {
	all, err := o.course.Survey()
	warn(c, err)
	return all
}

// targets takes a chapter and, if it is there, a kernel. Without a kernel it means all of
// the chapter.
func targets(args []string) ([]course.Target, error) {
	e, err := course.FindExercise(args[0])
	if err != nil || len(args) == 1 {
		return targetsOf(e), err
	}
	t, err := course.FindTarget(e, args[1])
	return []course.Target{t}, err
}

func targetsOf(e *rubric.Exercise) []course.Target {
	if e == nil {
		return nil
	}
	return course.Targets(e)
}

// chapter accepts a chapter, and a kernel or plan if it may follow or must.
func chapter(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("usage: %s", c.UseLine())
		}
		return nil
	}
}
