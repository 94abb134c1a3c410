package sm

// This file compares the banks of L1's tags with an H200.

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/validation/h200"
)

// contiguous is how many bits of a line's number say where it is: memory that lies farther
// apart need not have neighbouring places on the device.
const contiguous = 18

// TestTagsMeetAsMeasured compares which pairs of lines are looked up one after the other.
func TestTagsMeetAsMeasured(t *testing.T) {
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	m := SM{program: &Program{Spec: spec}}
	for bit, row := range h200.L1("tag")[:contiguous] {
		for x := range 1 << len(spec.Clock.Memory.L1Tags) {
			if x == 1<<bit {
				continue // one line
			}
			line := func(n int) cache.MemRequest {
				return cache.MemRequest{LineAccess: coalesce.LineAccess{Line: uint64(n)}}
			}
			want := int64(math.Round(row[fmt.Sprintf("x%d", x)]))
			if got := m.lookups([]cache.MemRequest{line(0), line(x ^ 1<<bit)}); got != want {
				t.Errorf("lines that differ in bit %d and in %d take %d cycles, measured %d", bit, x, got, want)
			}
		}
	}
}
