package validation

// The registers of every kernel of visible.cu against what ptxas gave it.

import (
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/kernels"
)

// The bounds within which registers must lie: near for most, far for all.
const (
	near, mostNear = 4, 0.8
	far            = 8
)

// templateBools spells a C++ template argument as the profiler does.
var templateBools = strings.NewReplacer("true", "1", "false", "0")

// early is why some kernels are further off than near.
const early = "ptxas reads parameters and thread numbers long before their use; here a parameter takes a register in the instruction that cannot name the constant bank, and no longer"

// distant are the kernels that are not near, with the reason. A kernel that comes
// near must leave the table.
var distant = map[string]string{
	"void transpose_shared<1>": early, "void transpose_shared<0>": early,
	"void setColReadCol<double>": early, "void setRowReadRow<double>": early, "reduce_shuffle": early,
}

// TestRegisters holds registers to those of the real compiler: within far for
// every kernel, within near for most.
func TestRegisters(t *testing.T) {
	goKernels := map[string]any{}
	for _, c := range kernels.Cases() {
		goKernels[profileOf(c.Name).Kernel] = c.Kernel
	}
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"kernel", "ptxas", "ours", "difference", "ptxas spilled", "ours", "reason"})
	all, close := 0, 0
	for _, want := range h200.Registers("sm_90") {
		kernel := goKernels[templateBools.Replace(want.Kernel)]
		if kernel == nil {
			t.Logf("%s has no counterpart in Go", want.Kernel)
			continue
		}
		got := compiledFor(t, kernel).Usage
		diff := got.Registers - want.Registers
		rows.AppendRow(table.Row{want.Kernel, want.Registers, got.Registers, diff, want.SpillStores, got.SpillStores, distant[want.Kernel]})
		all++
		if max(diff, -diff) <= near {
			close++
		}
		if isNear, reason := max(diff, -diff) <= near, distant[want.Kernel]; isNear == (reason != "") {
			t.Errorf("%s: %d registers, ptxas gives it %d; its reason for being further off than %d: %q", want.Kernel, got.Registers, want.Registers, near, reason)
		}
		if max(diff, -diff) > far {
			t.Errorf("%s: %d registers, ptxas gives it %d", want.Kernel, got.Registers, want.Registers)
		}
	}
	t.Logf("registers, sm_90:\n%s\n%d of %d within %d", rows.Render(), close, all, near)
	if float64(close) < mostNear*float64(all) {
		t.Errorf("%d of %d kernels are within %d registers, want %.0f %%", close, all, near, 100*mostNear)
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
