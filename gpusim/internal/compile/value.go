package compile

// This file holds lowered values: trees whose leaves are registers.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// val is a Go value while a kernel is lowered. Which fields count follows from
// its type's shape; a tuple of results has elems.
type val struct {
	op    ir.Operand // scalar; length of a slice
	ptr   pointer    // pointer; first element of a slice
	elems []val      // structure, array, tuple
	// at, when set, is where a structure or array lies in memory: its elements
	// are read when they are asked for.
	at   *pointer
	fn   *ssa.Function // function value, with what it captured
	free []val
	args *[]arg // the variable arguments of gpu.Printf
}

// arg is one variable argument: a value and its type.
type arg struct {
	val
	lay *layout
}

// pointer is a place in memory. Its address is base+off: relative to root in
// shared, local, constant and parameter space when root is known, else absolute.
type pointer struct {
	space    ir.Space // NoSpace for nil
	root     ir.VarID
	base     ir.Operand
	off      int64
	align    int // of base
	readOnly bool
	slot     *arg     // a variable argument, and nothing else
	bound    *binding // a variable that is assigned once, and nothing else
	mods     []ir.Mod // an index variable: its special registers, and nothing else
}

// target is what is known of the object a pointer points to.
type target struct {
	space    ir.Space
	root     ir.VarID
	readOnly bool
}

func (p pointer) target() target { return target{p.space, p.root, p.readOnly} }

// either returns what is known of a pointer that is either a or b; ok is false
// when they lie in different spaces.
func either(a, b target) (t target, ok bool) {
	switch {
	case a.space == ir.NoSpace:
		return b, true
	case b.space == ir.NoSpace:
		return a, true
	case a.space != b.space:
		return a, false
	}
	if a.root != b.root {
		a.root = 0
	}
	a.readOnly = a.readOnly && b.readOnly
	return a, true
}

// facts are guesses about pointers that cannot be known in one walk: pointers
// that join in a phi, and pointers kept in memory. A guess starts as the first
// pointer met; when a later one does not fit, the guess is widened and the
// kernel lowered again. Guesses only widen, so that this ends.
type facts struct {
	targets map[any]target
	wrong   bool // a guess was widened after it was used
	used    map[any]bool
}

// joinKey and slotKey name a guess across attempts.
type joinKey struct {
	of   any
	path string // the leaf of the joined value
}

type slotKey struct {
	object any
	off    int64
}

// guess returns what is believed about key.
func (f *facts) guess(key any) (target, bool) {
	t, ok := f.targets[key]
	f.used[key] = true
	return t, ok
}

// learn adds that key may be t. It reports whether that is possible.
func (f *facts) learn(key any, t target) bool {
	old, known := f.targets[key]
	next, ok := t, true
	if known {
		next, ok = either(old, t)
	}
	if ok && (!known || next != old) {
		f.targets[key] = next
		f.wrong = f.wrong || f.used[key]
	}
	return ok
}

// based returns p's base as a register or immediate that, with p's offset, is
// right for an access rooted in root: relative when that is p's own.
func (l *lowerer) based(p pointer, root ir.VarID) ir.Operand {
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

// flat returns the whole address of p, for an access rooted in root.
func (l *lowerer) flat(p pointer, root ir.VarID) ir.Operand {
	if p.space == ir.NoSpace {
		return ir.I(0)
	}
	t := ir.AddrType(p.space)
	return l.add(t, l.based(p, root), ir.I(uint64(p.off)&t.Mask()))
}

// index returns p moved by i elements of size bytes.
func (l *lowerer) index(p pointer, i ir.Operand, it ir.Type, size int) pointer {
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
		return maxVectorSize
	}
	return n & -n
}

// aligned returns the proven alignment of p.
func (p pointer) aligned() int {
	if p.off == 0 {
		return p.align
	}
	return min(p.align, lowBit(int(p.off)))
}

// moved returns p moved by a constant.
func (p pointer) moved(by int) pointer {
	p.off += int64(by)
	return p
}

// zero returns the zero value of a type.
func (l *lowerer) zero(t *layout) val {
	switch t.shape {
	case structure:
		v := val{elems: make([]val, len(t.fields))}
		for i, f := range t.fields {
			v.elems[i] = l.zero(f.layout)
		}
		return v
	case array:
		if t.len == 0 || l.tooLarge(t) {
			return val{}
		}
		return val{elems: slices.Repeat([]val{l.zero(t.elem)}, t.len)}
	}
	return val{}
}

// elem returns field or element i of an aggregate.
func (l *lowerer) elem(v val, t *layout, i int) val {
	et, off := t.part(i)
	switch {
	case v.elems != nil:
		return v.elems[i]
	case v.at == nil:
		return l.zero(et) // of a value that was too large
	}
	return l.load(v.at.moved(off), et, loadAs{})
}

// part returns the layout and offset of field or element i.
func (t *layout) part(i int) (*layout, int) {
	if t.shape == structure {
		return t.fields[i].layout, t.fields[i].offset
	}
	return t.elem, i * t.elem.size
}

// parts counts the fields or elements.
func (t *layout) parts() int {
	switch t.shape {
	case structure:
		return len(t.fields)
	case array:
		return t.len
	}
	return 0
}

// here reads an aggregate that is still in memory, so that later stores do not
// change it.
func (l *lowerer) here(v val, t *layout) val {
	if v.elems != nil || v.at == nil {
		return v
	}
	return l.load(*v.at, t, loadAs{})
}

// maxLeaves bounds the scalars that one copy of an aggregate may move.
const maxLeaves = 4096

func (l *lowerer) tooLarge(t *layout) bool {
	if t.leaves() <= maxLeaves {
		return false
	}
	l.fail(diag.LargeCopy, "work on elements, or range over a pointer to it: for i := range &a",
		"%s is copied or cleared as a whole: %d values", typeName(t.typ), t.leaves())
	return true
}
