package gpusim_test

import (
	"reflect"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
)

// This file launches the cases of validation.

// launchCase launches a case on fresh buffers of a device. The case sets grid, block and shared
// memory of config.
func launchCase(t *testing.T, device string, c cases.Case, config gpusim.Config) *gpusim.Report {
	t.Helper()
	dev := openNamed(t, device)
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
