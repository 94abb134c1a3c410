package ir

// This file computes dominators and post-dominators by the iterative method of
// Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).

import "slices"

// DomTree is the dominator tree of the blocks reachable from the entry, or the
// post-dominator tree of all reachable blocks. In a kernel with linked functions,
// a virtual root block precedes all entries.
type DomTree struct {
	order    []BlockID // reachable blocks, in reverse post-order from the root
	idom     []int     // by node; −1 when unreachable
	in, out  []int     // preorder intervals of the tree, by node
	children [][]BlockID
	root     int
}

// Dominators returns the dominator tree of k.
func (k *Kernel) Dominators() *DomTree {
	preds := k.Preds()
	t := &DomTree{order: k.ReversePostOrder()}
	entries := k.entries()
	if len(entries) == 1 {
		t.build(len(k.Blocks), 0, t.order, func(b int) []BlockID { return preds[b] })
		return t
	}
	start := BlockID(len(k.Blocks))
	for _, e := range entries {
		preds[e] = []BlockID{start}
	}
	t.build(len(k.Blocks)+1, int(start), append([]BlockID{start}, t.order...), func(b int) []BlockID { return preds[b] })
	return t
}

// PostDominators returns the post-dominator tree of k. Its root is a virtual exit
// block, the successor of Exit and Trap. One block of each loop without an exit
// also precedes it, so that every block has a post-dominator.
func (k *Kernel) PostDominators() *DomTree {
	n := len(k.Blocks)
	exit := BlockID(n)
	preds := append(k.Preds(), nil)
	succs := make([][]BlockID, n+1)
	for i, b := range k.Blocks {
		succs[i] = b.Succs()
		if len(succs[i]) == 0 {
			preds[exit] = append(preds[exit], b.ID)
		}
	}
	reach := func(b int) []BlockID { return preds[b] }
	order := postOrder(n+1, n, reach)
	for len(order) <= n {
		b := lastMissing(k, order, n)
		preds[exit] = append(preds[exit], b)
		order = postOrder(n+1, n, reach)
	}
	for _, b := range preds[exit] {
		succs[b] = append(succs[b][:len(succs[b]):len(succs[b])], exit)
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	t := &DomTree{order: order}
	t.build(n+1, n, order, func(b int) []BlockID { return succs[b] })
	return t
}

// lastMissing returns the last block in program order that order does not hold.
func lastMissing(k *Kernel, order []BlockID, n int) BlockID {
	in := make([]bool, n+1)
	for _, b := range order {
		in[b] = true
	}
	for b := n - 1; b > 0; b-- {
		if !in[b] {
			return BlockID(b)
		}
	}
	return 0
}

// build computes the immediate dominators. order is a reverse post-order from
// root, and preds gives the predecessors in that direction.
func (t *DomTree) build(n, root int, order []BlockID, preds func(int) []BlockID) {
	t.root = root
	t.idom = make([]int, n)
	rank := make([]int, n)
	for i := range t.idom {
		t.idom[i] = -1
	}
	for i, b := range order {
		rank[b] = i
	}
	t.idom[root] = root
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			if d := t.intersect(preds(int(b)), rank); d != t.idom[b] {
				t.idom[b], changed = d, true
			}
		}
	}
	t.intervals(order)
}

// intersect returns the nearest common dominator of the predecessors that already
// have a dominator. The last predecessors usually lie deepest in the tree. Beginning
// with them, one walk up the tree serves all predecessors, as at the end of a switch.
func (t *DomTree) intersect(preds []BlockID, rank []int) int {
	d := -1
	for _, p := range slices.Backward(preds) {
		switch {
		case t.idom[p] < 0:
		case d < 0:
			d = int(p)
		default:
			a := int(p)
			for a != d {
				for rank[a] > rank[d] {
					a = t.idom[a]
				}
				for rank[d] > rank[a] {
					d = t.idom[d]
				}
			}
		}
	}
	return d
}

// intervals numbers the nodes in preorder: b dominates the nodes from in[b] to
// out[b].
func (t *DomTree) intervals(order []BlockID) {
	n := len(t.idom)
	t.children = make([][]BlockID, n)
	for _, b := range order[1:] {
		t.children[t.idom[b]] = append(t.children[t.idom[b]], b)
	}
	t.in, t.out = make([]int, n), make([]int, n)
	number := 0
	var visit func(int)
	visit = func(b int) {
		number++
		t.in[b] = number
		for _, c := range t.children[b] {
			visit(int(c))
		}
		t.out[b] = number
	}
	visit(t.root)
}

// Reachable reports whether b is in the tree.
func (t *DomTree) Reachable(b BlockID) bool { return t.idom[b] >= 0 }

// Dominates reports whether a (post-)dominates b. Every block dominates itself.
// The result is false when either is unreachable.
func (t *DomTree) Dominates(a, b BlockID) bool {
	return t.Reachable(a) && t.Reachable(b) && t.in[a] <= t.in[b] && t.in[b] <= t.out[a]
}

// Idom returns the immediate (post-)dominator of b. It returns NoBlock, which is
// also the entry, when that is the root of the tree.
func (t *DomTree) Idom(b BlockID) BlockID {
	if d := t.idom[b]; d >= 0 && d != t.root {
		return BlockID(d)
	}
	return NoBlock
}

// Children returns the blocks that b immediately (post-)dominates.
func (t *DomTree) Children(b BlockID) []BlockID { return t.children[b] }
