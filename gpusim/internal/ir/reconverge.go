package ir

// This file finds the reconvergence points of divergent branches.

import (
	"cmp"
	"slices"
)

// ReconvergencePoints returns, by block, where the lanes of its conditional branch
// reconverge: its immediate post-dominator, or NoBlock. Paths that end the thread
// early do not count, so that a return inside an if does not keep the other lanes
// apart.
//
// A path ends the thread early when it cannot reach the main exit. The main exit
// of a block is, among the exits it reaches, the exit with the most barriers on
// the paths to it, then the most instructions. Blocks that cannot reach the main
// exit of the kernel have a main exit of their own.
func (k *Kernel) ReconvergencePoints() []BlockID {
	ends := k.mainExits()
	mainPaths := &Kernel{Blocks: make([]*Block, len(k.Blocks))}
	for i, b := range k.Blocks {
		end := &Instr{Op: Exit}
		for _, s := range b.Succs() {
			if ends[s] == ends[i] {
				end.Op, end.Targets = Bra, append(end.Targets, s)
			}
		}
		mainPaths.Blocks[i] = &Block{ID: b.ID, Instrs: []*Instr{end}}
	}
	pdom := mainPaths.PostDominators()
	points := make([]BlockID, len(k.Blocks))
	for i, b := range k.Blocks {
		if b.Term().Op == CBra {
			points[i] = pdom.Idom(b.ID)
		}
	}
	return points
}

// exit is a block without successors.
type exit struct {
	block           int
	from            []BlockID // the blocks that reach it
	barriers, instr int       // in these blocks
}

// mainExits returns the main exit of each block; −1 for a block that reaches none.
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

// exits returns the blocks without successors and the blocks that reach them.
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
