package gpusim_test

import (
	"reflect"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
)

// launchCase runs a case with a configuration that says nothing of its shape.
func launchCase(t *testing.T, c cases.Case, config gpusim.Config) *gpusim.Report {
	t.Helper()
	dev := open(t)
	args := c.Args()
	for i, arg := range args {
		if reflect.ValueOf(arg).Kind() == reflect.Slice {
			a, err := dev.UploadArray(arg)
			if err != nil {
				t.Fatal(err)
			}
			args[i] = a
		}
	}
	config.Grid, config.Block, config.Shared = gpusim.Dim3(c.Grid), gpusim.Dim3(c.Block), c.Shared
	return launch(t, dev, c.Kernel, config, args...)
}
