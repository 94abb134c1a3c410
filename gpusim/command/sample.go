package command

// This file is -sample: launches of which some blocks are executed.

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
)

// samplings are the values of -sample.
var samplings = map[string]gpusim.Sampling{"never": gpusim.SampleNever, "large": gpusim.SampleLarge, "always": gpusim.SampleAlways}

// sampleFlag adds -sample.
func sampleFlag(c *cobra.Command, when *string) {
	const name = "sample"
	c.Flags().StringVar(when, name, "", "`when` to execute some blocks and estimate the rest: always, never, or large, where all would take more than some seconds (default large; never where arrays are shown, or another launch follows)")
	completeWith(c, name, slices.Sorted(maps.Keys(samplings)))
}

// sampling returns what -sample says.
func (o *profileOptions) sampling() (gpusim.Sampling, error) {
	s, ok := samplings[o.sample]
	reads := !o.results.none() || len(o.before) > 0 || o.follows
	switch {
	case ok && reads && s != gpusim.SampleNever:
		return 0, usagef("-sample %s leaves memory as it was, so that there is nothing for -out, -print and then: leave one of them out", o.sample)
	case ok:
		return s, nil
	case o.sample != "":
		return 0, usagef("-sample is %q: it is always, large or never", o.sample)
	case reads || o.format == htmlFormat || o.format == pageFormat:
		return gpusim.SampleNever, nil
	}
	return gpusim.SampleLarge, nil
}
