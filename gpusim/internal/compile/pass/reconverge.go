package pass

// This file finds where the lanes of a divergent branch meet again.

import "gpucourse/gpusim/internal/ir"

// reconverge sets Reconv of every conditional branch to the block where its
// lanes meet: ir.Kernel.Meetings.
func reconverge(k *ir.Kernel) {
	meets := k.ReconvergencePoints()
	for _, b := range k.Blocks {
		if t := b.Term(); t.Op == ir.CBra {
			t.Reconv = meets[b.ID]
		}
	}
}
