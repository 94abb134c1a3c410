package validation

// This file compares what calls of printf and assert take with nvcc.

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// callKernel is a kernel of calls.cu as nvcc names it.
var callKernel = regexp.MustCompile(`^_Z\d+(?:(live)ILi(\d+)ELb([01])E|([a-z]+)P)`)

// TestCallsOfTheDriver: the stack is that of nvcc's code, and the registers differ by at most four
// from compute capability 8.0 on. Older devices, for which nvcc keeps many values over a call in
// two registers each, differ by more in a quarter of the kernels.
func TestCallsOfTheDriver(t *testing.T) {
	const near, newer, older = 2, 4, 0.75
	devices := map[string]*arch.Spec{
		"35": spec(t, "Tesla K40"), "70": spec(t, "Tesla V100"), "75": spec(t, "Tesla T4"), "80": spec(t, "A100"), "90": spec(t, "H100"),
	}
	unit, err := source.LoadFile("h100/calls.cu", source.Module)
	if err != nil {
		t.Fatal(err)
	}
	all, good := 0, 0
	for _, m := range readCalls(t) {
		s := devices[m.target]
		if s == nil {
			continue
		}
		k, err := compile.Kernel(unit, m.kernel, compile.Options{Spec: s})
		if err != nil {
			t.Fatal(err)
		}
		if k.LocalBytes != m.stack {
			t.Errorf("%s on %s: %d bytes of stack, nvcc %d", m.kernel, s.Name, k.LocalBytes, m.stack)
		}
		all++
		off := max(k.Usage.Registers-m.registers, m.registers-k.Usage.Registers)
		if off <= near {
			good++
		}
		if s.CC.Major >= 8 && off > newer {
			t.Errorf("%s on %s: %d registers, nvcc %d", m.kernel, s.Name, k.Usage.Registers, m.registers)
		}
	}
	if float64(good) < older*float64(all) || all == 0 {
		t.Errorf("%d of %d kernels are within %d registers", good, all, near)
	}
}

// callUsage is a row of calls.txt.
type callUsage struct {
	target, kernel   string
	registers, stack int
}

func readCalls(t *testing.T) (rows []callUsage) {
	t.Helper()
	measured, err := os.ReadFile("h100/calls.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(measured)) {
		var r callUsage
		var mangled string
		if _, err := fmt.Sscan(line, &r.target, &mangled, &r.registers, &r.stack); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		m := callKernel.FindStringSubmatch(mangled)
		if m == nil {
			t.Fatalf("%s is no kernel of calls.cu", mangled)
		}
		if r.kernel = m[4]; m[1] != "" {
			r.kernel = fmt.Sprintf("%s<%s,%v>", m[1], m[2], m[3] == "1")
		}
		rows = append(rows, r)
	}
	return rows
}
