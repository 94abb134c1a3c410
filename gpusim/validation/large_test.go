package validation

// This file has the two launches that are too large for most tests: 65 million points.

import (
	"runtime"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

// large65M are the measured transforms of 65 million points. Their arrays are allocated on
// the device, so they have no arguments.
var large65M = []cases.Case{
	cases.New("transform_f32_const_65M", kernels.TransformConst32, cases.Dim((points65M+255)/256), cases.Dim(256), 0, nil),
	cases.New("transform_f32_global_65M", kernels.TransformGlobal32, cases.Dim((points65M+255)/256), cases.Dim(256), 0, nil),
}

const points65M = 65_000_000

// launchLarge runs one of large65M on zeros.
func launchLarge(tb testing.TB, c cases.Case, config gpusim.Config) *gpusim.Report {
	tb.Helper()
	dev, err := gpusim.Open(testSpec.Name)
	if err != nil {
		tb.Fatal(err)
	}
	args := make([]any, 3, 4)
	for i := range args {
		if args[i], err = gpusim.Malloc[float32](dev, points65M); err != nil {
			tb.Fatal(err)
		}
	}
	config.Grid, config.Block = gpusim.Dim3(c.Grid), gpusim.Dim3(c.Block)
	report, err := dev.Launch(c.Kernel, config, append(args, points65M)...)
	if err != nil {
		tb.Fatalf("%s: %v", c.Name, err)
	}
	return report
}

// BenchmarkTransform65M reports the host's time for the largest measured launches, and the
// memory of the process.
func BenchmarkTransform65M(b *testing.B) {
	for _, c := range large65M {
		b.Run(c.Name, func(b *testing.B) {
			for b.Loop() {
				launchLarge(b, c, gpusim.Config{})
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/1e9, "GB")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/launch")
		})
	}
}
