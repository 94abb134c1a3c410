package command

// This file is gpusim metrics: what the names in a report mean.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
)

func metricsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "metrics [NAME …]",
		Short:   "Explain the metrics of a report",
		Long:    "Explain metrics by their Nsight Compute or nvprof names, or by a part of them; without a name, all.",
		Example: "  gpusim metrics gld_transactions\n  gpusim metrics bank_conflicts",
		RunE: func(c *cobra.Command, names []string) error {
			if len(names) == 0 {
				names = []string{""}
			}
			for _, name := range names {
				found := explain(name)
				if found == "" {
					return usagef("no metric is called %s; %s lists them", name, c.CommandPath())
				}
				fmt.Fprint(c.OutOrStdout(), found)
			}
			return nil
		},
	}
}

// explain returns the rows whose names hold part, a paragraph each.
func explain(part string) string {
	var b strings.Builder
	for _, m := range gpusim.Metrics() {
		names := strings.Join(append([]string{m.Name}, m.NVProf...), ", ")
		if strings.Contains(names, part) {
			fmt.Fprintf(&b, "%s\n    %s: %s (%s)\n", names, m.Group, m.Meaning, m.Unit)
		}
	}
	return b.String()
}
