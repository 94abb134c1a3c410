package fragment

// This file finds fragments that are used in the place of other ones: a as b, one that was loaded by rows as one that was loaded
// by columns, or elements of fragments of different kinds in one expression.

import (
	"fmt"

	"gpucourse/gpusim/internal/ir"
)

// use is what a fragment is of a product.
type use uint8

const (
	useA use = iota
	useB
	useSums
)

func useOf(ofA bool) use {
	if ofA {
		return useA
	}
	return useB
}

// kind is what decides where the elements of a fragment lie.
type kind struct {
	use
	shape  Shape
	elem   Element
	byRows bool // of factors
}

// String returns the kind as CUDA C writes it.
func (k kind) String() string {
	text := [...]string{"matrix_a", "matrix_b", "accumulator"}[k.use] + fmt.Sprintf(" of %dx%dx%d", k.shape.M, k.shape.N, depth)
	if k.use == useSums {
		return text
	}
	return text + map[bool]string{true: ", row_major", false: ", col_major"}[k.byRows]
}

// fits reports whether the elements of two fragments lie alike. Those of sums do for all their types.
func (k kind) fits(other kind) bool {
	return k.use == other.use && k.shape == other.shape && (k.use == useSums || k.elem == other.elem && k.byRows == other.byRows)
}

// Marks are the fragments of a kernel while it is lowered.
type Marks struct {
	set  map[ir.Reg]setAs
	used []usedAs
}

// setAs says where a register was set, and as what.
type setAs struct {
	kind
	by *ir.Instr
}

// usedAs says which operands of an instruction are those of a fragment.
type usedAs struct {
	kind
	in       *ir.Instr
	from, to int
}

// sets notes that the last instruction has set registers of a fragment.
func (m *Marks) sets(k kind, values []ir.Operand, by *ir.Instr) {
	if m == nil {
		return
	}
	if m.set == nil {
		m.set = map[ir.Reg]setAs{}
	}
	for _, v := range values {
		m.set[v.Reg] = setAs{k, by}
	}
}

// uses notes that operands of an instruction are those of a fragment.
func (m *Marks) uses(k kind, in *ir.Instr, from, to int) {
	if m != nil {
		m.used = append(m.used, usedAs{k, in, from, to})
	}
}

// Mixed returns the fragments of a kernel in SSA form that are used in the place of other ones, once per pair of places.
func (m *Marks) Mixed(k *ir.Kernel) (list []ir.MixedFragment) {
	if len(m.used) == 0 {
		return nil
	}
	defs, known := map[ir.Reg]*ir.Instr{}, map[ir.MixedFragment]bool{}
	k.EachInstr(func(in *ir.Instr) {
		for _, d := range in.Dst {
			defs[d] = in
		}
	})
	for _, u := range m.used {
		seen := map[ir.Reg]bool{}
		var visit func(o ir.Operand)
		visit = func(o ir.Operand) {
			if !o.IsReg || seen[o.Reg] {
				return
			}
			seen[o.Reg] = true
			if s, marked := m.set[o.Reg]; marked {
				if x := (ir.MixedFragment{Set: s.by.Pos, Used: u.in.Pos, Is: s.String(), As: u.String()}); !s.fits(u.kind) && !known[x] {
					known[x], list = true, append(list, x)
				}
				return
			}
			if in := defs[o.Reg]; in != nil && !in.Op.Facts().Effect && !in.Op.Facts().Memory {
				for _, from := range in.Src {
					visit(from)
				}
			}
		}
		for _, o := range u.in.Src[u.from:u.to] {
			visit(o)
		}
	}
	return list
}
