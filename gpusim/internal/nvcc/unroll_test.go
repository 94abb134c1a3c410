package nvcc

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// TestCountedAsMeasured compares the unrolling of loops with a constant trip count with what nvcc's
// front end and ptxas made of 240 loops. ptxas looks at what the front end has left.
func TestCountedAsMeasured(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(validation, "h200/compiler/counted.txt"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	front, back := 0, 0
	for _, row := range rows {
		var trips, operations, inFront, inBack int
		if _, err := fmt.Sscan(row, &trips, &operations, &inFront, &inBack); err != nil {
			t.Fatal(err)
		}
		got := factorOf(Loop{Work: 8 + 2*operations}, trips) // index, address, load, product, sum, counter, test, branch
		if got == inFront {
			front++
		}
		again := 0
		if inFront > 0 {
			again = inFront * factorOf(Loop{Again: true, Machine: inFront * (2 + operations), Loads: inFront}, trips/inFront)
		}
		if again == inBack {
			back++
		} else {
			t.Logf("%s: the back half makes %d", row, again)
		}
	}
	t.Logf("of %d loops the front half agrees for %d, the back half for %d", len(rows), front, back)
	if len(rows) < 200 || front < len(rows)*98/100 || back < len(rows)*90/100 {
		t.Error("want 98 and 90 of a hundred")
	}
}

// factorOf returns how many iterations one pass through the loop executes; 0 if no loop is left.
func factorOf(l Loop, trips int) int {
	if trips > CUDA13.MostTrips(l) {
		return 1
	}
	factor, ok := CUDA13.UnrollCounted(l, trips)
	if !ok {
		return 1
	}
	return factor
}

// TestFunctionsAsMeasured: a function without a loop has about the instructions of libdevice.
func TestFunctionsAsMeasured(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(validation, "h200/compiler/functions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	mods := map[string]ir.Mod{
		"expf": ir.Exp, "expm1f": ir.Expm1, "logf": ir.Log, "log2f": ir.Log2, "log10f": ir.Log10, "log1pf": ir.Log1p,
		"asinf": ir.Asin, "acosf": ir.Acos, "atanf": ir.Atan, "sinhf": ir.Sinh, "coshf": ir.Cosh, "tanhf": ir.Tanh,
		"erff": ir.Erf, "cbrtf": ir.Cbrt, "roundf": ir.Round, "hypotf": ir.Hypot,
	}
	compared := 0
	for row := range strings.Lines(string(text)) {
		var name string
		var instrs, branches int
		if _, err := fmt.Sscan(row, &name, &instrs, &branches); err != nil {
			t.Fatal(err)
		}
		if mod, ok := mods[name]; ok {
			compared++
			if got := CUDA13.Work(&ir.Instr{Op: ir.Math, Mod: mod, Type: ir.F32}); got != instrs {
				t.Errorf("%s has %d instructions, measured %d", name, got, instrs)
			}
		}
	}
	if compared != len(mods) {
		t.Errorf("%d functions compared, want %d", compared, len(mods))
	}
}
