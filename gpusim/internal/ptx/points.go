package ptx

// This file follows addresses to the variables and parameters that they come from.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
)

// origin is where an address comes from. The zero value is a number that is no address.
type origin struct {
	space   ir.Space
	object  ir.VarID // 0 where ways differ
	param   int      // the offset of a pointer in the parameter block, counted from 1; 0 where ways differ
	generic bool     // the address lies in the window of its space
	mixed   bool     // ways have different spaces
	loaded  bool     // memory held it: it is a number, or an address of any space
}

// join returns the origin of a value that is one of two.
func join(a, b origin) origin {
	switch {
	case a == origin{} || a == b:
		return b
	case b == origin{}:
		return a
	case a.space != b.space || a.generic != b.generic:
		return origin{mixed: true}
	}
	return origin{space: a.space, generic: a.generic}
}

// tracer finds the origins of all registers.
type tracer struct {
	l      *lowerer
	of     []origin // by register
	defs   *ir.Defs
	narrow map[ir.VarID]*narrower
	behind map[*ir.Instr][]*ir.Instr // what is inserted behind an instruction
}

// points names the object of each access, and makes addresses of shared, local and constant
// memory relative to it.
func (l *lowerer) points() {
	t := &tracer{l: l, of: make([]origin, len(l.k.Regs)), narrow: map[ir.VarID]*narrower{}, behind: map[*ir.Instr][]*ir.Instr{}}
	t.defs = l.k.DefUse()
	t.constantAddresses()
	t.trace()
	l.declareParameters(t)
	l.handles(t)
	t.defs = l.k.DefUse()
	var accesses, unknown []*ir.Instr
	l.k.EachInstr(func(in *ir.Instr) {
		if in.Op.Facts().Memory && (in.Space != ir.Param || in.Src[0].IsReg) {
			accesses = append(accesses, in)
		}
	})
	for _, in := range accesses {
		if l.unknown(in, t.operand(in.Src[0])) {
			unknown = append(unknown, in)
		} else {
			t.access(in)
		}
	}
	t.insert()
	for _, in := range unknown {
		if len(l.k.Blocks) > limit.Blocks {
			return
		}
		l.dispatch(in)
	}
	l.dropUnread()
}

// dropUnread removes the variables in global memory whose address is not needed: the texts of printf.
func (l *lowerer) dropUnread() {
	uses := l.k.DefUse().Uses
	unread := map[ir.VarID]bool{}
	for _, p := range l.k.Params {
		if v := l.k.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			unread[p.Var] = true
		}
	}
	for _, b := range l.k.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool {
			id := ir.VarID(0)
			if in.Op == ir.Ld && in.Space == ir.Param {
				id = l.pointee(origin{param: int(in.Off) + 1})
			}
			if _, global := unread[id]; !global || len(uses[in.Dst[0]]) > 0 {
				l.isRead(id, unread)
				return false
			}
			return true
		})
	}
	l.k.Params = slices.DeleteFunc(l.k.Params, func(p ir.Parameter) bool { return unread[p.Var] })
	l.k.KeepVars(func(id ir.VarID) bool { return !unread[id] })
}

// isRead removes a variable from those that are not read, with the variables whose addresses it
// holds.
func (l *lowerer) isRead(id ir.VarID, unread map[ir.VarID]bool) {
	if !unread[id] {
		return
	}
	delete(unread, id)
	for _, a := range l.k.Var(id).Addresses {
		l.isRead(ir.VarID(slices.IndexFunc(l.k.Vars, func(v ir.Var) bool { return v.Symbol == a.Symbol })+1), unread)
	}
}

// trace computes the origins until none changes.
func (t *tracer) trace() {
	for changed := true; changed; {
		changed = false
		t.l.k.EachInstr(func(in *ir.Instr) {
			if len(in.Dst) != 1 || t.l.k.Regs[in.Dst[0]].Type.Float() {
				return
			}
			if o := join(t.of[in.Dst[0]], t.result(in)); o != t.of[in.Dst[0]] {
				t.of[in.Dst[0]], changed = o, true
			}
		})
	}
}

func (t *tracer) operand(o ir.Operand) origin {
	if !o.IsReg {
		return origin{}
	}
	return t.of[o.Reg]
}

// result returns the origin of an instruction's result.
func (t *tracer) result(in *ir.Instr) origin {
	switch in.Op {
	case ir.AddrOf:
		return origin{space: t.l.k.Var(in.Root).Space, object: in.Root}
	case ir.Ld:
		switch {
		case in.Type.Bits() < ir.U64.Bits():
		case in.Space == ir.Param && !in.Src[0].IsReg:
			return origin{space: ir.Global, param: int(in.Off) + 1}
		default:
			return origin{loaded: true}
		}
	case ir.Mov, ir.Cvt, ir.Phi:
		return t.joined(in.Src)
	case ir.Selp:
		return t.joined(in.Src[:2])
	case ir.Add, ir.Sub, ir.And, ir.Or:
		return t.sum(in)
	case ir.Mad, ir.MadWide:
		return t.operand(in.Src[2])
	}
	return origin{}
}

func (t *tracer) joined(src []ir.Operand) (o origin) {
	for _, s := range src {
		o = join(o, t.operand(s))
	}
	return o
}

// sum returns the origin of a sum or difference. The first address of a window moves an address
// into its window or out of it.
func (t *tracer) sum(in *ir.Instr) origin {
	a, b := t.operand(in.Src[0]), t.operand(in.Src[1])
	if !in.Src[1].IsReg && in.Src[1].Imm != 0 && in.Src[1].Imm<<32 == 0 && in.Type.Bits() == ir.U64.Bits() {
		for _, w := range ir.Windows {
			if in.Src[1].Imm == w.First {
				a.space, a.generic, a.loaded = w.Space, in.Op == ir.Add, false
				if a.param > 0 {
					a = origin{space: w.Space, generic: a.generic}
				}
				return a
			}
		}
	}
	switch {
	case b == origin{}:
		return a
	case a == origin{}:
		if in.Op == ir.Sub {
			return origin{}
		}
		return b
	case a.loaded && b.loaded:
		return a
	case b.loaded:
		return a.orLoaded()
	case a.loaded:
		return b.orLoaded()
	case a.space != b.space && a.param > 0: // it is a number then
		a = b
	}
	return origin{space: a.space, generic: a.generic}
}

// orLoaded returns the origin of a sum with a number or an address that memory held: where o is a
// parameter, either may be the address.
func (o origin) orLoaded() origin {
	if o.param > 0 {
		return origin{space: o.space, generic: o.generic}
	}
	return o
}

// number reports whether a value is a number as far as is known.
func (o origin) number() bool { return o == origin{} || o.loaded }

// access names the object of an access.
func (t *tracer) access(in *ir.Instr) {
	o := t.operand(in.Src[0])
	if in.Space != ir.Global {
		if v := t.l.k.Var(o.object); v != nil && v.Space != in.Space {
			t.l.failFrame(in.Pos, "an access to %v memory uses the address of %s, which lies in %v memory", in.Space, v.Name, v.Space)
			return
		}
		o.space, o.generic = in.Space, false
	}
	switch {
	case in.Space == ir.Global && o.mixed: // the instruction promises that it is a global address
		return
	case in.Space == ir.Global && o.generic:
		in.Space = o.space
		in.Src[0] = t.narrower(o.object).operand(in.Src[0])
	case in.Space == ir.Global:
		in.Root = t.l.pointee(o)
		return
	default:
		in.Src[0] = t.narrower(o.object).operand(in.Src[0])
	}
	in.Root = o.object
}

// failFrame reports a mistake at the place of an instruction of the IR.
func (l *lowerer) failFrame(p ir.PosID, format string, args ...any) {
	l.failAt(l.k.Frame(p).Pos, format, args...)
}

// pointee returns the object that a pointer parameter points to.
func (l *lowerer) pointee(o origin) ir.VarID {
	if o.param == 0 {
		return 0
	}
	for i := range l.k.Params {
		if p := &l.k.Params[i]; p.Offset == o.param-1 {
			return p.Var
		}
	}
	return 0
}

// narrower returns what computes addresses as offsets of 32 bits in an object, or in their space
// where the object is not known.
func (t *tracer) narrower(object ir.VarID) *narrower {
	if t.narrow[object] == nil {
		t.narrow[object] = &narrower{tracer: t, k: t.l.k, object: object, done: map[ir.Reg]ir.Operand{}}
	}
	return t.narrow[object]
}

// insert puts new instructions behind those that they belong to: phis behind phis, others behind
// all phis of the block.
func (t *tracer) insert() {
	for _, b := range t.l.k.Blocks {
		var list, waiting []*ir.Instr
		for _, in := range b.Instrs {
			if in.Op != ir.Phi {
				list, waiting = append(list, waiting...), nil
			}
			list = append(list, in)
			list, waiting = t.place(list, waiting, in)
		}
		b.Instrs = list
	}
}

// place appends what stands behind in, with what stands behind that.
func (t *tracer) place(list, waiting []*ir.Instr, in *ir.Instr) (l, w []*ir.Instr) {
	for _, x := range t.behind[in] {
		if in.Op == ir.Phi && x.Op != ir.Phi {
			waiting = append(waiting, x)
		} else {
			list = append(list, x)
		}
	}
	return list, waiting
}

// declareParameters lists the parameters of the kernel: an array for a pointer through which the
// kernel accesses memory, and numbers for what it reads besides.
func (l *lowerer) declareParameters(t *tracer) {
	elems := map[int]map[ir.Type]int{} // by the offset of a pointer, how often each type is accessed
	reads := map[int]ir.Type{}
	stored := map[int]bool{}
	indexed := map[ir.Type]int{} // how often parameters are read as each type with an index of run time
	l.k.EachInstr(func(in *ir.Instr) {
		switch {
		case in.Op.Facts().Args != nil:
			t.copied(in, elems, stored)
		case !in.Op.Facts().Memory:
		case in.Space == ir.Param && in.Src[0].IsReg:
			indexed[in.Type]++
		case in.Space == ir.Param:
			if old, ok := reads[int(in.Off)]; !ok || in.Type.Bytes() > old.Bytes() {
				reads[int(in.Off)] = in.Type
			}
		case in.Space == ir.Global:
			for at := range t.parametersOf(in.Src[0]) {
				if elems[at] == nil {
					elems[at] = map[ir.Type]int{}
				}
				elems[at][in.Type]++
				stored[at] = stored[at] || in.Op != ir.Ld
			}
		}
	})
	unread := map[int]bool{}
	globals := l.k.Params // the addresses of variables, which stand behind
	l.k.Params = nil
	for i := range l.params {
		for at := range l.unnamed(i, reads, mostly(indexed)) {
			if piece := l.source.piece(i, at-l.params[i].at); l.params[i].addressed && piece.isArray() {
				elems[at], stored[at] = map[ir.Type]int{piece.Type.Scalars[0].Type: 1}, true
			} else {
				unread[at] = true
			}
		}
		l.declareParameter(i, elems, reads, stored, unread)
	}
	l.k.Params = append(l.k.Params, globals...)
}

// copied notes the arrays that an operation copies from or to, without registers.
func (t *tracer) copied(in *ir.Instr, elems map[int]map[ir.Type]int, stored map[int]bool) {
	for i, o := range in.Src {
		if in.SrcType(i) != ir.U64 {
			continue
		}
		for at := range t.parametersOf(o) {
			if elems[at] == nil {
				elems[at] = map[ir.Type]int{ir.U32: 0} // any other access says more of the type
			}
			stored[at] = stored[at] || in.Op != ir.CopyAsync && in.Mod != ir.BulkLoad && in.Mod != ir.BulkPrefetch
		}
	}
}

// parametersOf returns the offsets of the pointers that an address may come from.
func (t *tracer) parametersOf(o ir.Operand) map[int]bool {
	found := map[int]bool{}
	if from := t.operand(o); from.param > 0 && !from.generic {
		found[from.param-1] = true
	} else if from.mixed || from.space == ir.Global && !from.generic {
		t.follow(o, found, map[ir.Reg]bool{})
	}
	return found
}

// follow adds the pointers among which an address is one. A sum of two pointers has none: one of
// them is a number, and which one is not known.
func (t *tracer) follow(o ir.Operand, found map[int]bool, seen map[ir.Reg]bool) {
	if !o.IsReg || seen[o.Reg] || t.defs.Def[o.Reg] == nil {
		return
	}
	seen[o.Reg] = true
	in := t.defs.Def[o.Reg]
	if from := t.of[o.Reg]; from.param > 0 && !from.generic {
		found[from.param-1] = true
		return
	}
	switch in.Op {
	case ir.Mov, ir.Cvt, ir.Phi:
		t.followAll(in.Src, found, seen)
	case ir.Selp:
		t.followAll(in.Src[:2], found, seen)
	case ir.Add, ir.Sub:
		a, b := t.operand(in.Src[0]), t.operand(in.Src[1])
		if a.number() || b.number() {
			t.followAll(in.Src, found, seen)
		}
	case ir.MadWide, ir.Mad:
		t.follow(in.Src[2], found, seen)
	}
}

func (t *tracer) followAll(list []ir.Operand, found map[int]bool, seen map[ir.Reg]bool) {
	for _, o := range list {
		t.follow(o, found, seen)
	}
}

// declareParameter lists the parts of one parameter.
func (l *lowerer) declareParameter(i int, elems map[int]map[ir.Type]int, reads map[int]ir.Type, stored, unread map[int]bool) {
	p := &l.params[i]
	name := l.parameterName(i)
	arg := ir.Argument{Name: name, Type: p.v.Type, Slices: map[string]ir.Record{}, Offset: p.at, Bytes: p.bytes}
	var offsets []int
	for at := range reads {
		if at >= p.at && at < p.at+p.bytes {
			offsets = append(offsets, at)
		}
	}
	slices.Sort(offsets)
	end := 0
	for _, at := range offsets {
		if at < end {
			continue // a part of what is listed
		}
		part, t := name, reads[at]
		piece := l.source.piece(i, at-p.at)
		if piece != nil {
			part, t = piece.Path, piece.as(t)
		} else if len(p.v.Dims) > 0 {
			part = name + "." + strconv.Itoa(at-p.at)
		}
		end = at + t.Bytes()
		param := ir.Parameter{Name: part, Type: t, Offset: at, Unread: unread[at]}
		if elems[at] != nil {
			elem := elementsOf(mostly(elems[at]), piece)
			param.Var = l.array(part, at, elem, !stored[at])
			v := l.k.Var(param.Var)
			arg.Slices[part] = elem.Record
			if part == name {
				arg.Type = v.GoType
			}
		} else if part == name {
			arg.Type = goNames[t]
			if piece != nil && piece.Type.Name != "" && piece.as(t) == t {
				arg.Type = piece.Type.Name
			}
		}
		l.k.Params = append(l.k.Params, param)
	}
	l.k.Arguments = append(l.k.Arguments, arg)
}

// parameterName is the name of a parameter: what stands behind the kernel's name, as nvcc and
// clang write it.
func (l *lowerer) parameterName(i int) string {
	if i < len(l.source.Params) && l.source.Params[i].Name != "" {
		return l.source.Params[i].Name
	}
	return strings.TrimPrefix(l.params[i].v.Name, l.f.Name+"_")
}

// goNames are the types of numbers as a launch spells them.
var goNames = map[ir.Type]string{
	ir.U8: "uint8", ir.S8: "int8", ir.U16: "uint16", ir.S16: "int16", ir.U32: "uint32", ir.S32: "int32",
	ir.U64: "uint64", ir.S64: "int64", ir.F32: "float32", ir.F64: "float64",
}

// mostly returns the type of most accesses.
func mostly(n map[ir.Type]int) ir.Type {
	var best ir.Type
	for t, count := range n {
		if c := cmp.Compare(count, n[best]); c > 0 || c == 0 && t > best {
			best = t
		}
	}
	return best
}

// array declares the array of a pointer.
func (l *lowerer) array(name string, at int, t Type, readOnly bool) ir.VarID {
	l.k.Vars = append(l.k.Vars, ir.Var{
		Name: l.k.FreeName(name), Kind: ir.ParamSlice, Space: ir.Global, GoType: "[]" + t.Name, Offset: at, Align: t.Align, ReadOnly: readOnly,
		Elem: ir.Elem{GoType: t.Name, Bytes: t.Record.Bytes, Align: t.Align},
	})
	return ir.VarID(len(l.k.Vars))
}
