package timing

// This file checks the barriers of clusters.

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// TestClusterBarrier: all warps of a cluster wait for the one that comes last, each time for as long as the device says.
func TestClusterBarrier(t *testing.T) {
	s := device(t, "H100")
	const barriers, blocks, warps, turn = 8, 4, 2, 5
	p := &program{registers: 3}
	for i := range barriers {
		behind := ir.BlockID(2*i + 2)
		branch, skip := instr(ir.CBra, ir.NoType, ir.NoReg, 1), &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{behind}}
		branch.Targets = []ir.BlockID{behind - 1, behind}
		slow := instr(ir.Math, ir.F64, 2, 2)
		slow.Mod = ir.Sin
		p.instrs = append(p.instrs, branch, slow, skip, &ir.Instr{Op: ir.ClusterBar, Mod: ir.ClusterRelaxed}, &ir.Instr{Op: ir.ClusterBar, Mod: ir.ClusterWait})
	}
	p.instrs = append(p.instrs, &ir.Instr{Op: ir.Exit})
	exit := int32(len(p.instrs) - 1)
	for block := range blocks {
		p.blocks = append(p.blocks, nil)
		for warp := range warps {
			var steps []step
			for i := range int32(barriers) {
				steps = append(steps, step{pc: i * turn})
				if block == 0 && warp == 0 {
					steps = append(steps, step{pc: i*turn + 1}, step{pc: i*turn + 2})
				}
				steps = append(steps, step{pc: i*turn + 3}, step{pc: i*turn + 4})
			}
			p.blocks[block] = append(p.blocks[block], append(steps, step{pc: exit}))
		}
	}
	l := p.launch(s, 1)
	l.Cluster = arch.Dim3{X: blocks, Y: 1, Z: 1}
	r := p.play(t, l)
	k := &s.Clock.Cluster
	least := uint64(barriers * (k.Barrier + k.BarrierBlock*blocks))
	if got := r.Cycles - uint64(s.Rates.LaunchCycles); got < least || got > least+barriers*100+1000 {
		t.Errorf("the launch takes %d cycles, its barriers alone %d", got, least)
	}
	for i := range barriers {
		late, waits := r.ByPC[i*turn+1].Issued, r.ByPC[i*turn+turn-1].Stalls[trace.Barrier]
		if least := uint64(blocks * warps * k.Barrier); late != 1 || waits < least {
			t.Errorf("barrier %d: %d warps come late, and all wait %d cycles, want 1 and at least %d", i, late, waits, least)
		}
	}
}
