package pass

// This file finds where the lanes of a divergent branch meet again.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// reconverge sets Reconv of every conditional branch to the block where its
// lanes meet: ir.Kernel.ReconvergencePoints.
func reconverge(k *ir.Kernel) {
	splitExits(k)
	meets := k.ReconvergencePoints()
	for _, b := range k.Blocks {
		if t := b.Term(); t.Op == ir.CBra {
			t.Reconv = meets[b.ID]
		}
	}
}

// splitExits gives each branch that leaves a loop for the end of the kernel an end of its own,
// as ptxas does (@P0 EXIT): the lanes that end do not keep the others of their arm apart.
func splitExits(k *ir.Kernel) {
	loops, preds := k.Loops(k.Dominators()), k.Preds()
	for _, end := range k.Blocks {
		if end.Term().Op != ir.Exit || len(end.Instrs) > 1 {
			continue
		}
		leaving := slices.DeleteFunc(preds[end.ID], func(p ir.BlockID) bool {
			return k.Blocks[p].Term().Op != ir.CBra || !slices.ContainsFunc(loops, func(l *ir.Loop) bool { return l.Has(p) })
		})
		slices.Sort(leaving)
		for _, p := range leaving[min(1, len(leaving)):] { // the last one is the loop's own end
			exit := *end.Term()
			own := &ir.Block{ID: ir.BlockID(len(k.Blocks)), Label: end.Label, Instrs: []*ir.Instr{&exit}}
			targets := k.Blocks[p].Term().Targets
			targets[slices.Index(targets, end.ID)] = own.ID
			k.Blocks = append(k.Blocks, own)
		}
	}
}
