package ptx

// This file lowers variables, parameters and accesses.

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// spaces are the spaces of the IR by their names.
var spaces = map[string]ir.Space{"global": ir.Global, "shared": ir.Shared, clusterSpace: ir.Cluster, "local": ir.Local, "const": ir.Const, "param": ir.Param}

// clusterSpace is the shared memory of all blocks of a cluster.
const clusterSpace = "shared::cluster"

// varKinds are the kinds of variables by their spaces.
var varKinds = map[string]ir.VarKind{"shared": ir.SharedVar, "local": ir.LocalVar, "const": ir.ConstVar, "global": ir.GlobalVar}

// declare enters a variable or registers into a scope.
func (l *lowerer) declare(v *syntax.Var, s *scope) {
	switch {
	case v.Space == "reg" && types[v.Type].name == "":
		l.failAt(v.Pos, "registers of the type %s are not simulated", v.Type)
	case v.Space == "reg" && v.Count > 0:
		s.counted = append(s.counted, v)
	case v.Space == "reg":
		s.names[v.Name] = &register{name: v.Name, t: types[v.Type]}
	default:
		s.names[v.Name] = &symbol{v: v}
	}
}

// elementOf returns the type of an element of a variable; for one of a type that the IR lacks,
// bytes.
func elementOf(v *syntax.Var) typ {
	if t := types[v.Type]; t.name != "" {
		return t
	}
	return types["b8"]
}

// bytesOf is the size of a variable, and -1 of one without length.
func bytesOf(v *syntax.Var) int {
	n := elementOf(v).ir.Bytes() * v.Vec
	for _, d := range v.Dims {
		if d == syntax.Open {
			return -1
		}
		if n *= d; n > limit.LocalBytes<<10 { // more than any device has of these spaces
			return limit.LocalBytes << 10
		}
	}
	return n
}

// object returns the variable of the IR of a symbol; it declares it at the first use.
func (l *lowerer) object(x *symbol) ir.VarID {
	if x.id != 0 {
		return x.id
	}
	kind, t := varKinds[x.v.Space], elementOf(x.v)
	size := bytesOf(x.v)
	if x.v.Space == "shared" && size <= 0 {
		kind, size = ir.DynamicShared, 0
	}
	v := ir.Var{
		Name: l.k.FreeName(inSource(x.v)), Kind: kind, Space: spaces[x.v.Space], GoType: "[]" + t.ir.String(),
		Elem: ir.Elem{GoType: t.ir.String(), Bytes: t.ir.Bytes(), Align: t.ir.Bytes()}, Bytes: max(size, 0), Align: max(x.v.Align, t.ir.Bytes()), Pos: x.v.Pos,
	}
	if size > 0 && len(x.v.Dims) > 0 {
		v.Dims = []int{size / t.ir.Bytes()}
	}
	if kind == ir.ConstVar || kind == ir.GlobalVar {
		v.Symbol, v.Record = x.v.Name, ir.Record{Bytes: max(size, 0)}
		if v.Dims != nil {
			v.Record = ir.Record{Bytes: t.ir.Bytes(), Scalars: []ir.Scalar{{Type: t.ir}}}
		}
	}
	l.place(&v)
	l.k.Vars = append(l.k.Vars, v)
	x.id = ir.VarID(len(l.k.Vars))
	if x.v.Init != nil {
		bytes, addresses := l.initial(x.v, t, size)
		l.k.Vars[x.id-1].Initial, l.k.Vars[x.id-1].Addresses = bytes, addresses
	}
	return x.id
}

// inSource names a shared variable as its source does, "tile" for _ZZ3revPiiE4tile. Others keep their symbol.
func inSource(v *syntax.Var) string {
	if v.Space != "shared" {
		return v.Name
	}
	name := demangle.Filter(v.Name, demangle.NoParams)
	return name[strings.LastIndex(name, ":")+1:]
}

// place gives a variable its offset in its space.
func (l *lowerer) place(v *ir.Var) {
	end := &l.k.SharedBytes
	switch v.Kind {
	case ir.SharedVar:
	case ir.LocalVar:
		end = &l.k.LocalBytes
	case ir.ConstVar:
		n := 0
		for i := range l.k.Vars {
			if o := &l.k.Vars[i]; o.Kind == ir.ConstVar {
				n = max(n, o.Offset+o.Bytes)
			}
		}
		end = &n
	default:
		return
	}
	v.Offset = padding.Up(*end, v.Align)
	*end = v.Offset + v.Bytes
}

// initial returns the first bytes of a variable, and the addresses of others among them.
func (l *lowerer) initial(v *syntax.Var, t typ, size int) (out []byte, addresses []ir.Address) {
	list := v.Init.List
	if v.Init.Kind != syntax.Vector {
		list = []syntax.Operand{*v.Init}
	}
	var add func(list []syntax.Operand)
	add = func(list []syntax.Operand) {
		for _, o := range list {
			bits := o.Bits
			switch o.Kind {
			case syntax.Vector:
				add(o.List)
				continue
			case syntax.Float32, syntax.Float64:
				bits = floatImmediate(o, t.ir)
			case syntax.Name, syntax.Generic:
				var symbol string
				if bits, symbol = l.initialAddress(v, o, t); symbol != "" && len(out)+t.ir.Bytes() <= size {
					addresses = append(addresses, ir.Address{At: len(out), Symbol: symbol, Off: o.Offset})
				}
			}
			out = append(out, binary.LittleEndian.AppendUint64(nil, bits)[:t.ir.Bytes()]...)
		}
	}
	add(list)
	return out[:min(len(out), max(size, 0))], addresses
}

// initialAddress returns the address of a function or variable in the initial value of v; of a
// variable in global memory, its name.
func (l *lowerer) initialAddress(v *syntax.Var, o syntax.Operand, t typ) (bits uint64, name string) {
	x, _ := l.global.find(o.Name).(*symbol)
	switch {
	case t.ir.Bytes() < ir.U64.Bytes():
		l.failAt(v.Pos, "the initial value of %s holds an address in less than 8 bytes", v.Name)
	case x == nil && l.handle(o.Name) != 0:
		return l.handle(o.Name), ""
	case x == nil:
		l.failAt(v.Pos, "the initial value of %s is the address of %s, which is not declared", v.Name, o.Name)
	case x.v.Space == "global":
		l.globalPointer(x)
		return 0, x.v.Name
	default:
		bits = uint64(l.k.Var(l.object(x)).Offset) + uint64(o.Offset)
		if o.Kind == syntax.Generic {
			l.windows[spaces[x.v.Space]] = true
			bits += ir.FirstGeneric(spaces[x.v.Space])
		}
	}
	return bits, ""
}

// address returns the address of a variable in its space, in 64 bits.
func (l *lowerer) address(x *symbol, off int64) ir.Operand {
	switch x.v.Space {
	case "shared", "local", "const":
		at := l.result(ir.Instr{Op: ir.AddrOf, Type: ir.U32, Root: l.object(x)})
		return l.plus(ir.U64, l.cvt(ir.U64, ir.U32, at), off)
	case "global":
		at := l.readParameter(ir.U64, l.globalPointer(x))
		l.symbols[at.Reg] = x
		return l.plus(ir.U64, at, off)
	case "param":
		if x.param > 0 {
			return l.addressOfParameter(&l.params[x.param-1], off)
		}
	}
	l.fail("the address of %s, in space %s, is not simulated", x.v.Name, x.v.Space)
	return ir.I(0)
}

// plus adds an offset.
func (l *lowerer) plus(t ir.Type, a ir.Operand, off int64) ir.Operand {
	switch {
	case off == 0:
		return a
	case !a.IsReg:
		return ir.I((a.Imm + uint64(off)) & t.Mask())
	}
	return l.op(ir.Add, t, a, ir.I(uint64(off)&t.Mask()))
}

// place of an access: its address in a register of the space's width, and what is added to it.
type target struct {
	space ir.Space
	base  ir.Operand
	off   int64
	sym   *symbol // of a parameter
	any   bool    // the address is generic
}

// target reads an address operand; space is "" for a generic one.
func (l *lowerer) target(o syntax.Operand, space string) target {
	if o.Kind != syntax.Address || len(o.List) != 1 {
		l.fail("the operand is no address")
		return target{space: ir.Global}
	}
	base := o.List[0]
	t := target{space: ir.Global, off: o.Offset, any: space == ""}
	if space != "" {
		t.space = spaces[space]
	}
	sym, _ := l.at.scope.find(base.Name).(*symbol)
	switch {
	case base.Kind == syntax.Name && sym != nil && sym.v.Space == "param":
		t.space, t.sym = ir.Param, sym
		return t
	case base.Kind == syntax.Name && sym != nil:
		t.base = l.address(sym, 0)
	case base.Kind == syntax.Int:
		t.base = ir.I(base.Bits)
	default:
		r := l.registerOf(base.Name, l.at.scope)
		t.base = l.reinterpret(ir.U64, unsigned(r.class), l.reinterpret(unsigned(r.class), r.class, l.read(r)))
	}
	if w := ir.AddrType(t.space); w != ir.U64 {
		t.base = l.cvt(w, ir.U64, t.base)
	}
	return t
}

// unsigned returns the unsigned integer type of a class: addresses in registers of 32 bits are
// offsets.
func unsigned(t ir.Type) ir.Type {
	if t.Bits() == ir.U64.Bits() {
		return ir.U64
	}
	return ir.U32
}

// vector returns the registers of a vector operand, or the operand itself.
func vector(o syntax.Operand) []syntax.Operand {
	if o.Kind == syntax.Vector {
		return o.List
	}
	return []syntax.Operand{o}
}

// load lowers ld.
func load(l *lowerer, m *match) {
	t, dst := m.t(), vector(m.Operands[0])
	a := l.target(m.Operands[1], m.named["S"])
	if a.sym != nil {
		l.loadParameter(t, dst, a)
		return
	}
	t = l.held(t, dst)
	l.vectorResult(ir.Instr{Op: ir.Ld, Type: t.ir, Space: a.space, Src: []ir.Operand{a.base}, Off: a.off, Align: t.ir.Bytes() * len(dst),
		Volatile: m.has("volatile") || m.has("relaxed") || m.has("acquire") || m.has("cv"), ReadOnly: m.has("nc") && a.space == ir.Global, Hint: l.hint(m, a.space)}, t, dst, a.any)
	if m.has("acquire") {
		l.emit(ir.Instr{Op: ir.Membar, Mod: scopeOf(m)})
	}
}

// held returns the type of an access: floats where bits are accessed and all registers hold floats, so
// that the array of a kernel of Triton has floats.
func (l *lowerer) held(t typ, list []syntax.Operand) typ {
	for _, o := range list {
		r, ok := l.at.scope.find(o.Name).(*register)
		if !ok || !t.bits || !r.class.Float() || r.class.Bytes() != t.ir.Bytes() {
			return t
		}
	}
	return types["f"+t.name[1:]]
}

// vectorResult emits an instruction with a result for each of several registers.
func (l *lowerer) vectorResult(in ir.Instr, t typ, dst []syntax.Operand, generic bool) {
	in.Vec = len(dst)
	for range dst {
		in.Dst = append(in.Dst, l.k.NewReg(t.reg(), ""))
	}
	l.generic[l.emit(in)] = generic
	for i, o := range dst {
		l.defOperand(o, t, ir.R(in.Dst[i]))
	}
}

// store lowers st.
func store(l *lowerer, m *match) {
	t, src := m.t(), vector(m.Operands[1])
	a := l.target(m.Operands[0], m.named["S"])
	switch {
	case a.sym != nil:
		l.storeSlot(t, src, a)
		return
	case a.space == ir.Param:
		l.fail("a kernel cannot store to its parameters")
		return
	}
	if m.has("release") {
		l.emit(ir.Instr{Op: ir.Membar, Mod: scopeOf(m)})
	}
	t = l.held(t, src)
	in := ir.Instr{Op: ir.St, Type: t.ir, Space: a.space, Vec: len(src), Src: []ir.Operand{a.base}, Off: a.off, Align: t.ir.Bytes() * len(src),
		Volatile: m.has("volatile") || m.has("relaxed") || m.has("release"), Hint: l.hint(m, a.space)}
	for _, o := range src {
		in.Src = append(in.Src, l.operand(o, t))
	}
	l.generic[l.emit(in)] = a.any
}

// scopeOf is the scope of an access or a fence.
func scopeOf(m *match) ir.Mod {
	switch {
	case m.has("cta"):
		return ir.ScopeBlock
	case m.has("sys"):
		return ir.ScopeSystem
	}
	return ir.ScopeDevice
}

// storeSlot stores into a slot.
func (l *lowerer) storeSlot(t typ, src []syntax.Operand, a target) {
	if a.sym.param > 0 {
		l.fail("a kernel cannot store to its parameter %s", a.sym.v.Name)
		return
	}
	for i, o := range src {
		r := l.slot(a.sym, a.off+int64(i*t.ir.Bytes()), t)
		l.set(r, t.ir, l.operand(o, t))
	}
}

// slot returns the part of a .param variable of a call at an offset, as a register.
func (l *lowerer) slot(x *symbol, off int64, t typ) *register {
	if x.slots == nil {
		x.slots = map[int64]*register{}
	}
	r := x.slots[off]
	if r == nil {
		r = &register{name: x.v.Name, t: t, class: t.reg(), known: true}
		x.slots[off] = r
		l.regs = append(l.regs, r)
	}
	return r
}

// globalPointer returns the offset in the parameter block where the address of a variable in
// global memory is passed, behind the parameters.
func (l *lowerer) globalPointer(x *symbol) int {
	id := l.object(x)
	v := l.k.Var(id)
	if !slices.ContainsFunc(l.k.Params, func(p ir.Parameter) bool { return p.Var == id }) {
		v.Offset = padding.Up(l.k.ParamBytes, ir.U64.Bytes())
		l.k.ParamBytes = v.Offset + ir.U64.Bytes()
		l.k.Params = append(l.k.Params, ir.Parameter{Name: v.Name, Type: ir.U64, Offset: v.Offset, Var: id})
	}
	return v.Offset
}
