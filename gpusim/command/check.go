package command

// This file is gpusim check: one launch under the eyes of a checker.

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/report"
)

type checkOptions struct {
	profileOptions
	tool  string
	tools gpusim.Tools
}

func checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check [-grid X[,Y[,Z]]] FILE [KERNEL PARAM=VALUE …]",
		Short: "Run a kernel and look for mistakes that its results may hide",
		Long: "Run a kernel of a file, or of the package in a folder, and look for mistakes that its results may hide. " +
			"It exits with 1 when there are any; warnings do not count.\n\n" + toolHelp() + "\n\n" + valueHelp,
		Example: "  gpusim check -grid 4 -block 256 reverse.go Reverse x=1024:ramp",
		Args:    fileAtLeast,
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.launchFlags(c)
	o.cuda.flags(c)
	c.Flags().StringVar(&o.tool, "tool", check.All, "what to look for, by the `names` of compute-sanitizer, separated by commas")
	c.Flags().Int64Var(&o.config.CheckBytes, "checkbytes", 0, "`bytes` of memory that each tool may take (0: 1 GiB)")
	return c
}

// toolHelp lists the tools.
func toolHelp() string {
	text := "The tools:"
	for _, t := range check.Tools {
		text += fmt.Sprintf("\n  %-12s %s", t.Name, t.Finds)
	}
	return text
}

func (o *checkOptions) run(c *cobra.Command, args []string) error {
	if err := checkFormat(o.format, pageFormat); err != nil {
		return err
	}
	if err := o.tools.UnmarshalText([]byte(o.tool)); err != nil {
		return usagef("-tool is %q; the tools are %s, and %s", o.tool, check.Names(check.Tools), check.All)
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	var list []*report.Check
	err = o.chain(c, args, func(args []string) error {
		found, err := o.check(c, dev, args)
		if found != nil {
			list = append(list, found)
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return o.print(c, list)
}

// check launches the kernel. The result is nil where it did not run.
func (o *checkOptions) check(c *cobra.Command, dev *gpusim.Device, args []string) (*report.Check, error) {
	args, err := o.proposed(c, args)
	if err == nil {
		err = o.parse(args)
	}
	if err != nil {
		return nil, err
	}
	kernel, values, err := o.prepare(c, dev, args)
	if err != nil {
		return nil, o.failed(c, dev.Name(), args[1], err)
	}
	found, err := dev.Check(o.tools, kernel, o.config, values)
	if found == nil {
		return nil, o.failed(c, dev.Name(), args[1], err)
	}
	o.ended(launched{name: args[1], kernel: kernel, words: args[2:], values: values})
	return found, nil
}

// print writes what was found. Its error says that there were mistakes.
func (o *checkOptions) print(c *cobra.Command, list []*report.Check) error {
	documents, errors := make([][]byte, len(list)), 0
	for i, found := range list {
		documents[i] = o.document(found)
		errors += found.Errors()
	}
	if _, err := c.OutOrStdout().Write(o.joined(documents)); err != nil {
		return err
	}
	if errors > 0 {
		return errReported
	}
	return nil
}

// document is what was found in one launch.
func (o *checkOptions) document(found *report.Check) []byte {
	switch o.format {
	case jsonFormat:
		return report.CheckedJSON(found.Device, found.Kernel, found.Tool, found.Diagnostics())
	case pageFormat:
		return checkedPage(found).JSON()
	}
	return []byte(found.Allowed() + found.String() + "\n")
}
