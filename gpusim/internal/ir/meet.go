package ir

// This file finds where the lanes of a divergent branch meet again.

import (
	"cmp"
	"slices"
)

// Meetings returns, by block, where the lanes of its conditional branch meet:
// the first block that all of them pass, whichever way they go. Lanes that end
// early pass nothing and are not waited for, so that a return inside an if
// does not keep the others apart. It is NoBlock when that leaves no such block.
//
// Lanes end early when they go where no way leads to the main exit: the one
// with the most barriers, then the most instructions, on the ways to it. The
// blocks that lead elsewhere have a main exit of their own.
func (k *Kernel) Meetings() []BlockID {
	ends := k.mainExits()
	late := &Kernel{Blocks: make([]*Block, len(k.Blocks))}
	for i, b := range k.Blocks {
		end := &Instr{Op: Exit}
		for _, s := range b.Succs() {
			if ends[s] == ends[i] {
				end.Op, end.Targets = Bra, append(end.Targets, s)
			}
		}
		late.Blocks[i] = &Block{ID: b.ID, Instrs: []*Instr{end}}
	}
	pdom := late.PostDominators()
	meets := make([]BlockID, len(k.Blocks))
	for i, b := range k.Blocks {
		if b.Term().Op == CBra {
			meets[i] = pdom.Idom(b.ID)
		}
	}
	return meets
}

// exit is a block without successors.
type exit struct {
	block           int
	from            []BlockID // the blocks that lead to it
	barriers, instr int       // in these blocks
}

// mainExits returns each block's main exit among those it can lead to; −1 for
// a block that leads to none.
func (k *Kernel) mainExits() []int {
	exits := k.exits()
	slices.SortStableFunc(exits, func(a, b exit) int {
		return cmp.Or(b.barriers-a.barriers, b.instr-a.instr, b.block-a.block)
	})
	ends := make([]int, len(k.Blocks))
	for i := range ends {
		ends[i] = -1
	}
	for _, e := range exits {
		for _, b := range e.from {
			if ends[b] < 0 {
				ends[b] = e.block
			}
		}
	}
	return ends
}

// exits returns the blocks without successors and what leads to them.
func (k *Kernel) exits() []exit {
	preds := k.Preds()
	var exits []exit
	for i, b := range k.Blocks {
		if len(b.Succs()) > 0 {
			continue
		}
		e := exit{block: i, from: postOrder(len(k.Blocks), i, func(b int) []BlockID { return preds[b] })}
		for _, f := range e.from {
			for _, in := range k.Blocks[f].Instrs {
				e.instr++
				if in.Op == Bar {
					e.barriers++
				}
			}
		}
		exits = append(exits, e)
	}
	return exits
}
