package lower

// This file lowers functions that are called and not inlined: recursive functions,
// and functions marked //gpu:noinline.

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// called is a function that is lowered once and called.
type called struct {
	fn    *ssa.Function
	id    int // as in ir.Instr.Func
	out   *ir.Func
	args  *ir.Instr // its first instruction, which defines the parameters
	param []val
}

// calls holds the functions of one kernel that are not inlined.
type calls struct {
	by        map[*ssa.Function]*called
	list      []*called              // in order of the first call
	recursive map[*ssa.Function]bool // the functions that were examined
}

// outOfLine reports whether fn is called, not inlined. A function literal is always
// inlined.
func (l *lowerer) outOfLine(fn *ssa.Function) bool {
	return fn.Parent() == nil && (l.recursive(fn) || l.noinline(fn))
}

// noinline reports whether a directive keeps fn from being inlined.
func (l *lowerer) noinline(fn *ssa.Function) bool {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	d, _ := fn.Syntax().(*ast.FuncDecl)
	return l.src.Called[d]
}

// recursive reports whether fn refers to itself, directly or through other
// functions.
func (l *lowerer) recursive(fn *ssa.Function) bool {
	known, ok := l.calls.recursive[fn]
	if !ok {
		known = names(fn, fn, map[*ssa.Function]bool{})
		l.calls.recursive[fn] = known
	}
	return known
}

// names reports whether from refers to fn, directly or through other functions.
func names(from, fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	seen[from] = true
	for _, b := range from.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				f, ok := (*op).(*ssa.Function)
				if ok && (f == fn || !seen[f] && names(f, fn, seen)) {
					return true
				}
			}
		}
	}
	return false
}

// argumentKey and resultsKey name argument i and result i of a function that is
// called.
type argumentKey struct {
	fn *ssa.Function
	i  int
}

type resultsKey argumentKey

// callOutOfLine lowers a call. Arguments and results are in registers, one per leaf
// of a value, after the return address.
func (l *lowerer) callOutOfLine(c *ssa.Call, fn *ssa.Function, args []val) val {
	if fn == l.src.Func {
		l.fail(diag.Recursion, "move what both need to a function of its own", "%s calls itself: a kernel can only be launched", fn.Name())
		return l.results(c)
	}
	src := []ir.Operand{l.mov(ir.U64, ir.I(0))}
	for i, p := range fn.Params {
		src = append(src, l.toRegs(argumentKey{fn, i}, p.Name(), l.typeOf(p.Type()), args[i])...)
	}
	f := l.outOfLineFunc(fn)
	in := ir.Instr{Op: ir.Call, Func: f.id, Src: src}
	var vals []val
	results := fn.Signature.Results()
	for i := range results.Len() {
		vals = append(vals, l.fromRegs(resultsKey{fn, i}, l.typeOf(results.At(i).Type()), func(t ir.Type) ir.Reg {
			r := l.k.NewReg(t, "")
			in.Dst = append(in.Dst, r)
			return r
		}))
	}
	l.emit(in)
	return tuple(vals)
}

// outOfLineFunc returns what is lowered of a function. The first call declares it.
func (l *lowerer) outOfLineFunc(fn *ssa.Function) *called {
	if f := l.calls.by[fn]; f != nil {
		return f
	}
	a := activation{fn: fn}
	f := &called{
		fn: fn, id: len(l.calls.list) + 1, args: &ir.Instr{Op: ir.Args},
		out: &ir.Func{Name: l.uniqueFunc(a.name()), Recursive: l.recursive(fn)},
	}
	f.out.Body = &ir.Kernel{Name: f.out.Name, SSA: true, Regs: make([]ir.RegInfo, 1)}
	l.calls.by[fn] = f
	l.calls.list = append(l.calls.list, f)
	param := func(name string) func(ir.Type) ir.Reg {
		return func(t ir.Type) ir.Reg {
			r := f.out.Body.NewReg(t, name)
			f.args.Dst = append(f.args.Dst, r)
			return r
		}
	}
	param("return address")(ir.U64)
	for i, p := range fn.Params {
		f.param = append(f.param, l.fromRegs(argumentKey{fn, i}, l.typeOf(p.Type()), param(p.Name())))
	}
	return f
}

// uniqueFunc makes the name of a function unique: the instances of a generic
// function share a name.
func (l *lowerer) uniqueFunc(name string) string {
	n := 1
	for _, f := range l.calls.list {
		if f.fn.Origin() != nil && f.fn.Origin().Name() == name || f.fn.Name() == name {
			n++
		}
	}
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s.%d", name, n)
}

// toRegs returns the registers of an argument or result, and records the targets of
// its pointers.
func (l *lowerer) toRegs(key any, name string, t *layout.Type, v val) []ir.Operand {
	var ops []ir.Operand
	j := &join{l: l, of: key, name: name, seen: []val{v}, frames: true}
	j.each = func(t ir.Type, get func(val) ir.Operand) ir.Operand {
		ops = append(ops, l.ofType(t, get(v)))
		return ir.Operand{}
	}
	if t.Holds(layout.Func) {
		l.fail(diag.FuncValue, "call the function by name", "%s is a function: one that is not inlined cannot take or return it", name)
		return nil
	}
	j.leaf(t, "", func(v val) val { return v })
	return ops
}

// ofType returns a in a register of type t, the type that the function expects.
func (l *lowerer) ofType(t ir.Type, a ir.Operand) ir.Operand {
	if a.IsReg && l.k.Regs[a.Reg].Type == t {
		return a
	}
	return l.mov(t, a)
}

// fromRegs is the inverse of toRegs. newReg makes the register of each leaf.
func (l *lowerer) fromRegs(key any, t *layout.Type, newReg func(ir.Type) ir.Reg) val {
	if t.Holds(layout.Func) {
		return val{}
	}
	j := &join{l: l, of: key, frames: true}
	j.each = func(t ir.Type, _ func(val) ir.Operand) ir.Operand { return ir.R(newReg(t)) }
	return j.leaf(t, "", func(v val) val { return v })
}

// lowerOutOfLine lowers the bodies of the called functions, and of the functions
// that they call.
func (l *lowerer) lowerOutOfLine() {
	blocks, regs := l.k.Blocks, l.k.Regs
	for i := 0; i < len(l.calls.list); i++ {
		f := l.calls.list[i]
		l.k.Blocks, l.k.Regs = nil, f.out.Body.Regs
		l.lowerOutOfLineFunc(f)
		f.out.Body.Blocks, f.out.Body.Regs = l.k.Blocks, l.k.Regs
	}
	l.k.Blocks, l.k.Regs = blocks, regs
}

// lowerOutOfLineFunc lowers one body. All its returns branch to one ir.Ret.
func (l *lowerer) lowerOutOfLineFunc(f *called) {
	a := &activation{fn: f.fn, outOfLine: true, path: "call " + f.out.Name, inLoop: true, vals: map[ssa.Value]val{}}
	l.specials, l.symbols = map[ir.Mod]ir.Operand{}, map[ir.VarID]ir.Operand{}
	l.cur = l.newBlock(f.out.Name)
	l.setPos(a, f.fn.Pos())
	f.out.Body.Pos = l.k.Frames[l.pos].Pos
	f.args.Pos = l.pos
	l.cur.Instrs = append(l.cur.Instrs, f.args)
	l.entryTop = len(l.cur.Instrs)
	for i, p := range f.fn.Params {
		a.vals[p] = f.param[i]
	}
	l.body(a)
	if len(a.returns) > 0 {
		l.leave(f, l.gather(a))
	}
	for i := 0; i < len(l.pending); i++ {
		l.pending[i]()
	}
	l.pending = nil
}

// leave returns to the caller.
func (l *lowerer) leave(f *called, vals []val) {
	ret := ir.Instr{Op: ir.Ret, Src: []ir.Operand{ir.R(f.args.Dst[0])}}
	results := f.fn.Signature.Results()
	for i, v := range vals {
		t := l.typeOf(results.At(i).Type())
		if l.pointsToLocal(v, t) {
			l.fail(diag.PointerEscape, "return the value instead of its address, or let the caller pass a pointer to its own variable",
				"%s returns the address of a local variable, which ends with the call", f.out.Name)
			return
		}
		ret.Src = append(ret.Src, l.toRegs(resultsKey{f.fn, i}, "the result of "+f.out.Name, t, v)...)
	}
	l.emit(ret)
}

// pointsToLocal reports whether a value holds an address of local memory.
func (l *lowerer) pointsToLocal(v val, t *layout.Type) bool {
	switch t.Shape {
	case layout.Pointer, layout.Slice:
		return v.ptr.space == ir.Local
	case layout.Struct, layout.Array:
		for i := range v.elems {
			et, _ := t.Part(i)
			if l.pointsToLocal(v.elems[i], et) {
				return true
			}
		}
	}
	return false
}

// attach adds the lowered functions to the kernel. Each has only the parameters and
// the objects that it uses.
func (l *lowerer) attach() {
	for _, f := range l.calls.list {
		b := f.out.Body
		b.File, b.Params, b.ParamBytes, b.Vars, b.Frames = l.k.File, append([]ir.Parameter(nil), l.k.Params...), l.k.ParamBytes, l.k.Vars, l.k.Frames
		b.SharedBytes = l.k.SharedBytes
		arrange(b)
		l.k.Funcs = append(l.k.Funcs, f.out)
	}
	if len(l.calls.list) == 0 {
		return
	}
	for _, f := range l.calls.list {
		keepUsed(f.out.Body)
	}
	keepUsed(l.k)
}

// keepUsed removes local variables that only other functions use, and from a
// function all objects that it does not access.
func keepUsed(k *ir.Kernel) {
	used := make([]bool, len(k.Vars)+1)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			used[in.Root] = true
		}
	}
	kernel := len(k.Funcs) > 0
	k.KeepVars(func(id ir.VarID) bool { return id == 0 || used[id] || kernel && k.Var(id).Space != ir.Local })
}
