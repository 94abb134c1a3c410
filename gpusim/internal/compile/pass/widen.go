package pass

// This file joins neighbouring accesses into vector accesses.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// widest is the widest access of one lane in bytes; constant memory has none
// of 16.
func widest(s ir.Space) int {
	if s == ir.Const {
		return 8
	}
	return 16
}

// widen makes one vector access of two or four loads, or stores, of
// neighbouring elements when their alignment is proven: the fields of a
// float4, or constant neighbours in a shared array.
func widen(k *ir.Kernel) {
	align := newAlignment(k)
	for _, b := range k.Blocks {
		w := &widener{align: align, block: b, gone: map[*ir.Instr]bool{}}
		w.run()
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return w.gone[in] })
	}
}

// widener looks at one block.
type widener struct {
	align *alignment
	block *ir.Block
	open  []*group
	gone  map[*ir.Instr]bool
}

// group is a set of accesses that may be executed at once, in program order.
type group struct {
	key  groupKey
	accs []*ir.Instr
}

// groupKey is what accesses must share to be neighbours.
type groupKey struct {
	op       ir.Op
	space    ir.Space
	typ      ir.Type
	root     ir.VarID
	base     ir.Operand
	readOnly bool
	guard    ir.Reg
	guardNot bool
}

func keyOf(in *ir.Instr) groupKey {
	return groupKey{in.Op, in.Space, in.Type, in.Root, in.Src[0], in.ReadOnly, in.Guard, in.GuardNot}
}

func (w *widener) run() {
	for _, in := range w.block.Instrs {
		f := in.Op.Facts()
		access := in.Op == ir.Ld || in.Op == ir.St
		switch {
		case access && !in.Volatile && in.Vec == 1:
			if in.Space != ir.Param { // operands read parameters where they lie
				w.add(in)
			}
		case f.Memory && in.Op != ir.AddrOf || f.Effect && !f.Term:
			w.closeIf(func(groupKey) bool { return true })
		}
	}
	w.closeIf(func(groupKey) bool { return true })
}

// add puts an access in its group. A store ends the groups it may not pass:
// loads of its space, and stores through another address. A load ends the
// stores of its space.
func (w *widener) add(in *ir.Instr) {
	key := keyOf(in)
	w.closeIf(func(g groupKey) bool {
		if g == key || !mayAlias(g, key) {
			return false
		}
		return key.op == ir.St || g.op == ir.St
	})
	i := slices.IndexFunc(w.open, func(g *group) bool { return g.key == key })
	if i >= 0 && key.op == ir.St && slices.ContainsFunc(w.open[i].accs, func(x *ir.Instr) bool { return overlap(x, in) }) {
		w.close(w.open[i])
		w.open = slices.Delete(w.open, i, i+1)
		i = -1
	}
	if i < 0 {
		w.open = append(w.open, &group{key: key})
		i = len(w.open) - 1
	}
	w.open[i].accs = append(w.open[i].accs, in)
}

// mayAlias reports whether accesses of two groups can meet: slices can be parts
// of one another, other variables cannot.
func mayAlias(a, b groupKey) bool {
	if a.space != b.space || a.readOnly || b.readOnly {
		return false
	}
	return a.space == ir.Global || a.root == b.root || a.root == 0 || b.root == 0
}

func overlap(x, y *ir.Instr) bool {
	n := int64(x.Type.Bytes())
	return x.Off < y.Off+n && y.Off < x.Off+n
}

func (w *widener) closeIf(must func(groupKey) bool) {
	w.open = slices.DeleteFunc(w.open, func(g *group) bool {
		if !must(g.key) {
			return false
		}
		w.close(g)
		return true
	})
}

// close joins what it can of a group, four elements before two; three loads of
// an aligned group of four read the fourth as well.
func (w *widener) close(g *group) {
	byOffset := slices.Clone(g.accs)
	slices.SortStableFunc(byOffset, func(a, b *ir.Instr) int { return cmp.Compare(a.Off, b.Off) })
	byOffset = slices.CompactFunc(byOffset, func(a, b *ir.Instr) bool { return a.Off == b.Off })
	for len(byOffset) > 1 {
		n, wide := w.vector(byOffset)
		if n > 1 {
			w.join(g, byOffset[:n], wide)
		}
		byOffset = byOffset[n:]
	}
}

// vector returns how many accesses at the start of list make one vector access,
// and of how many elements.
func (w *widener) vector(list []*ir.Instr) (n, wide int) {
	size := list[0].Type.Bytes()
	for _, v := range []struct{ n, wide int }{{4, 4}, {3, 4}, {2, 2}} {
		if v.n <= len(list) && v.wide*size <= widest(list[0].Space) && neighbours(list[:v.n]) && w.align.access(list[0]) >= v.wide*size &&
			(v.n == v.wide || w.readable(list[0], v.wide*size)) {
			return v.n, v.wide
		}
	}
	return 1, 1
}

// readable reports whether a load may read so many aligned bytes, of which not
// all are asked for, as nvcc lets it: they lie in one struct.
func (w *widener) readable(in *ir.Instr, bytes int) bool {
	v := w.align.k.Var(in.Root)
	return in.Op == ir.Ld && v != nil && v.Elem.Align >= bytes
}

func neighbours(list []*ir.Instr) bool {
	size := int64(list[0].Type.Bytes())
	for i, in := range list {
		if in.Off != list[0].Off+int64(i)*size {
			return false
		}
	}
	return true
}

// join makes one access of n elements of several, where the first load or the
// last store stands. Elements that are not in list go to registers nobody uses.
func (w *widener) join(g *group, list []*ir.Instr, n int) {
	at := list[0]
	for _, in := range g.accs {
		if slices.Contains(list, in) {
			if at = in; g.key.op == ir.Ld {
				break
			}
		}
	}
	wide := *list[0]
	wide.Vec, wide.Align, wide.Pos = n, n*list[0].Type.Bytes(), at.Pos
	wide.Dst, wide.Src = nil, wide.Src[:1:1]
	for _, in := range list {
		wide.Dst = append(wide.Dst, in.Dst...)
		wide.Src = append(wide.Src, in.Src[1:]...)
		w.gone[in] = in != at
	}
	for range n - len(list) {
		wide.Dst = append(wide.Dst, w.align.k.NewReg(list[0].Type.Reg(), ""))
	}
	*at = wide
}
