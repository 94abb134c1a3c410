package propose

// This file looks at how a kernel uses its parameters and the place of its threads.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// axis is a direction of a grid.
type axis uint8

const (
	noAxis axis = iota
	axisX
	axisY
	axisZ
)

// uses says what a kernel does with its parameters.
type uses struct {
	read   map[string]bool // arrays that it loads from, or updates atomically
	extent map[string]axis // scalars with which it compares a place along an axis, or which are multiplied with the next one
	sides  map[string]axis // scalars with whose product it compares a place along an axis
	limits map[string]bool // scalars with which it compares something else
	axes   [axisZ + 1]bool // the directions in which its threads differ
	tiles  [][]int         // the extents of its static shared arrays
	shared map[string]int  // its static shared arrays, with 0, and its dynamic ones, with the bytes of an element
	most   int             // threads per block of its launch bounds; 0 for none
}

// origin is what a register is computed from.
type origin struct {
	axes   uint8
	scalar string    // the one scalar parameter that it is, or that plus a constant; "" for others
	sides  [2]string // the two of which it is the product
}

func usesOf(k *ir.Kernel) uses {
	u := uses{read: map[string]bool{}, extent: map[string]axis{}, sides: map[string]axis{}, limits: map[string]bool{}, shared: map[string]int{}, most: k.MaxThreads}
	from := map[ir.Reg]origin{}
	for range 8 { // values go round loops
		k.EachInstr(func(in *ir.Instr) { u.follow(k, in, from) })
	}
	k.EachInstr(func(in *ir.Instr) { u.look(k, in, from) })
	for i := range k.Vars {
		v := &k.Vars[i]
		switch {
		case v.Kind == ir.DynamicShared:
			u.shared[v.Name] = v.Elem.Bytes
		case v.Space == ir.Shared:
			u.shared[v.Name] = 0
			if len(v.Dims) > 0 {
				u.tiles = append(u.tiles, v.Dims)
			}
		}
	}
	return u
}

// follow says what the result of an instruction is computed from.
func (u *uses) follow(k *ir.Kernel, in *ir.Instr, from map[ir.Reg]origin) {
	if len(in.Dst) != 1 {
		return
	}
	o := from[in.Dst[0]]
	switch {
	case in.Op == ir.Special:
		if a := axisOf(in.Mod); a != noAxis {
			o.axes |= 1 << a
			u.axes[a] = true
		}
	case in.Op == ir.Ld && in.Space == ir.Param:
		for _, p := range k.Params {
			if p.Var == 0 && int64(p.Offset) == in.Off {
				o.scalar = p.Name
			}
		}
	case in.Op == ir.Ld || in.Op == ir.Atom:
	default:
		for _, s := range in.Src {
			if s.IsReg {
				o.axes |= from[s.Reg].axes
			}
		}
		if (in.Op == ir.Mov || in.Op == ir.Cvt || shifts(in)) && in.Src[0].IsReg {
			o.scalar, o.sides = from[in.Src[0].Reg].scalar, from[in.Src[0].Reg].sides
		}
		if in.Op == ir.Mul && in.Src[0].IsReg && in.Src[1].IsReg {
			o.sides = [2]string{from[in.Src[0].Reg].scalar, from[in.Src[1].Reg].scalar}
		}
	}
	from[in.Dst[0]] = o
}

// shifts reports whether an instruction adds a constant, as in n - 1.
func shifts(in *ir.Instr) bool {
	return (in.Op == ir.Add || in.Op == ir.Sub) && !in.Src[1].IsReg
}

func axisOf(m ir.Mod) axis {
	switch m {
	case ir.TidX, ir.CtaidX:
		return axisX
	case ir.TidY, ir.CtaidY:
		return axisY
	case ir.TidZ, ir.CtaidZ:
		return axisZ
	}
	return noAxis
}

// look notes what an instruction does with a parameter.
func (u *uses) look(k *ir.Kernel, in *ir.Instr, from map[ir.Reg]origin) {
	if v := k.Var(in.Root); v != nil && (in.Op == ir.Ld || in.Op == ir.Atom) {
		u.read[v.Name] = true
	}
	if len(in.Src) < 2 || !slices.Contains([]ir.Op{ir.Setp, ir.Mul, ir.Mad}, in.Op) {
		return
	}
	for i, s := range in.Src[:2] {
		other := in.Src[1-i]
		axes := uint8(0)
		if other.IsReg {
			axes = from[other.Reg].axes
		}
		if sides := from[s.Reg].sides; s.IsReg && in.Op == ir.Setp && sides[0] != "" && sides[1] != "" {
			u.sides[sides[0]], u.sides[sides[1]] = single(axes), single(axes)
		}
		name := from[s.Reg].scalar
		if !s.IsReg || name == "" {
			continue
		}
		switch {
		case in.Op == ir.Setp && single(axes) != noAxis:
			u.extent[name] = single(axes)
		case in.Op == ir.Setp:
			u.limits[name] = true
		case single(axes) == axisY && u.extent[name] == noAxis: // y * width
			u.extent[name] = axisX
		}
	}
}

// single returns the axis of a set of one; noAxis for others.
func single(axes uint8) axis {
	for a := axisX; a <= axisZ; a++ {
		if axes == 1<<a {
			return a
		}
	}
	return noAxis
}

// dimensions is how many directions the threads of the kernel differ in.
func (u *uses) dimensions() int {
	switch {
	case u.axes[axisZ]:
		return 3
	case u.axes[axisY]:
		return 2
	}
	return 1
}
