package pass

// This file moves what is the same in each iteration out of loops.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// licm computes before a loop what does not change in it, innermost loops
// first: arithmetic that every lane may execute at little cost, parameter
// loads, and loads that the first iteration makes in any case from memory that
// the loop does not write.
func licm(k *ir.Kernel) {
	old := len(k.Blocks)
	g, blocks := graphOf(k), old
	for _, l := range slices.Backward(k.Loops(g.dom)) {
		if blocks != len(k.Blocks) { // a loop got a preheader
			g, blocks = graphOf(k), len(k.Blocks)
		}
		h := &hoister{k: k, loop: l, graph: g}
		h.run()
	}
	placeNew(k, old)
}

// graph is the edges of a kernel, until they change.
type graph struct {
	dom   *ir.DomTree
	preds [][]ir.BlockID
}

func graphOf(k *ir.Kernel) *graph { return &graph{k.Dominators(), k.Preds()} }

// hoister moves the invariant instructions of one loop.
type hoister struct {
	k     *ir.Kernel
	loop  *ir.Loop
	graph *graph
	local []bool      // by register: defined in the loop and not moved
	moved []*ir.Instr // in order
	loads bool        // some of them are loads
	first []bool      // by block: part of every first iteration
	spoil [256]bool   // by memory space: the loop may change it
}

// run moves what it can to the block before the loop, which may have a way
// past the loop; loads go to a block that only leads into it.
func (h *hoister) run() {
	before := h.graph.entrance(h.k, h.loop)
	if before == nil {
		return
	}
	h.look()
	for _, id := range h.k.ReversePostOrder() {
		if h.loop.Has(id) {
			b := h.k.Blocks[id]
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return h.move(b, in) })
		}
	}
	if h.loads && len(before.Succs()) > 1 {
		before = h.preheader(before)
	}
	last := len(before.Instrs) - 1
	before.Instrs = slices.Concat(before.Instrs[:last], h.moved, before.Instrs[last:])
}

// entrance returns the one block outside of the loop that leads to it, or nil.
func (g *graph) entrance(k *ir.Kernel, l *ir.Loop) *ir.Block {
	var before *ir.Block
	for _, p := range g.preds[l.Header] {
		if l.Has(p) {
			continue
		}
		if before != nil {
			return nil
		}
		before = k.Blocks[p]
	}
	return before
}

// look finds what the loop defines, which memory it may change, and which of
// its blocks come before any way out.
func (h *hoister) look() {
	h.local = make([]bool, len(h.k.Regs))
	h.first = make([]bool, len(h.k.Blocks))
	ends := h.ends()
	for _, id := range h.loop.Blocks {
		h.first[id] = !slices.ContainsFunc(ends, func(e ir.BlockID) bool { return !h.graph.dom.Dominates(id, e) })
		for _, in := range h.k.Blocks[id].Instrs {
			for _, r := range in.Dst {
				h.local[r] = true
			}
			h.spoils(in)
		}
	}
}

// ends returns the blocks that leave the loop or end an iteration.
func (h *hoister) ends() (ends []ir.BlockID) {
	for _, e := range h.loop.Blocks {
		if slices.ContainsFunc(h.k.Blocks[e].Succs(), func(s ir.BlockID) bool { return !h.loop.Has(s) || s == h.loop.Header }) {
			ends = append(ends, e)
		}
	}
	return ends
}

// spoils takes note of what in may change: the space it writes, or all that
// other threads write when it lets them go on.
func (h *hoister) spoils(in *ir.Instr) {
	f := in.Op.Facts()
	switch {
	case f.Term || !f.Effect && !in.Volatile:
	case f.Memory:
		h.spoil[in.Space] = true
	default:
		h.spoil[ir.Global], h.spoil[ir.Shared] = true, true
		h.spoil[ir.Local] = h.spoil[ir.Local] || in.Op == ir.Call
	}
}

// move takes in out of the loop if it may, and reports whether it did.
func (h *hoister) move(b *ir.Block, in *ir.Instr) bool {
	load := in.Op == ir.Ld && in.Space != ir.Param
	if in.Op == ir.Phi || !speculable(in) && !(load && h.steady(b, in)) {
		return false
	}
	changes := false
	in.EachUse(func(r ir.Reg) { changes = changes || h.local[r] })
	if changes {
		return false
	}
	for _, r := range in.Dst {
		h.local[r] = false
	}
	h.moved = append(h.moved, in)
	h.loads = h.loads || load
	return true
}

// steady reports whether a load gives the same in each iteration, provided
// that its address does, and is made by all who enter the loop.
func (h *hoister) steady(b *ir.Block, in *ir.Instr) bool {
	return h.first[b.ID] && !in.Volatile && (in.ReadOnly || !h.spoilt(in.Space))
}

// spoilt reports whether the loop may change memory that loads of a space read.
func (h *hoister) spoilt(s ir.Space) bool {
	for t, spoilt := range h.spoil {
		if spoilt && oneMemory(ir.Space(t), s) {
			return true
		}
	}
	return false
}

// preheader puts a new block between before and the loop.
func (h *hoister) preheader(before *ir.Block) *ir.Block {
	header := h.k.Blocks[h.loop.Header]
	p := splitEdge(h.k, before, header, "preheader")
	renamePred(header, before.ID, p.ID)
	for l := h.loop.Parent; l != nil; l = l.Parent {
		l.Blocks = append(l.Blocks, p.ID) // the largest ID so far
	}
	return p
}
