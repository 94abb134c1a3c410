package ir

// This file walks the control-flow graph.

import "slices"

// Succs returns the successors of a block: one for Bra, two for CBra (the taken
// one first), none for Exit, Ret and Trap.
func (b *Block) Succs() []BlockID { return b.Term().Targets }

// Phis returns the phi instructions, which come first.
func (b *Block) Phis() []*Instr {
	n := 0
	for n < len(b.Instrs) && b.Instrs[n].Op == Phi {
		n++
	}
	return b.Instrs[:n]
}

// Preds returns the predecessors of every block, ascending.
func (k *Kernel) Preds() [][]BlockID {
	preds := make([][]BlockID, len(k.Blocks))
	for _, b := range k.Blocks {
		for _, s := range b.Succs() {
			preds[s] = append(preds[s], b.ID)
		}
	}
	return preds
}

// ReversePostOrder returns the blocks reachable from the entries of the kernel and
// of its linked functions. A block comes before its successors, except along back
// edges.
func (k *Kernel) ReversePostOrder() []BlockID {
	var all []BlockID
	for _, e := range k.entries() {
		order := postOrder(len(k.Blocks), int(e), func(b int) []BlockID { return k.Blocks[b].Succs() })
		slices.Reverse(order)
		all = append(all, order...)
	}
	return all
}

// postOrder returns the nodes reachable from root. A node comes after its
// successors, except along back edges.
func postOrder(n, root int, succs func(int) []BlockID) []BlockID {
	seen := make([]bool, n)
	order := make([]BlockID, 0, n)
	var visit func(int)
	visit = func(b int) {
		seen[b] = true
		for _, s := range succs(b) {
			if !seen[s] {
				visit(int(s))
			}
		}
		order = append(order, BlockID(b))
	}
	visit(root)
	return order
}

// Renumber removes the blocks for which keep is false and gives the others their
// index as ID again, in branch targets and phis too. A phi loses the operands from
// removed blocks. Kept blocks must not branch to removed ones.
func (k *Kernel) Renumber(keep func(*Block) bool) {
	ids := make([]BlockID, len(k.Blocks))
	var blocks []*Block
	for i, b := range k.Blocks {
		ids[i] = -1
		if keep(b) {
			ids[i] = BlockID(len(blocks))
			blocks = append(blocks, b)
		}
	}
	for _, b := range blocks {
		b.ID = ids[b.ID]
		for _, in := range b.Instrs {
			in.renumber(ids)
		}
	}
	k.Blocks = blocks
}

func (in *Instr) renumber(ids []BlockID) {
	for i, t := range in.Targets {
		in.Targets[i] = ids[t]
	}
	in.Reconv = max(ids[in.Reconv], NoBlock)
	n := 0
	for i, p := range in.Preds {
		if ids[p] >= 0 {
			in.Preds[n], in.Src[n] = ids[p], in.Src[i]
			n++
		}
	}
	if in.Op == Phi {
		in.Preds, in.Src = in.Preds[:n], in.Src[:n]
	}
}

// Permute reorders the blocks. order lists every block once, the entry first.
func (k *Kernel) Permute(order []BlockID) {
	ids := make([]BlockID, len(order))
	blocks := make([]*Block, len(order))
	for i, old := range order {
		ids[old], blocks[i] = BlockID(i), k.Blocks[old]
	}
	k.Blocks = blocks
	for i, b := range blocks {
		b.ID = BlockID(i)
		for _, in := range b.Instrs {
			in.renumber(ids)
		}
	}
}

// Loop is a natural loop: a header and the blocks that reach a latch without
// passing through the header. The header dominates them all.
type Loop struct {
	Header  BlockID
	Latches []BlockID // the sources of the back edges, ascending
	Blocks  []BlockID // all of them, header included, ascending
	Parent  *Loop     // the innermost loop around this one
	Depth   int       // 1 for an outermost loop
}

// Has reports whether b belongs to the loop.
func (l *Loop) Has(b BlockID) bool {
	_, ok := slices.BinarySearch(l.Blocks, b)
	return ok
}

// Loops returns the natural loops in reverse post-order of their headers, so that
// outer loops come first. It leaves out irreducible loops.
func (k *Kernel) Loops(dom *DomTree) []*Loop {
	preds := k.Preds()
	var loops []*Loop
	for _, h := range dom.order {
		var latches []BlockID
		for _, p := range preds[h] {
			if dom.Dominates(h, p) {
				latches = append(latches, p)
			}
		}
		if latches != nil {
			loops = append(loops, &Loop{Header: h, Latches: latches, Blocks: loopBody(h, latches, preds), Depth: 1})
		}
	}
	nest(loops)
	return loops
}

// LoopDepths returns, by block, how many loops the block is in.
func (k *Kernel) LoopDepths() []int {
	depth := make([]int, len(k.Blocks))
	for _, l := range k.Loops(k.Dominators()) {
		for _, b := range l.Blocks {
			depth[b] = max(depth[b], l.Depth)
		}
	}
	return depth
}

func loopBody(h BlockID, latches []BlockID, preds [][]BlockID) []BlockID {
	body := []BlockID{h}
	in := map[BlockID]bool{h: true}
	work := slices.Clone(latches)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[b] {
			in[b] = true
			body = append(body, b)
			work = append(work, preds[b]...)
		}
	}
	slices.Sort(body)
	return body
}

// nest sets Parent and Depth. Outer loops come first, so the last earlier loop that
// holds a header is the innermost loop around it.
func nest(loops []*Loop) {
	for i, l := range loops {
		for j := i - 1; j >= 0 && l.Parent == nil; j-- {
			if loops[j].Has(l.Header) {
				l.Parent, l.Depth = loops[j], loops[j].Depth+1
			}
		}
	}
}
