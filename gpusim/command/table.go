package command

// This file is gpusim profile -metrics: some metrics of several kernels on
// several devices, a launch a row.

import (
	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

// selection returns the metrics that are asked for.
func (o *profileOptions) selection() (s report.Selection, err error) {
	if o.metrics == "" {
		return s, nil
	}
	s.Names = sweep.Fields(o.metrics)
	for _, name := range s.Names {
		if gpusim.Metrics().Lookup(name) == nil {
			return s, usagef("no metric is called %s; gpusim metrics lists them", name)
		}
	}
	return s, nil
}

// table runs every kernel on every device with the same arguments.
func (o *profileOptions) table(c *cobra.Command, args []string, s report.Selection) error {
	args, err := o.proposed(c, args)
	if err == nil {
		err = o.parse(args)
	}
	if err == nil {
		o.config.Sample, err = o.sampling()
	}
	if err != nil {
		return err
	}
	for _, kernel := range sweep.Fields(args[1]) {
		for _, name := range sweep.Fields(o.device) {
			rep, err := o.launchOn(c, name, append([]string{args[0], kernel}, args[2:]...))
			if err != nil {
				return o.failed(c, name, kernel, err)
			}
			s.Reports = append(s.Reports, rep)
		}
	}
	_, err = c.OutOrStdout().Write(o.selected(s))
	return err
}

// selected is chosen metrics in the format asked for.
func (o *profileOptions) selected(s report.Selection) []byte {
	switch o.format {
	case jsonFormat:
		return s.JSON()
	case csvFormat:
		return s.CSV()
	}
	return []byte(s.String() + "\n")
}

// launchOn opens a device and launches a kernel on it.
func (o *profileOptions) launchOn(c *cobra.Command, device string, args []string) (*gpusim.Report, error) {
	dev, err := gpusim.Open(device)
	if err != nil {
		return nil, usageError{err}
	}
	return o.launch(c, dev, args)
}
