package ptx

// This file lowers accesses of surfaces. The handle of a surface is the address of a description in
// global memory, and an access is one of global memory: so a handle may come from anywhere.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// The description of a surface: where its texels lie, row after row and plane after plane.
const (
	surfaceBase   = 0  // address, 8 bytes
	surfaceWidth  = 8  // bytes of a row
	surfaceHeight = 12 // rows of a plane
	surfaceDepth  = 16 // planes
	surfacePitch  = 20 // bytes from one row to the next
	surfaceAside  = 24 // address of 16 bytes that take what is stored outside in mode zero

	// SurfaceBytes is the size of a description without these 16 bytes.
	SurfaceBytes = 32
)

// surfaceForms are the forms of suld and sust. Coordinates are x in bytes, y and z; a layer stands
// before them.
func surfaceForms() (list []form) {
	for _, dims := range []struct {
		name  string
		order []int // which coordinate is x, y and z
	}{{"1d", []int{0}}, {"2d", []int{0, 1}}, {"3d", []int{0, 1, 2}}, {"a1d", []int{1, -1, 0}}, {"a2d", []int{1, 2, 0}}} {
		mods := "b " + dims.name + " CACHE? v2|v4? T=b8|b16|b32|b64 M=trap|clamp|zero"
		list = append(list,
			form{op: "suld", mods: mods, operands: "vec=T name", build: surfaceAccess(dims.order, 1)},
			form{op: "sust", mods: mods, operands: "name vec=T", build: surfaceAccess(dims.order, 0)})
	}
	return list
}

// surfaceAccess builds an access whose surface and coordinates are operand at.
func surfaceAccess(order []int, at int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		o, list := m.Operands[at], vector(m.Operands[1-at])
		if len(o.List) != 2 {
			l.fail("the operand names no surface and coordinates")
			return
		}
		s := &surface{l: l, mode: m.named["M"], handle: l.inReg(ir.U64, l.operand(o.List[0], types["u64"])), inside: ir.I(1)}
		place, ok := s.place(vector(o.List[1]), order, m.t().ir.Bytes()*len(list))
		if !ok {
			l.fail("the surface is accessed at other coordinates than its form has")
			return
		}
		in := ir.Instr{Op: ir.Ld, Type: m.t().ir, Space: ir.Global, Vec: len(list), Src: []ir.Operand{place}, Align: m.t().ir.Bytes() * len(list)}
		if at == 1 {
			s.load(in, m.t(), list)
			return
		}
		in.Op = ir.St
		for _, v := range list {
			in.Src = append(in.Src, l.operand(v, m.t()))
		}
		l.emit(in)
	}
}

// surface is the surface of one access.
type surface struct {
	l      *lowerer
	mode   string
	handle ir.Operand
	inside ir.Operand // predicate: all coordinates so far are inside
}

// field reads a field of the description.
func (s *surface) field(t ir.Type, at int64) ir.Operand {
	return s.l.result(ir.Instr{Op: ir.Ld, Type: t, Space: ir.Global, Vec: 1, Src: []ir.Operand{s.handle}, Off: at, Align: t.Bytes(), ReadOnly: true})
}

// place returns the address of an access of so many bytes.
func (s *surface) place(coordinates []syntax.Operand, order []int, bytes int) (ir.Operand, bool) {
	l := s.l
	var c [3]ir.Operand // x, y, z
	for i := range c {
		c[i] = ir.I(0)
		if i >= len(order) || order[i] < 0 {
			continue
		}
		if order[i] >= len(coordinates) {
			return ir.Operand{}, false
		}
		v := l.inReg(ir.U32, l.operand(coordinates[order[i]], types["u32"]))
		c[i] = s.within(v, s.last(i, bytes))
	}
	row := l.op(ir.Add, ir.U32, l.op(ir.Mul, ir.U32, s.field(ir.U32, surfaceHeight), c[2]), c[1])
	offset := l.op(ir.Add, ir.U64, l.wide(row, s.field(ir.U32, surfacePitch)), l.cvt(ir.U64, ir.U32, c[0]))
	return s.outside(l.op(ir.Add, ir.U64, s.field(ir.U64, surfaceBase), offset)), true
}

// wide returns the product of two numbers in 64 bits.
func (l *lowerer) wide(a, b ir.Operand) ir.Operand {
	return l.op(ir.Mul, ir.U64, l.cvt(ir.U64, ir.U32, a), l.cvt(ir.U64, ir.U32, b))
}

// last returns the last coordinate of direction i at which an access of so many bytes is inside.
func (s *surface) last(i, bytes int) ir.Operand {
	field := []int64{surfaceWidth, surfaceHeight, surfaceDepth}[i]
	less := []int{bytes, 1, 1}[i]
	return s.l.op(ir.Sub, ir.U32, s.field(ir.U32, field), ir.I(uint64(less)))
}

// within keeps a coordinate inside, in mode clamp, or notes that it is not.
func (s *surface) within(v, last ir.Operand) ir.Operand {
	l := s.l
	if s.mode == "clamp" {
		return l.op(ir.Min, ir.S32, l.op(ir.Max, ir.S32, v, ir.I(0)), last)
	}
	s.and(l.opMod(ir.Setp, ir.LE, ir.U32, v, last))
	return v
}

func (s *surface) and(p ir.Operand) {
	if s.inside.IsReg {
		p = s.l.op(ir.And, ir.Pred, s.inside, p)
	}
	s.inside = p
}

// outside replaces the address of an access outside: by one where every access is a fault, in mode
// trap, or by one where an access does no harm.
func (s *surface) outside(address ir.Operand) ir.Operand {
	if !s.inside.IsReg {
		return address
	}
	instead := ir.I(0)
	if s.mode == "zero" {
		instead = s.field(ir.U64, surfaceAside)
	}
	return s.l.op(ir.Selp, ir.U64, address, s.l.inReg(ir.U64, instead), s.inside)
}

// load emits the load; outside its results are 0.
func (s *surface) load(in ir.Instr, t typ, list []syntax.Operand) {
	l := s.l
	for range list {
		in.Dst = append(in.Dst, l.k.NewReg(t.reg(), ""))
	}
	l.emit(in)
	for i, o := range list {
		v := ir.R(in.Dst[i])
		if s.mode == "zero" && s.inside.IsReg {
			v = l.op(ir.Selp, t.reg(), v, ir.I(0), s.inside)
		}
		l.defOperand(o, t, v)
	}
}
