package timing

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
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
	m := sm{player: &player{chip: &chip{Launch: &Launch{}}}}
	m.Spec = spec
	for bit, row := range h200.L1("tag")[:contiguous] {
		for x := range 1 << len(m.Spec.Clock.Memory.L1Tags) {
			want := int64(math.Round(row[fmt.Sprintf("x%d", x)]))
			if x == 1<<bit {
				continue // one line
			}
			if got := m.lookUps([]cache.MemRequest{{Line: 0}, {Line: uint64(x ^ 1<<bit)}}); got != want {
				t.Errorf("lines that differ in bit %d and in %d take %d cycles, measured %d", bit, x, got, want)
			}
		}
	}
}
