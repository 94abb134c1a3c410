package isa

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// TestThrottles: the queue that a warp waits for is the one that Nsight Compute names: MIO for
// shared memory and shuffles, LG for local and global memory, TEX for textures.
func TestThrottles(t *testing.T) {
	for _, c := range []struct {
		unit arch.Unit
		in   ir.Instr
		want trace.StallReason
	}{
		{arch.UnitLSU, ir.Instr{Op: ir.Ld, Space: ir.Shared}, trace.MIOThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.Atom, Space: ir.Shared}, trace.MIOThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.Shfl}, trace.MIOThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.Ld, Space: ir.Global}, trace.LGThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.St, Space: ir.Local}, trace.LGThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.Atom, Space: ir.Global}, trace.LGThrottle},
		{arch.UnitLSU, ir.Instr{Op: ir.Tex}, trace.TEXThrottle},
		{arch.UnitFMA, ir.Instr{Op: ir.Fma}, trace.MathThrottle},
	} {
		if got := throttleOf(c.unit, &c.in); got != c.want {
			t.Errorf("%v %v: got %v, want %v", c.in.Op, c.in.Space, got, c.want)
		}
	}
}
