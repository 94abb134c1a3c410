package validation

// This file compares the registers of every kernel of visible.cu with those that ptxas
// reports.

import (
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/kernels"
)

// The agreement that is asked of registers: no kernel differs by more than far, and at
// least the share equal of all kernels has exactly the number that ptxas gives it.
const (
	far   = 4
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

// compiledFor compiles a Go function for the measured device.
func compiledFor(t *testing.T, kernel any) *ir.Kernel {
	t.Helper()
	unit, name, err := compile.LoadFunc(kernel)
	if err != nil {
		t.Fatal(err)
	}
	k, err := unit.Kernel(name, compile.Options{Spec: testSpec})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(k); err != nil {
		t.Fatal(err)
	}
	return k
}
