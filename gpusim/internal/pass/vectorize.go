package pass

// This file joins accesses to adjacent elements into vector accesses.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// widest returns the widest access of one lane in bytes: 16, but 8 in constant memory.
func widest(s ir.Space) int {
	if s == ir.Const {
		return 8
	}
	return 16
}

// vectorize joins two or four loads, or stores, of adjacent elements into one vector
// access, if their alignment is proven: the fields of a float4, or neighbours at
// constant offsets in a shared array.
func vectorize(k *ir.Kernel) { joinAccesses(k, false) }

// vectorizeInFront does NVVM's part alone: it joins accesses to local memory, and others only where
// the source has a vector. ptxas joins accesses to shared and constant memory.
func vectorizeInFront(k *ir.Kernel) { joinAccesses(k, true) }

func joinAccesses(k *ir.Kernel, inFront bool) {
	align := newAlignment(k)
	for _, b := range k.Blocks {
		v := &vectorizer{inFront: inFront, align: align, block: b, gone: map[*ir.Instr]bool{}}
		v.run()
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return v.gone[in] })
	}
}

// vectorizer joins the accesses of one block.
type vectorizer struct {
	inFront bool // outside of local memory only vectors of the source
	align   *alignment
	block   *ir.Block
	open    []*group
	gone    map[*ir.Instr]bool
}

// group is a set of accesses that may execute as one, in program order.
type group struct {
	key  groupKey
	accs []*ir.Instr
}

// groupKey is what accesses of one group have in common.
type groupKey struct {
	op       ir.Op
	space    ir.Space
	typ      ir.Type
	root     ir.VarID
	base     ir.Operand
	readOnly bool
	hint     ir.Hint
	guard    ir.Reg
	guardNot bool
}

func keyOf(in *ir.Instr) groupKey {
	return groupKey{in.Op, in.Space, in.Type, in.Root, in.Src[0], in.ReadOnly, in.Hint, in.Guard, in.GuardNot}
}

func (v *vectorizer) run() {
	for _, in := range v.block.Instrs {
		f := in.Op.Facts()
		access := in.Op == ir.Ld || in.Op == ir.St
		switch {
		case access && !in.Volatile && in.Vec == 1:
			if in.Space != ir.Param { // instructions read parameters as operands
				v.add(in)
			}
		case f.Memory && in.Op != ir.AddrOf || f.Effect && !f.Term:
			v.closeIf(func(*group) bool { return true })
		}
	}
	v.closeIf(func(*group) bool { return true })
}

// add puts an access in its group. A store closes the groups that it may alias: loads
// of its space, and stores through another address. A load closes the stores of its
// space.
func (v *vectorizer) add(in *ir.Instr) {
	key := keyOf(in)
	v.closeIf(func(g *group) bool {
		written := key.op == ir.St || g.key.op == ir.St
		return g.key != key && written && g.mayTake(v.align.k, in)
	})
	i := slices.IndexFunc(v.open, func(g *group) bool { return g.key == key })
	if i >= 0 && key.op == ir.St && v.open[i].overlaps(v.align.k, in) {
		v.close(v.open[i])
		v.open = slices.Delete(v.open, i, i+1)
		i = -1
	}
	if i < 0 {
		v.open = append(v.open, &group{key: key})
		i = len(v.open) - 1
	}
	v.open[i].accs = append(v.open[i].accs, in)
}

// overlaps reports whether an access may touch the bytes of one that is in the group.
func (g *group) overlaps(k *ir.Kernel, in *ir.Instr) bool {
	return slices.ContainsFunc(g.accs, func(x *ir.Instr) bool { return mayOverlap(k, x, in) })
}

// mayTake reports whether an access may touch the bytes of one that is, or still comes, in
// the group.
func (g *group) mayTake(k *ir.Kernel, in *ir.Instr) bool {
	return regionOf(k, g.accs[0]).anyOffset().meets(regionOf(k, in)) != apart
}

func (v *vectorizer) closeIf(must func(*group) bool) {
	v.open = slices.DeleteFunc(v.open, func(g *group) bool {
		if !must(g) {
			return false
		}
		v.close(g)
		return true
	})
}

// close joins the accesses of a group, four elements before two. Three loads of an
// aligned group of four read the fourth element as well.
func (v *vectorizer) close(g *group) {
	byOffset := slices.Clone(g.accs)
	slices.SortStableFunc(byOffset, func(a, b *ir.Instr) int { return cmp.Compare(a.Off, b.Off) })
	byOffset = slices.CompactFunc(byOffset, func(a, b *ir.Instr) bool { return a.Off == b.Off })
	for len(byOffset) > 1 {
		n, wide := v.vector(byOffset)
		if n > 1 {
			v.join(g, byOffset[:n], wide)
		}
		byOffset = byOffset[n:]
	}
}

// vector returns how many accesses at the start of list form one vector access, and
// its number of elements.
func (v *vectorizer) vector(list []*ir.Instr) (n, wide int) {
	size := list[0].Type.Bytes()
	if v.inFront && list[0].Space != ir.Local && list[0].Alignment() <= size {
		return 1, 1
	}
	for _, shape := range []struct{ n, wide int }{{4, 4}, {3, 4}, {2, 2}} {
		if shape.n <= len(list) && shape.wide*size <= widest(list[0].Space) && neighbours(list[:shape.n]) && v.align.access(list[0]) >= shape.wide*size &&
			(shape.n == shape.wide || v.readable(list[0], shape.wide*size)) {
			return shape.n, shape.wide
		}
	}
	return 1, 1
}

// readable reports whether a load may read more bytes than the program asks for: all of
// them lie in one aligned struct, by the type of the array or of the pointer. nvcc does so.
// The alignment of a variable does not say that: it may be that of an array.
func (v *vectorizer) readable(in *ir.Instr, bytes int) bool {
	root := v.align.k.Var(in.Root)
	switch {
	case in.Op != ir.Ld:
		return false
	case root != nil && root.Elem.Align >= bytes:
		return true
	}
	return in.Space == ir.Global && (root == nil || root.Kind == ir.ParamSlice) && in.Alignment() >= bytes
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

// join replaces list by one access of n elements, at the first load or the last store.
// Elements that are not in list go to unused registers.
func (v *vectorizer) join(g *group, list []*ir.Instr, n int) {
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
		v.gone[in] = in != at
	}
	for range n - len(list) {
		wide.Dst = append(wide.Dst, v.align.k.NewReg(list[0].Type.Reg(), ""))
	}
	*at = wide
}
