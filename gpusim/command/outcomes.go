package command

// This file is gpusim outcomes: every outcome that the memory model allows.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

func outcomesCommand() *cobra.Command {
	var o profileOptions
	c := &cobra.Command{
		Use:   "outcomes -grid X[,Y[,Z]] FILE.go KERNEL PARAM=VALUE …",
		Short: "List every outcome that the memory model allows for a small launch",
		Long: "List every outcome that the memory consistency model of PTX allows for a launch of two to four threads " +
			"with about a dozen accesses, fences and barriers, and which of them threads that take turns never reach.\n\n" + valueHelp,
		Example: "  gpusim outcomes -grid 2 -block 1 message.go Message data=1 flag=1 out=2",
		Args:    fileAndKernel,
		RunE:    func(c *cobra.Command, args []string) error { return o.outcomes(c, args) },
	}
	deviceFlag(c, &o.device)
	tableFlag(c, &o.format)
	c.Flags().StringVar(&o.grid, "grid", "", "`blocks` of the grid: X, or X,Y, or X,Y,Z (no default)")
	c.Flags().StringVar(&o.block, "block", "1", "`threads` of a block: X, or X,Y, or X,Y,Z")
	sharedFlag(c, &o.shared)
	return c
}

func (o *profileOptions) outcomes(c *cobra.Command, args []string) error {
	if err := cmp.Or(checkFormat(o.format, csvFormat), o.parse(args)); err != nil {
		return err
	}
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	kernel, values, err := o.prepare(c, dev, args)
	if err != nil {
		return o.failed(c, dev.Name(), args[1], err)
	}
	found, err := dev.Outcomes(kernel, o.config, values)
	if err != nil {
		return o.failed(c, dev.Name(), args[1], err)
	}
	switch o.format {
	case jsonFormat:
		_, err = c.OutOrStdout().Write(found.JSON())
		return err
	case csvFormat:
		_, err = c.OutOrStdout().Write(outcomeTable(found).CSV())
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), found)
	return err
}

// outcomeTable has a row per outcome: the elements, and whether threads that take turns
// reach it.
func outcomeTable(found *report.Outcomes) *report.Table {
	t := report.NewTable(append(slices.Clone(found.Elements), "in turns")...)
	for _, o := range found.List {
		t.Add(append(slices.Clone(o.Values), strconv.FormatBool(o.Turns))...)
	}
	return t
}
