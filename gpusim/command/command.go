// Package command is the command line gpusim, apart from the process: Run takes the words
// of a command line and writes what a terminal shows.
//
// Flags are written as Go's tools write theirs, with one dash: -device H200.
// The exit code is 0 when all went well, 1 when a kernel or a launch is wrong
// (the reason is on standard error, or in the JSON), and 2 when the
// command line is.
//
// A command is a cobra.Command whose flags fill a struct of options; its
// run method takes the rest of the command line. What a PARAM=VALUE means
// stands in values.go.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/cli"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
	"gpucourse/internal/spelling"
)

// The exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

// usageError is a mistake on the command line.
type usageError struct{ error }

// usagef makes a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errReported says that standard output already holds the reason.
var errReported = errors.New("reported")

// RunInPage is Run with the commands that a page of a browser uses, for a program that the
// page loads: the linker drops what they do not need, such as writing CUDA C: 7 % of the bytes.
func RunInPage(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return run(ctx, rootCommand(append(pageCommands(), playCommand(), sweepCommand(nil))), args, stdout, stderr)
}

func run(ctx context.Context, root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	root.SetArgs(unparsed(cli.TwoDashes(root, args)))
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var usage usageError
	var program exitStatus
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &program):
		return int(program)
	case errors.Is(err, errReported):
		return exitFailed
	case errors.As(err, &usage):
		printUsage(root, cli.OneDash(err.Error()), args)
		return exitUsage
	}
	fmt.Fprintln(stderr, err)
	return exitFailed
}

// commandLine is the code of a mistake on the command line.
const commandLine diag.Code = "CommandLine"

// jsonAsked finds -format json, also where the rest of the command line is wrong.
var jsonAsked = regexp.MustCompile(`(?:^| )--?format[ =]json(?: |$)`)

// printUsage reports a mistake on the command line, in the format that is asked for.
func printUsage(root *cobra.Command, message string, args []string) {
	if jsonAsked.MatchString(strings.Join(args, " ")) {
		root.OutOrStdout().Write(report.DiagnosticsJSON("", "", diag.List{{Code: commandLine, Message: message}}))
		return
	}
	fmt.Fprintf(root.ErrOrStderr(), "gpusim: %s\n", message)
}

// unknownCommand is the error of a command that there is not.
func unknownCommand(args []string, commands []*cobra.Command) error {
	name := args[0]
	if source.IsCUDA(name) || strings.HasSuffix(name, ".go") {
		return usagef("%q is no command: gpusim profile %s runs a kernel, and gpusim run a whole program in CUDA C", name, name)
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.Name())
	}
	return usagef("unknown command %q%s; gpusim -help lists the commands", name, suggested(spelling.Suggest(name, names)))
}

// wrongFlag is the error of a flag that there is not, or of its value.
func wrongFlag(c *cobra.Command, err error) error {
	message, _, number := strings.Cut(err.Error(), ": strconv.")
	if number {
		message += ": it is no number that fits"
	}
	if name, unknown := strings.CutPrefix(message, "unknown flag: --"); unknown {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "-"+f.Name) })
		message += suggested(spelling.Suggest("-"+name, names))
	}
	return usagef("%s; %s -help lists the flags", message, c.CommandPath())
}

// suggested is a suggestion inside of a sentence.
func suggested(question string) string {
	if question == "" {
		return ""
	}
	return " (" + question + ")"
}

func pageCommands() []*cobra.Command {
	return []*cobra.Command{devicesCommand(), profileCommand(), checkCommand(), compileCommand(), proposeCommand()}
}

func rootCommand(commands []*cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use:           "gpusim",
		Version:       cli.Version(),
		Short:         "Run kernels and programs in CUDA C, and kernels in Go, on a simulated device",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args, commands)
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return wrongFlag(c, err)
	})
	cli.HelpWithOneDash(root)
	root.AddCommand(commands...)
	return root
}

// The formats of a result.
const (
	textFormat = "text"
	jsonFormat = "json" // of reports and failures: gpusim/report/report.schema.json
	csvFormat  = "csv"  // of metrics, with the columns of ncu --csv
)

// formatFlag adds -format.
func formatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", textFormat, "text or json")
}

// tableFlag adds -format of a command that prints tables.
func tableFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", textFormat, "text, json or csv")
}

// writeTable prints a table as JSON or CSV, and otherwise the text.
func writeTable(c *cobra.Command, format string, t *report.Table, text string) error {
	_, err := c.OutOrStdout().Write(tableBytes(format, t, text))
	return err
}

// tableBytes is a table as JSON or CSV, and otherwise the text.
func tableBytes(format string, t *report.Table, text string) []byte {
	switch format {
	case jsonFormat:
		return t.JSON()
	case csvFormat:
		return t.CSV()
	}
	return []byte(text)
}

// checkFormat refuses anything but text, JSON and a command's own formats.
func checkFormat(format string, others ...string) error {
	known := append([]string{textFormat, jsonFormat}, others...)
	if slices.Contains(known, format) {
		return nil
	}
	last := len(known) - 1
	return usagef("-format is %q; %s and %s are known", format, strings.Join(known[:last], ", "), known[last])
}

// deviceFlag adds -device.
func deviceFlag(c *cobra.Command, device *string) {
	c.Flags().StringVar(device, "device", "H200", "the `name` of a device; gpusim devices lists them")
}

// sharedFlag adds -shared.
func sharedFlag(c *cobra.Command, bytes *string) {
	c.Flags().StringVar(bytes, "shared", "0", "`bytes` of dynamic shared memory per block")
}

// schedulerFlag adds -scheduler.
func schedulerFlag(c *cobra.Command, policy *string) {
	const name = "scheduler"
	var names, choices []string
	for _, p := range arch.SchedulerPolicies() {
		names, choices = append(names, p.String()), append(choices, fmt.Sprintf("%v (%s)", p, p.Prefers()))
	}
	last := len(choices) - 1
	c.Flags().StringVar(policy, name, "", "`policy` of the warp schedulers: "+strings.Join(choices[:last], ", ")+" or "+choices[last]+"; empty: as the device is")
	completeWith(c, name, names)
}

// completeWith lets a shell complete the value of a flag with one of some names.
func completeWith(c *cobra.Command, flag string, names []string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("BUG: " + err.Error())
	}
}

// schedulerOf returns the policy of -scheduler.
func schedulerOf(name string) (arch.SchedulerPolicy, error) {
	p, err := arch.ParseSchedulerPolicy(name)
	if err != nil {
		return p, usagef("-scheduler: %w", err)
	}
	return p, nil
}

// cacheFlag adds -cache.
func cacheFlag(c *cobra.Command, cache *cacheValue) {
	c.Flags().Var(cache, "cache", "how L1 and shared memory divide their memory, on devices where they do: none, shared, l1 or equal")
}

// carveoutFlag adds -carveout.
func carveoutFlag(c *cobra.Command, percent *int) {
	c.Flags().IntVar(percent, "carveout", 0, "`percent` of what an SM can have as shared memory to set aside for it, on devices where the driver chooses; -1: as little as is needed")
}

// cacheValue is a gpusim.Cache as a flag.
type cacheValue gpusim.Cache

// String implements pflag.Value.
func (v *cacheValue) String() string { return gpusim.Cache(*v).String() }

// Set implements pflag.Value.
func (v *cacheValue) Set(name string) error {
	c, err := arch.ParseCachePreference(name)
	*v = cacheValue(c)
	return err
}

// Type implements pflag.Value.
func (v *cacheValue) Type() string { return "division" }

// registersFlag adds -maxrregcount.
func registersFlag(c *cobra.Command, most *int) {
	c.Flags().IntVar(most, "maxrregcount", 0, "`registers` a thread may have at most (0: the device's limit)")
}

// passesFlag adds -passes.
func passesFlag(c *cobra.Command, passes *string) {
	c.Flags().StringVar(passes, "passes", "all", "what the compiler does: all, none, or `-name,-name` for all but these; compile -passes list names them")
}

// checkRegistersFlag refuses a negative limit.
func checkRegistersFlag(most int) error {
	if most < 0 {
		return usagef("-maxrregcount is %d: a number of registers is not negative", most)
	}
	return nil
}
