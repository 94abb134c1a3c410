package main

// This file is gpusim metrics: what the names in a report mean.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

func metricsCommand() *cobra.Command {
	format := textFormat
	c := &cobra.Command{
		Use:     "metrics [NAME …]",
		Short:   "Explain the metrics of a report",
		Long:    "Explain metrics by their Nsight Compute or nvprof names, or by a part of them; without a name, all.",
		Example: "  gpusim metrics gld_transactions\n  gpusim metrics bank_conflicts",
		RunE:    func(c *cobra.Command, names []string) error { return explainMetrics(c, format, names) },
	}
	tableFlag(c, &format)
	return c
}

func explainMetrics(c *cobra.Command, format string, names []string) error {
	if err := checkFormat(format, csvFormat); err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{""}
	}
	var text strings.Builder
	t := report.NewTable("metric", "nvprof", "group", "meaning", "unit")
	for _, name := range names {
		found := metricsWith(name)
		if len(found) == 0 {
			return usagef("no metric is called %s; %s lists them", name, c.CommandPath())
		}
		for _, m := range found {
			fmt.Fprintf(&text, "%s\n    %s: %s (%s)\n", namesOf(m), m.Group, m.Meaning, m.Unit)
			t.Add(m.Name, strings.Join(m.NVProf, ", "), m.Group, m.Meaning, m.Unit)
		}
	}
	return writeTable(c, format, t, text.String())
}

// metricsWith returns the metrics whose names hold part.
func metricsWith(part string) (found []*report.Metric) {
	for _, m := range gpusim.Metrics() {
		if strings.Contains(namesOf(m), part) {
			found = append(found, m)
		}
	}
	return found
}

func namesOf(m *report.Metric) string {
	return strings.Join(append([]string{m.Name}, m.NVProf...), ", ")
}
