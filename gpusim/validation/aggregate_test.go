package validation

// This file compares which atomics one lane executes for all with nvcc's machine code.

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
)

// mangled is a kernel of aggregate.cu as nvcc names it: its type and numbers.
var mangled = regexp.MustCompile(`^_Z1kI([ijyfd])Li(\d)ELi(\d)ELi(\d)ELi(\d)E`)

// TestAggregatedAtomics: of each kind of atomic, one lane makes the changes of all where nvcc
// has it chosen with FLO, except where a result in shared memory is used.
func TestAggregatedAtomics(t *testing.T) {
	types := map[string]string{"i": "int", "j": "unsigned", "y": "unsigned long long", "f": "float", "d": "double"}
	devices := map[string]*arch.Spec{"75": spec(t, "Tesla T4"), "80": spec(t, "A100"), "90": spec(t, "H100")}
	measured, err := os.ReadFile("h100/aggregate.txt")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := source.LoadFile("h100/aggregate.cu", source.Module)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for row := range strings.Lines(string(measured)) {
		f := strings.Fields(row)
		m, s := mangled.FindStringSubmatch(f[1]), devices[f[0]]
		if m == nil || s == nil || testing.Short() && m[2] != "0" {
			continue
		}
		name := fmt.Sprintf("k<%s,%s,%s,%s,%s>", types[m[1]], m[2], m[3], m[4], m[5])
		k, err := compile.Kernel(unit, name, compile.Options{Spec: s})
		if err != nil {
			t.Fatal(err)
		}
		instrs := simt.Decode(k, s).Instrs
		for _, a := range isa.Atomics(s, instrs, len(k.Regs)) {
			compared++
			usedInShared := m[4] == "1" && m[5] == "1" // not modelled
			if want := strings.Contains(row, "FLO") && !usedInShared; a.Combined != want {
				t.Errorf("%s on %s: one lane for all: got %v, nvcc %v", name, s.Name, a.Combined, want)
			}
			if want := strings.Contains(row, "SHFL.UP") && !usedInShared; a.Scanned != want {
				t.Errorf("%s on %s: one lane for a whole warp: got %v, nvcc %v", name, s.Name, a.Scanned, want)
			}
			if want := strings.Contains(row, "ATOMS.POPC.INC"); a.Counted != want {
				t.Errorf("%s on %s: the banks count: got %v, nvcc %v", name, s.Name, a.Counted, want)
			}
		}
	}
	if compared == 0 {
		t.Fatal("aggregate.txt has no kernel that is known here")
	}
	t.Logf("%d atomics compared", compared)
}

func spec(t *testing.T, name string) *arch.Spec {
	t.Helper()
	s, err := arch.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
