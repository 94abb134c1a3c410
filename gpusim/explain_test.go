package gpusim_test

// This file explains accesses of a warp whose cost the programming guide gives.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/trace"
)

// access is a load of 4 bytes per lane, stride bytes apart.
func access(space trace.Space, stride uint64) *trace.Access {
	a := &trace.Access{Kind: trace.Load, Space: space, Bytes: 4, Addr: new(trace.Lanes)}
	for lane := range 32 {
		a.Active |= 1 << lane
		a.Addr[lane] = uint64(lane) * stride
	}
	return a
}

func TestExplain(t *testing.T) {
	h200, gtx280 := open(t).Spec(), openNamed(t, "GTX 280").Spec()
	row, column := gpusim.Explain(h200, access(trace.Shared, 4)), gpusim.Explain(h200, access(trace.Shared, 128))
	if row.Banks.Wavefronts != 1 || column.Banks.Wavefronts != 32 || column.Banks.Conflicts != 31 {
		t.Errorf("shared memory: got %d wavefronts for a row, %d for a column, want 1 and 32", row.Banks.Wavefronts, column.Banks.Wavefronts)
	}
	if got, want := gpusim.Explain(h200, access(trace.Global, 4)).Traffic, (trace.Traffic{Requests: 1, Transactions: 4, Sectors: 4}); got != want {
		t.Errorf("global memory: got %+v, want %+v", got, want)
	}
	if turns := gpusim.Explain(gtx280, access(trace.Global, 4)).Turns; len(turns) != 2 {
		t.Errorf("segments: got %d turns, want one per half-warp", len(turns))
	}
	if placed := gpusim.Explain(h200, access(trace.Local, 0)).Placed; placed.Space != trace.Global || placed.Lane(31) != 31*4 {
		t.Errorf("local memory: lane 31 finds its first word at %d of %v memory, want 124 of global", placed.Lane(31), placed.Space)
	}
}
