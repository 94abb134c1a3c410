package validation

// This file compares times with those that the course's documents measured on older
// devices. No number of the devices comes from these times.

import (
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

// within logs how much got differs from want, and fails if the difference is over a part of
// want.
func within(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	t.Logf("%-46s %8.3f, the document %8.3f: %+.1f %%", what, got, want, 100*(got/want-1))
	if math.Abs(got/want-1) > part {
		t.Errorf("%s: got %.3f, want %.3f within %.0f %%", what, got, want, 100*part)
	}
}

// TestTransformOnK20c is document 3's transform of 65 million points, in milliseconds. With
// constants DRAM is the limit: published runs read 148 and write 140 of a K20's 208 GB/s in
// words of four bytes, and copy 152 in words of eight; the document's float run reached
// 126, its double run 141. The matrix in global memory is one line of L2. One of twenty
// slices serves it to all SMs at one sector per cycle, so 32.5 million loads take 46 ms.
func TestTransformOnK20c(t *testing.T) {
	if testing.Short() {
		t.Skip("four large launches")
	}
	float, double := transformed[float32](t, kernels.TransformConst32), transformed[float64](t, kernels.TransformConst64)
	floatGlobal, doubleGlobal := transformed[float32](t, kernels.TransformGlobal32), transformed[float64](t, kernels.TransformGlobal64)
	within(t, "float, constant", float, 12.392, 0.25)
	within(t, "float, global", floatGlobal, 50.546, 0.05)
	within(t, "double, constant", double, 22.161, 0.15)
	within(t, "double, global", doubleGlobal, 53.667, 0.05)
	within(t, "float, global by constant", floatGlobal/float, 4.08, 0.15)
	within(t, "double, global by constant", doubleGlobal/double, 2.42, 0.15)
}

// transformed returns the milliseconds for 65 million points, extrapolated from fewer: all
// waves of blocks but the last take equal times.
func transformed[T float32 | float64](t *testing.T, kernel any) float64 {
	t.Helper()
	const n, block = 4_000_000, 256
	dev := open(t, "K20c")
	args := make([]any, 3, 4)
	for i := range args {
		buffer, err := gpusim.Malloc[T](dev, n)
		if err != nil {
			t.Fatal(err)
		}
		args[i] = buffer
	}
	report, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim((n + block - 1) / block), Block: gpusim.Dim(block)}, append(args, n)...)
	if err != nil {
		t.Fatal(err)
	}
	perCycle := report.Time.Microseconds / report.Time.Cycles
	launch := report.Time.LaunchCycles
	return (launch + (report.Time.Cycles-launch)*points65M/n) * perCycle / 1000
}

func open(t *testing.T, name string) *gpusim.Device {
	t.Helper()
	dev, err := gpusim.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

// TestColumnsTakeLonger is document 4's square tile written and read by rows, 1.552 µs, and
// by columns, 2.464 µs. It names no device. Its 32 transactions per request mean banks of
// four bytes. A K40 has half as many, at half the clock.
func TestColumnsTakeLonger(t *testing.T) {
	for _, name := range []string{"K40", "GTX 980", "P100", "V100"} {
		rows, columns := square(t, name, kernels.SetRowReadRow[int32]), square(t, name, kernels.SetColReadCol[int32])
		t.Logf("%s: %.3f and %.3f µs", name, rows, columns)
		within(t, name+", columns by rows", columns/rows, 2.464/1.552, 0.25)
	}
}

// square returns the microseconds that a tile takes.
func square(t *testing.T, device string, kernel any) float64 {
	t.Helper()
	const side = 32
	dev := open(t, device)
	out, err := gpusim.Malloc[int32](dev, side*side)
	if err != nil {
		t.Fatal(err)
	}
	config := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim3(cases.Dim(side, side)), Options: gpusim.Options{Warm: true}}
	report, err := dev.Launch(kernel, config, out)
	if err != nil {
		t.Fatal(err)
	}
	return report.Time.Microseconds
}
