package pass

// This file finds where the lanes of a divergent branch meet again.

import "gpucourse/gpusim/internal/ir"

// reconverge sets Reconv of every conditional branch to its immediate
// post-dominator: the first block that all lanes must pass, whichever way
// they go. It is NoBlock when that is the exit.
func reconverge(k *ir.Kernel) {
	pdom := k.PostDominators()
	for _, b := range k.Blocks {
		if t := b.Term(); t.Op == ir.CBra {
			t.Reconv = pdom.Idom(b.ID)
		}
	}
}
