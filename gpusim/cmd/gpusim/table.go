package main

// This file is gpusim profile -metrics: some metrics of several kernels on
// several devices, a launch a row.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

// table runs every kernel on every device with the same arguments.
func (o *profileOptions) table(c *cobra.Command, args []string) error {
	if o.format == "json" {
		return usagef("-metrics makes a table; with -format json leave it out, which gives all metrics")
	}
	titles := []string{"kernel", "device"}
	metrics := list(o.metrics)
	for _, name := range metrics {
		if gpusim.Metrics().Lookup(name) == nil {
			return usagef("no metric is called %s; gpusim metrics lists them", name)
		}
		titles = append(titles, "<"+name)
	}
	t := report.NewTable(titles...)
	for _, kernel := range list(args[1]) {
		for _, name := range list(o.device) {
			rep, err := o.launchOn(c, name, append([]string{args[0], kernel}, args[2:]...))
			if err != nil {
				return err
			}
			t.Add(append([]string{rep.Kernel, rep.Spec.Name}, cells(rep, metrics)...)...)
		}
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), t)
	return err
}

// launchOn opens a device and launches a kernel on it.
func (o *profileOptions) launchOn(c *cobra.Command, device string, args []string) (*gpusim.Report, error) {
	dev, err := gpusim.Open(device)
	if err != nil {
		return nil, usageError{err}
	}
	return o.launch(c, dev, args)
}

// cells are the values of metrics; one that the launch does not have is a dash.
func cells(rep *gpusim.Report, metrics []string) (row []string) {
	for _, name := range metrics {
		cell := "-"
		if v, ok := rep.Metric(name); ok {
			cell = strconv.FormatFloat(v, 'f', -1, 64)
		}
		row = append(row, cell)
	}
	return row
}

// list splits a text at its commas, except those in brackets: type arguments
// of a kernel have commas too.
func list(text string) (parts []string) {
	depth, first := 0, 0
	for i, r := range text {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[first:i]))
				first = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[first:]))
}
