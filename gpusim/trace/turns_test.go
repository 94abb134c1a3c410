package trace_test

import (
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// The log2 of the bytes of a line and of a sector.
const lineBits, sectorBits = 7, 5

// TestTurns compares the turns of atomics with their definition: of each sector the most lanes
// that use one of its words.
func TestTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, words := range []uint64{1, 2, 26, 32, 1000} {
		for _, active := range []trace.Mask{1, 0xff00ff00, 0xffffffff} {
			a := &trace.Access{Kind: trace.Atomic, Active: active, Addr: &trace.Lanes{}}
			for i := range a.Addr {
				a.Addr[i] = 1<<20 + 4*r.Uint64N(words)
			}
			compareTurns(t, a)
			a.Counted = true
			compareTurns(t, a)
			a.Whole = true
			compareTurns(t, a)
		}
	}
	compareTurns(t, &trace.Access{Active: 0xffffffff, Base: 1 << 20, DX: 4, Width: arch.MaxLanes})
	compareTurns(t, &trace.Access{Active: 0xffffffff, Base: 1 << 20, DY: 32, Width: 8})
}

func compareTurns(t *testing.T, a *trace.Access) {
	t.Helper()
	lines, lanes, sectors, degrees := map[uint64]int32{}, map[uint64]int32{}, map[uint64]int32{}, map[uint64]int32{}
	for i := range arch.MaxLanes {
		if at := a.Lane(i); a.Active.Has(i) {
			if lanes[at]++; a.Counted && (!a.Whole || a.Active == 0xffffffff) {
				lanes[at] = 1
			}
			sectors[at>>sectorBits] = max(sectors[at>>sectorBits], lanes[at])
			degrees[at>>lineBits] = max(degrees[at>>lineBits], lanes[at])
		}
	}
	for sector, n := range sectors {
		lines[sector>>(lineBits-sectorBits)] += n
	}
	for line, want := range lines {
		if all, most := a.Turns(line, lineBits, sectorBits); all != want || most != degrees[line] {
			t.Errorf("line %d: got %d turns and %d lanes, want %d and %d", line, all, most, want, degrees[line])
		}
	}
}
