package pass

// This file leaves SSA form. A phi means: on each way into the block its
// result takes the value of that way's operand, all phis of a block at once.
// Where the result and an operand can share a register nothing remains of
// that; elsewhere a copy at the end of the way does it.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// eliminatePhis replaces phis by shared registers and copies. Copies on a way that is
// neither its source's only exit nor its target's only entrance stand before
// the branch when they do no harm on its other way; else they get a block of
// their own, which moves the place where lanes meet.
func eliminatePhis(k *ir.Kernel) {
	w := newWebs(k)
	w.interfere()
	w.unite()
	old := len(k.Blocks)
	w.edges()
	w.rename()
	k.SSA = false
	if len(k.Blocks) > old {
		placeNew(k, old)
		reconverge(k)
	}
	compact(k)
}

// webs groups the results and operands of phis into classes that will share
// one register. Registers of one class are never live at the same time.
type webs struct {
	k       *ir.Kernel
	index   []int      // by register: place in the arrays below, −1 when no phi names it
	regs    []ir.Reg   // the registers that phis name
	parent  []int      // union-find
	clash   [][]uint64 // by class: the registers live together with one of it
	members [][]uint64 // by class
	couples []pair     // of choices
	live    *ir.Liveness
}

func newWebs(k *ir.Kernel) *webs {
	w := &webs{k: k, index: make([]int, len(k.Regs))}
	for i := range w.index {
		w.index[i] = -1
	}
	for _, b := range k.Blocks {
		for _, in := range b.Phis() {
			w.add(in.Dst[0])
			in.EachUse(w.add)
		}
	}
	w.couples = pairs(k)
	for _, c := range w.couples {
		w.add(c.result)
		w.add(c.kept)
	}
	n := len(w.regs)
	words := (n + 63) / 64
	w.parent = make([]int, n)
	w.clash, w.members = make([][]uint64, n), make([][]uint64, n)
	for i := range n {
		w.parent[i] = i
		w.clash[i], w.members[i] = make([]uint64, words), make([]uint64, words)
		w.members[i][i/64] = 1 << (i % 64)
	}
	return w
}

func (w *webs) add(r ir.Reg) {
	if w.index[r] < 0 {
		w.index[r] = len(w.regs)
		w.regs = append(w.regs, r)
	}
}

// interfere records which registers are live together: one is defined while
// the other is live, or both are phis of one block.
func (w *webs) interfere() {
	if len(w.regs) == 0 {
		return
	}
	w.live = w.k.Liveness()
	for _, b := range w.k.Blocks {
		w.live.Backward(b, func(in *ir.Instr, live ir.RegSet) {
			for _, d := range in.Dst {
				if i := w.index[d]; i >= 0 {
					w.clashLive(i, live)
				}
			}
		})
		phis := b.Phis()
		for i, x := range phis {
			for _, y := range phis[:i] {
				w.clashPair(w.index[x.Dst[0]], w.index[y.Dst[0]])
			}
		}
	}
}

func (w *webs) clashLive(i int, live ir.RegSet) {
	for j, r := range w.regs {
		if j != i && live.Has(r) {
			w.clashPair(i, j)
		}
	}
}

func (w *webs) clashPair(i, j int) {
	w.clash[i][j/64] |= 1 << (j % 64)
	w.clash[j][i/64] |= 1 << (i % 64)
}

// find returns the class of entry i.
func (w *webs) find(i int) int {
	for w.parent[i] != i {
		w.parent[i] = w.parent[w.parent[i]]
		i = w.parent[i]
	}
	return i
}

// unite joins each phi's result with its operands where nothing forbids it,
// in the innermost loops first, so that copies end up outside. Then it joins what
// the pass "predicate" wants in one register.
func (w *webs) unite() {
	type way struct {
		phi   *ir.Instr
		src   int
		depth int
	}
	var ways []way
	depth := w.k.LoopDepths()
	for _, b := range w.k.Blocks {
		for _, in := range b.Phis() {
			for i, o := range in.Src {
				if o.IsReg {
					ways = append(ways, way{in, i, depth[in.Preds[i]]})
				}
			}
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(b.depth, a.depth) })
	for _, x := range ways {
		w.join(x.phi.Dst[0], x.phi.Src[x.src].Reg)
	}
	for _, c := range w.couples {
		w.join(c.result, c.kept)
	}
}

// join puts a and b into one class unless they clash or differ in type.
func (w *webs) join(a, b ir.Reg) {
	i, j := w.find(w.index[a]), w.find(w.index[b])
	if i == j || !ir.SameClass(w.k.Regs[a].Type, w.k.Regs[b].Type) {
		return
	}
	for n, m := range w.members[j] {
		if w.clash[i][n]&m != 0 {
			return
		}
	}
	w.parent[j] = i
	for n := range w.members[i] {
		w.members[i][n] |= w.members[j][n]
		w.clash[i][n] |= w.clash[j][n]
	}
	if name := &w.k.Regs[w.regs[i]].Name; *name == "" {
		*name = w.k.Regs[w.regs[j]].Name
	}
}

// reg returns the register that stands for r.
func (w *webs) reg(r ir.Reg) ir.Reg {
	if i := w.index[r]; i >= 0 {
		return w.regs[w.find(i)]
	}
	return r
}

// rename replaces each register by the register of its class, and drops copies from a register
// to itself.
func (w *webs) rename() {
	w.index = append(w.index, slices.Repeat([]int{-1}, len(w.k.Regs)-len(w.index))...)
	eachReg(w.k, func(r *ir.Reg) { *r = w.reg(*r) })
	for _, b := range w.k.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool {
			return in.Op == ir.Mov && in.Src[0] == ir.R(in.Dst[0])
		})
	}
}

// eachReg calls f for every place that names a register.
func eachReg(k *ir.Kernel, f func(*ir.Reg)) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			for i := range in.Dst {
				f(&in.Dst[i])
			}
			for i := range in.Src {
				if in.Src[i].IsReg {
					f(&in.Src[i].Reg)
				}
			}
			if in.Guard != ir.NoReg {
				f(&in.Guard)
			}
		}
	}
}

// compact renumbers the registers in the order in which they first appear.
func compact(k *ir.Kernel) {
	ids := make([]ir.Reg, len(k.Regs))
	regs := make([]ir.RegInfo, 1, len(k.Regs)/2+1)
	eachReg(k, func(r *ir.Reg) {
		if ids[*r] == ir.NoReg {
			ids[*r] = ir.Reg(len(regs))
			regs = append(regs, k.Regs[*r])
		}
		*r = ids[*r]
	})
	k.Regs = regs
}
