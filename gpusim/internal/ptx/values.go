package ptx

// This file reads and sets registers, and brings them into SSA form.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// registerOf returns the register of a name; it reports one that is not declared.
func (l *lowerer) registerOf(name string, s *scope) *register {
	r, ok := s.find(name).(*register)
	if !ok {
		l.fail("%s is no register that is declared here", name)
		return &register{name: name, t: types["b32"], class: ir.U32}
	}
	return r
}

// vote decides for each register of bits whether the IR holds it as a float: most instructions
// that have a type use it so.
func (l *lowerer) vote() {
	for _, b := range l.blocks {
		for _, x := range append(b.code[:len(b.code):len(b.code)], b.end) {
			if x.match == nil {
				continue
			}
			if x.Guard != "" {
				l.voteOperand(x, syntax.Operand{Kind: syntax.Name, Name: x.Guard}, "")
			}
			for i, o := range x.Operands[:min(len(x.Operands), len(x.form.kinds))] {
				l.voteOperand(x, o, x.form.kinds[i])
			}
		}
	}
	for _, r := range l.regs {
		r.class = classOf(r)
	}
}

func (l *lowerer) voteOperand(x scoped, o syntax.Operand, kind string) {
	for _, part := range o.List {
		l.voteOperand(x, part, kind)
	}
	r, ok := x.scope.find(o.Name).(*register)
	if !ok || o.Kind != syntax.Name {
		return
	}
	if !r.known {
		r.known = true
		l.regs = append(l.regs, r)
	}
	switch t := x.typeOf(kind); {
	case t.bits || t.name == "":
	case x.Op == "mov" && !t.ir.Float(): // Triton moves zeros so, before guarded loads of floats
	case t.ir.Float():
		r.votes++
	default:
		r.votes--
	}
}

// classOf is the type of the registers that hold a register of PTX.
func classOf(r *register) ir.Type {
	t := r.t.reg()
	if f, ok := floatOf[t]; ok && r.votes > 0 && !r.t.narrow() {
		return f
	}
	return t
}

// read returns the value of a register here.
func (l *lowerer) read(r *register) ir.Operand {
	b := l.cur
	if v, ok := b.values[r]; ok {
		return v
	}
	in, ok := b.entering[r]
	if !ok {
		in = l.k.NewReg(r.class, "")
		b.entering[r] = in
		b.values[r] = ir.R(in)
	}
	return ir.R(in)
}

// set gives a register a value of a type that has as many bits.
func (l *lowerer) set(r *register, t ir.Type, v ir.Operand) {
	l.cur.values[r] = l.reinterpret(r.class, t, v)
}

// reinterpret returns the bits of a value in a register of another class, extended or cut.
func (l *lowerer) reinterpret(class, t ir.Type, v ir.Operand) ir.Operand {
	switch {
	case (class == ir.Pred) != (t == ir.Pred):
		l.fail("a predicate stands where a number is expected, or a number where a predicate is")
		return ir.I(0)
	case ir.SameClass(class, t.Reg()):
		return v
	case class.Bits() == t.Reg().Bits():
		if !v.IsReg {
			return v
		}
		return l.op(ir.Mov, class, v)
	case t.Float(): // its bits first
		return l.reinterpret(class, intOf(t), l.op(ir.Mov, intOf(t), v))
	case class.Float():
		return l.reinterpret(class, intOf(class), l.reinterpret(intOf(class), t, v))
	}
	from := t.Reg()
	if class.Signed() != from.Signed() && class.Bits() > from.Bits() {
		class = from.Wide()
	}
	return l.cvt(class, from, v)
}

// intOf is the unsigned type as wide as a float type.
func intOf(t ir.Type) ir.Type {
	if t.Bits() == ir.F64.Bits() {
		return ir.U64
	}
	return ir.U32
}

// typeOf returns the type that an operand of a kind has: "a=T", "d=u32".
func (m *match) typeOf(kind string) typ {
	for i := range kind {
		if kind[i] == '=' {
			name := kind[i+1:]
			if named, ok := m.named[name]; ok {
				name = named
			}
			return types[name]
		}
	}
	return typ{}
}

// use returns operand i of the current instruction as its form's type. A value of fewer bits than
// its register may have anything above it.
func (l *lowerer) use(i int) ir.Operand {
	t := l.at.typeOf(l.at.form.kinds[i])
	return l.flushed(t, l.operand(l.at.Operands[i], t))
}

// useFull returns operand i extended to its register.
func (l *lowerer) useFull(i int) ir.Operand {
	t := l.at.typeOf(l.at.form.kinds[i])
	return l.extend(t, l.use(i))
}

// extend fills the bits of a register above a narrow value.
func (l *lowerer) extend(t typ, v ir.Operand) ir.Operand {
	if !t.narrow() {
		return v
	}
	return l.cvt(t.ir, t.reg(), v)
}

// operand returns the value of an operand in a register of type t.
func (l *lowerer) operand(o syntax.Operand, t typ) ir.Operand {
	switch o.Kind {
	case syntax.Int:
		return ir.I(immediate(o, t.ir))
	case syntax.Float32, syntax.Float64:
		return ir.I(floatImmediate(o, t.ir))
	case syntax.Vector:
		return l.packed(o, t)
	case syntax.Name:
		return l.named(o, t)
	}
	l.fail("an operand is none of a register, a number and a name")
	return ir.I(0)
}

// immediate returns the bits of an integer as type t.
func immediate(o syntax.Operand, t ir.Type) uint64 {
	if t == ir.Pred {
		return min(o.Bits, 1)
	}
	return t.Extend(o.Bits) & t.Reg().Mask()
}

// floatImmediate returns the bits of a float as type t, which may be an integer of its width.
func floatImmediate(o syntax.Operand, t ir.Type) uint64 {
	switch {
	case o.Kind == syntax.Float64 && t.Bytes() == ir.F32.Bytes():
		return uint64(math.Float32bits(float32(math.Float64frombits(o.Bits))))
	case o.Kind == syntax.Float32 && t == ir.F64:
		return math.Float64bits(float64(math.Float32frombits(uint32(o.Bits))))
	}
	return o.Bits
}

// named returns the value of a register, of a special register or the address of a variable.
func (l *lowerer) named(o syntax.Operand, t typ) ir.Operand {
	if o.Not && t.ir != ir.Pred {
		l.fail("!%s negates a number; only predicates are negated", o.Name)
		return ir.I(0)
	}
	if v, ok := l.special(o.Name); ok {
		return l.reinterpret(t.reg(), ir.U32, v)
	}
	if mod, ok := clocks[o.Name]; ok {
		return l.clock(o.Name, mod, t)
	}
	switch x := l.at.scope.find(o.Name).(type) {
	case *register:
		v := l.reinterpret(t.reg(), x.class, l.read(x))
		if o.Not {
			return l.op(ir.Not, ir.Pred, v)
		}
		return v
	case *symbol:
		return l.reinterpret(t.reg(), ir.U64, l.address(x, o.Offset))
	}
	if handle := l.handle(o.Name); handle != 0 {
		return ir.I(handle & t.reg().Mask())
	}
	l.fail("%s is not declared", o.Name)
	return ir.I(0)
}

// def gives operand i, a register or _, a value of its form's type.
func (l *lowerer) def(i int, v ir.Operand) {
	o, t := l.at.Operands[i], l.at.typeOf(l.at.form.kinds[i])
	l.defOperand(o, t, l.flushed(t, v))
}

// flushed returns a float32 of an instruction with .ftz with zero for a denormal number, where not
// the whole kernel flushes them.
func (l *lowerer) flushed(t typ, v ir.Operand) ir.Operand {
	if t.ir != ir.F32 || l.k.FlushDenormals || !l.at.has("ftz") || !l.at.flushes() {
		return v
	}
	return l.opMod(ir.Math, ir.Flush, ir.F32, v)
}

func (l *lowerer) defOperand(o syntax.Operand, t typ, v ir.Operand) {
	switch o.Kind {
	case syntax.Sink:
	case syntax.Pair:
		l.defOperand(o.List[0], t, v)
	case syntax.Name:
		l.set(l.registerOf(o.Name, l.at.scope), t.ir, v)
	default:
		l.fail("the result is no register")
	}
}

// packed returns a vector of registers as the bits of one: the first lowest.
func (l *lowerer) packed(o syntax.Operand, t typ) ir.Operand {
	whole := t.reg()
	part := partOf(t, len(o.List))
	if part.ir == ir.NoType {
		l.fail("a vector of %d parts is no %s", len(o.List), t.name)
		return ir.I(0)
	}
	out := ir.I(0)
	for i, x := range o.List {
		v := l.reinterpret(whole, part.ir, l.cvt(part.ir, part.reg(), l.operand(x, part)))
		if i > 0 {
			v = l.op(ir.Shl, whole, v, ir.I(uint64(i*part.ir.Bytes()*8)))
			v = l.op(ir.Or, whole, out, v)
		}
		out = v
	}
	return out
}

// partOf returns the type of one of n parts of the bits of a type.
func partOf(t typ, n int) typ {
	if n == 0 || t.ir.Bytes()%n != 0 {
		return typ{}
	}
	for _, name := range []string{"b8", "b16", "b32"} {
		if types[name].ir.Bytes() == t.ir.Bytes()/n {
			return types[name]
		}
	}
	return typ{}
}

// unpack sets the registers of a vector to the parts of a value of type t.
func (l *lowerer) unpack(o syntax.Operand, t typ, v ir.Operand) {
	part := partOf(t, len(o.List))
	if part.ir == ir.NoType {
		l.fail("a vector of %d parts is no %s", len(o.List), t.name)
		return
	}
	for i, x := range o.List {
		piece := v
		if i > 0 {
			piece = l.op(ir.Shr, t.reg(), v, ir.I(uint64(i*part.ir.Bytes()*8)))
		}
		if x.Kind != syntax.Sink {
			l.defOperand(x, part, l.reinterpret(part.reg(), t.reg(), piece))
		}
	}
}

// joinValues replaces what stands for the values at the start of blocks by these values.
func (l *lowerer) joinValues() {
	preds := l.k.Preds()
	subst := map[ir.Reg]ir.Operand{}
	before := len(l.k.Regs)
	for _, r := range l.regs {
		v := ir.NewVariable(l.k, preds, ir.RegInfo{Type: r.class})
		for _, b := range l.blocks {
			if x, ok := b.values[r]; ok && x != ir.R(b.entering[r]) {
				v.Define(b.ir.ID, x)
			}
		}
		for _, b := range l.blocks {
			if in := b.entering[r]; in != ir.NoReg {
				subst[in] = v.AtStart(b.ir.ID)
			}
		}
		v.Place()
		if joins := len(l.k.Regs) - before; joins > limit.Joins {
			l.failAt(l.f.Pos, "the registers of the kernel meet at more than %d places of its control flow; at most so many are compiled", limit.Joins)
			return
		}
	}
	l.k.EachInstr(func(in *ir.Instr) {
		for i, o := range in.Src {
			for o.IsReg {
				next, ok := subst[o.Reg]
				if !ok {
					break
				}
				o = next
			}
			in.Src[i] = o
		}
	})
}
