package lower

// This file defines lowered values: trees whose leaves are registers.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// val is a lowered Go value. The shape of its type selects the fields that it uses.
type val struct {
	op    ir.Operand // of a scalar; the length of a slice
	ptr   pointer    // of a pointer; the first element of a slice
	elems []val      // of a structure, an array or a tuple of results
	// at is the address of a structure or array that was not loaded: its elements
	// are loaded when they are used.
	at   *pointer
	fn   *ssa.Function // of a function value
	free []val         // the variables that fn captured
	args *[]arg        // the variable arguments of gpu.Printf
}

// arg is one variable argument.
type arg struct {
	v val
	t *layout.Type
}

// pointer is an address in memory: base+off. In shared, local, constant and
// parameter space it is relative to root where root is known, otherwise absolute.
// The last three fields stand for things that have no address.
type pointer struct {
	space    ir.Space // NoSpace for nil
	root     ir.VarID
	base     ir.Operand
	off      int64
	align    int // of base, in bytes
	readOnly bool
	vararg   *arg     // a variable argument
	bound    *binding // a variable that is assigned once
	specials []ir.Mod // an index variable: its special registers
}

// baseFor returns the base of p for an access rooted in root: relative to the object
// when root is that of p, otherwise absolute.
func (l *lowerer) baseFor(p pointer, root ir.VarID) ir.Operand {
	t := ir.AddrType(p.space)
	if p.root == root || p.root == 0 || p.space == ir.Global || p.space == ir.NoSpace {
		return p.base
	}
	abs := l.absolute(p.space, p.root)
	return l.add(t, abs, p.base)
}

// absolute returns the address of an object in its space.
func (l *lowerer) absolute(space ir.Space, root ir.VarID) ir.Operand {
	d := l.k.NewReg(ir.AddrType(space), "")
	l.emit(ir.Instr{Op: ir.AddrOf, Type: ir.U32, Root: root, Dst: []ir.Reg{d}})
	return ir.R(d)
}

// address returns base and offset of p in one operand, for an access rooted in root.
func (l *lowerer) address(p pointer, root ir.VarID) ir.Operand {
	if p.space == ir.NoSpace {
		return ir.I(0)
	}
	t := ir.AddrType(p.space)
	return l.add(t, l.baseFor(p, root), ir.I(uint64(p.off)&t.Mask()))
}

// subscript is an index and its type.
type subscript struct {
	op  ir.Operand
	typ ir.Type
}

// index returns p moved by x elements of size bytes.
func (l *lowerer) index(p pointer, x subscript, size int) pointer {
	i, it := x.op, x.typ
	if !i.IsReg {
		p.off += int64(it.Reg().Extend(i.Imm)) * int64(size)
		return p
	}
	if p.space == ir.NoSpace {
		return p
	}
	t := ir.S32
	if p.space == ir.Global {
		t = ir.S64
		if !it.Signed() {
			t = ir.U64
		}
	}
	if it.Reg().Bits() != t.Bits() {
		i = l.cvt(t, it.Reg(), i)
	}
	p.base = l.add(ir.AddrType(p.space), p.base, l.mul(t, i, size))
	p.align = min(p.align, lowBit(size))
	return p
}

// lowBit returns the largest power of two that divides n.
func lowBit(n int) int {
	if n == 0 {
		return layout.MaxVector
	}
	return n & -n
}

// aligned returns the proven alignment of p in bytes.
func (p pointer) aligned() int {
	if p.off == 0 {
		return p.align
	}
	return min(p.align, lowBit(int(p.off)))
}

// moved returns p moved by a constant number of bytes.
func (p pointer) moved(by int) pointer {
	p.off += int64(by)
	return p
}

// zero returns the zero value of a type.
func (l *lowerer) zero(t *layout.Type) val {
	switch t.Shape {
	case layout.Struct:
		v := val{elems: make([]val, len(t.Fields))}
		for i, f := range t.Fields {
			v.elems[i] = l.zero(f.Type)
		}
		return v
	case layout.Array:
		if t.Len == 0 || l.tooLarge(t) {
			return val{}
		}
		return val{elems: slices.Repeat([]val{l.zero(t.Elem)}, t.Len)}
	}
	return val{}
}

// elem returns field or element i of an aggregate.
func (l *lowerer) elem(v val, t *layout.Type, i int) val {
	et, off := t.Part(i)
	switch {
	case v.elems != nil:
		return v.elems[i]
	case v.at == nil:
		return l.zero(et) // the value was too large, which is reported
	}
	return l.load(v.at.moved(off), et, accessMode{whole: true})
}

// materialize loads a structure or array that is still in memory, so that later
// stores do not change the value.
func (l *lowerer) materialize(v val, t *layout.Type) val {
	if v.elems != nil || v.at == nil {
		return v
	}
	return l.load(*v.at, t, accessMode{})
}

// maxLeaves bounds the scalars that one copy of a structure or array may have.
const maxLeaves = 4096

func (l *lowerer) tooLarge(t *layout.Type) bool {
	if t.Leaves() <= maxLeaves {
		return false
	}
	l.fail(diag.LargeCopy, "access single elements, or range over a pointer to it: for i := range &a",
		"%s is copied or cleared as a whole: %d values", layout.TypeName(t.Go), t.Leaves())
	return true
}
