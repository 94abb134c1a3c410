package validation

// This file compares the registers of every kernel of visible.cu with the report of ptxas,
// and the registers of every launch with Nsight Compute.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/kernels"
)

// The agreement that is asked of registers: no kernel differs by more than far, and at
// least the share equal of all kernels has exactly the number that ptxas gives it.
const (
	far   = 6
	equal = 0.6
)

// templateBools spells a C++ template argument as the profiler does.
var templateBools = strings.NewReplacer("true", "1", "false", "0")

// TestRegisters compares the registers of every kernel with those of the real compiler.
func TestRegisters(t *testing.T) {
	goKernels := map[string]any{}
	for _, c := range kernels.Cases() {
		goKernels[profileOf(c.Name).Kernel] = c.Kernel
	}
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"kernel", "ptxas", "ours", "difference", "ptxas spilled", "ours"})
	all, same := 0, 0
	for _, want := range h200.Registers("sm_90") {
		kernel := goKernels[templateBools.Replace(want.Kernel)]
		if kernel == nil {
			t.Logf("%s has no counterpart in Go", want.Kernel)
			continue
		}
		got := compiledFor(t, kernel).Usage
		diff := got.Registers - want.Registers
		rows.AppendRow(table.Row{want.Kernel, want.Registers, got.Registers, diff, want.SpillStores, got.SpillStores})
		all++
		if diff == 0 {
			same++
		}
		if max(diff, -diff) > far {
			t.Errorf("%s: %d registers, ptxas gives it %d", want.Kernel, got.Registers, want.Registers)
		}
	}
	t.Logf("registers, sm_90:\n%s\n%d of %d equal", rows.Render(), same, all)
	if float64(same) < equal*float64(all) {
		t.Errorf("%d of %d kernels have the registers that ptxas gives them, want %.0f %%", same, all, 100*equal)
	}
}

// TestBounds: loads that can move to the front take as many registers as ptxas gives them, by
// what __launch_bounds__ says.
func TestBounds(t *testing.T) {
	const tolerance = 0.06
	unit, rows := measuredKernels(t, "h200/compiler/bounds")
	for _, row := range rows {
		var threads, blocks, products, want int
		if _, err := fmt.Sscan(strings.Join(row, " "), &threads, &blocks, &products, &want); err != nil {
			t.Fatal(err)
		}
		k, err := compile.Kernel(unit, fmt.Sprintf("k_%d_%d_%d", threads, blocks, products), compile.Options{Spec: testSpec})
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Usage.Registers; math.Abs(float64(got-want)) > tolerance*float64(want) {
			t.Errorf("%d threads, %d blocks, %d products: %d registers, ptxas gives %d", threads, blocks, products, got, want)
		}
	}
}

// TestLaunchRegisters: Nsight Compute shows the registers per thread that ptxas reports, and
// Regs.LaunchMin where ptxas reports fewer.
func TestLaunchRegisters(t *testing.T) {
	compiled := map[string]int{}
	for _, k := range h200.Registers("sm_90") {
		compiled[templateBools.Replace(k.Kernel)] = k.Registers
	}
	small, least := 0, testSpec.Regs.LaunchMin
	for _, p := range h200.Profiles() {
		n := compiled[p.Kernel]
		if n == 0 {
			continue
		}
		if n < least {
			small++
		}
		if got := p.Metrics[registers]; int(got) != max(n, least) {
			t.Errorf("%s: %.0f registers were measured; ptxas reports %d, and the driver allocates at least %d", p.Case, got, n, least)
		}
	}
	if small == 0 {
		t.Errorf("no measured kernel has fewer than %d registers", least)
	}
}

// TestRegistersOfLaunches compares the registers per thread of each launch with Nsight Compute:
// a share of mostEqual must be equal, and a share of mostNear may differ by at most far.
func TestRegistersOfLaunches(t *testing.T) {
	const mostEqual, mostNear = 0.84, 0.97
	all, same, near := 0.0, 0.0, 0.0
	for _, c := range allCases() {
		if skipped(c) {
			continue
		}
		got, want := launched(t, c).registers, profileOf(c.Name).Metrics[registers]
		all++
		if got == want {
			same++
		} else {
			t.Logf("%s: %.0f measured, %.0f simulated", c.Name, want, got)
		}
		if math.Abs(got-want) <= far {
			near++
		}
	}
	t.Logf("%.0f launches: %.0f have the measured registers, %.0f differ by %d at most", all, same, near, far)
	if *only == "" && (same < mostEqual*all || near < mostNear*all) {
		t.Errorf("want %.0f %% equal and %.0f %% near", 100*mostEqual, 100*mostNear)
	}
}

// compiledFor compiles a Go function for the measured device.
func compiledFor(t *testing.T, kernel any) *ir.Kernel {
	t.Helper()
	unit, name, err := source.LoadFunc(kernel)
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(unit, name, compile.Options{Spec: testSpec})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(k); err != nil {
		t.Fatal(err)
	}
	return k
}
