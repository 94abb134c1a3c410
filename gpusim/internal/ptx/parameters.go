package ptx

// This file places and reads the parameters of the kernel.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// parameters places the parameters of the kernel.
func (l *lowerer) parameters(s *scope) {
	for _, v := range l.f.Params {
		size := max(bytesOf(v), 0)
		at := padding.Up(l.k.ParamBytes, max(v.Align, elementOf(v).ir.Bytes()))
		l.k.ParamBytes = at + size
		l.params = append(l.params, param{v: v, at: at, bytes: size})
		s.names[v.Name] = &symbol{v: v, param: len(l.params)}
	}
	if l.k.ParamBytes > limit.ParameterBytes {
		l.failAt(l.f.Pos, "the parameters take %d bytes; at most %d are passed", l.k.ParamBytes, limit.ParameterBytes)
	}
}

// param is a parameter of the kernel in the parameter block.
type param struct {
	v         *syntax.Var
	at, bytes int
	addressed bool // its address is taken, so that an index of run time may read any part of it
}

// addressOfParameter returns the address of a parameter: its offset in the parameter block, in 64 bits.
func (l *lowerer) addressOfParameter(p *param, off int64) ir.Operand {
	p.addressed = true
	return ir.I(uint64(int64(p.at) + off))
}

// loadParameter loads parts of a parameter of the kernel, or of a slot.
func (l *lowerer) loadParameter(t typ, dst []syntax.Operand, a target) {
	for i, o := range dst {
		off := a.off + int64(i*t.ir.Bytes())
		if a.sym.param == 0 {
			r := l.slot(a.sym, off, t)
			l.defOperand(o, t, l.reinterpret(t.reg(), r.class, l.read(r)))
			continue
		}
		p := l.params[a.sym.param-1]
		if off < 0 || off+int64(t.ir.Bytes()) > int64(p.bytes) {
			l.fail("the access is outside of parameter %s", p.v.Name)
			return
		}
		l.defOperand(o, t, l.readParameter(t.ir, p.at+int(off)))
	}
}

// readParameter loads a value of the parameter block.
func (l *lowerer) readParameter(t ir.Type, at int) ir.Operand {
	return l.result(ir.Instr{Op: ir.Ld, Type: t, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}, Off: int64(at), Align: t.Bytes()})
}

// constantAddresses moves an address in the parameter block that is a number into the offset of its
// access, so that the access reads one parameter.
func (t *tracer) constantAddresses() {
	c := constants64{defs: t.defs, known: map[ir.Reg]*uint64{}}
	t.l.k.EachInstr(func(in *ir.Instr) {
		if in.Op != ir.Ld || in.Space != ir.Param {
			return
		}
		if at := c.operand(in.Src[0]); at != nil {
			in.Src[0], in.Off = ir.I(0), in.Off+int64(*at)
			t.l.inside(in)
		}
	})
}

// inside reports an access to the parameter block that is not aligned, or that lies in no parameter and is not
// the address of a variable behind them.
func (l *lowerer) inside(in *ir.Instr) {
	at, end := int(in.Off), int(in.Off)+in.Natural()
	if at%in.Natural() != 0 {
		l.failFrame(in.Pos, "the access to bytes %d to %d of the parameters is not aligned", at, end-1)
		return
	}
	if !slices.ContainsFunc(l.params, func(p param) bool { return at >= p.at && end <= p.at+p.bytes }) &&
		!slices.ContainsFunc(l.k.Params, func(p ir.Parameter) bool { return p.Offset == at && p.Type.Bytes() == in.Natural() }) {
		l.failFrame(in.Pos, "the access to bytes %d to %d of the parameters is outside of them", at, end-1)
	}
}

// constants64 finds the integers that are computed from numbers alone, by sums.
type constants64 struct {
	defs  *ir.Defs
	known map[ir.Reg]*uint64 // nil for another value
}

// operand returns the value of an operand; nil where it is not a number.
func (c *constants64) operand(o ir.Operand) *uint64 {
	if !o.IsReg {
		return &o.Imm
	}
	v, ok := c.known[o.Reg]
	if !ok {
		c.known[o.Reg] = nil // in a loop
		v = c.sum(c.defs.Def[o.Reg])
		c.known[o.Reg] = v
	}
	return v
}

func (c *constants64) sum(in *ir.Instr) *uint64 {
	if in == nil || in.Op != ir.Mov && in.Op != ir.Cvt && in.Op != ir.Add || in.Type.Float() || in.From.Float() {
		return nil
	}
	total := uint64(0)
	for _, s := range in.Src {
		part := c.operand(s)
		if part == nil {
			return nil
		}
		total += *part
	}
	total &= in.Type.Mask()
	return &total
}

// unnamed adds to reads what a launch may give of a parameter besides what accesses name: the whole of
// a number that is never read, and of a parameter whose address is taken all other parts, as the source
// declares them or of type t. It returns their offsets.
func (l *lowerer) unnamed(i int, reads map[int]ir.Type, t ir.Type) map[int]bool {
	p, added := &l.params[i], map[int]bool{}
	if len(p.v.Dims) == 0 {
		t = elementOf(p.v).ir
	} else if !p.addressed {
		return nil
	}
	for at := p.at; at < p.at+p.bytes; {
		named, ok := reads[at]
		if !ok {
			named = l.partAt(i, at, reads, t)
			reads[at], added[at] = named, true
		}
		at += named.Bytes()
	}
	return added
}

// partAt returns the type of the part of parameter i at an offset, where no access names one: t, or a
// smaller one where t does not fit.
func (l *lowerer) partAt(i, at int, reads map[int]ir.Type, t ir.Type) ir.Type {
	p := &l.params[i]
	if piece := l.source.piece(i, at-p.at); piece != nil {
		t = piece.number(t)
	}
	for _, t := range []ir.Type{t, ir.U32, ir.U8} {
		free := t != ir.NoType && (at-p.at)%t.Bytes() == 0 && at+t.Bytes() <= p.at+p.bytes
		for b := at + 1; free && b < at+t.Bytes(); b++ {
			_, named := reads[b]
			free = !named
		}
		if free {
			return t
		}
	}
	panic("BUG: a byte does not fit into a parameter")
}
