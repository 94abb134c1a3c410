package lower

// This file lowers function bodies: blocks, branches, phis and calls.

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// activation is a function body that is inlined at one call site, or lowered once
// as a function that is called.
type activation struct {
	fn        *ssa.Function
	outOfLine bool // fn is called, not inlined
	caller    *activation
	site      ir.PosID // of the call in the caller; 0 for the kernel
	path      string   // the call sites from the kernel to here
	inLoop    bool
	vals      map[ssa.Value]val
	unset     map[ssa.Value]string     // values of variables that may not be set, with their names
	flags     map[ssa.Value]ir.Operand // of phis among them
	// first and last are the first and the last IR block of each SSA block, nil
	// before they are made. A call splits an SSA block.
	first, last []*ir.Block
	returns     []returned
}

// returned is one return of a function.
type returned struct {
	from *ir.Block
	vals []val
}

// name returns the name of the function in the source: "At", "Matrix.At". A
// function literal has the name of the function around it.
func (a *activation) name() string {
	fn := a.fn
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return plainName(fn.Name())
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// kernel reports whether a is the kernel itself.
func (a *activation) kernel() bool { return a.caller == nil && !a.outOfLine }

// body lowers the blocks of a's function, from the current block on. In reverse
// post-order every value is lowered before its uses.
func (l *lowerer) body(a *activation) {
	a.first = make([]*ir.Block, len(a.fn.Blocks))
	a.last = make([]*ir.Block, len(a.fn.Blocks))
	a.first[0] = l.cur
	if l.checked && l.src.C {
		a.unset, a.flags = mayBeUnset(a.fn), map[ssa.Value]ir.Operand{}
	}
	for _, b := range reversePostorder(a.fn) {
		if a.first[b.Index] == nil {
			continue // reachable only through a branch that is never taken
		}
		l.cur = a.first[b.Index]
		for _, in := range b.Instrs {
			l.instr(a, in)
		}
		a.last[b.Index] = l.cur
	}
}

func reversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	seen := make([]bool, len(fn.Blocks))
	order := make([]*ssa.BasicBlock, 0, len(fn.Blocks))
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for i := len(b.Succs) - 1; i >= 0; i-- {
			if s := b.Succs[i]; !seen[s.Index] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(fn.Blocks[0])
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// block returns the first IR block of b. The first branch to b makes it.
func (l *lowerer) block(a *activation, b *ssa.BasicBlock) *ir.Block {
	if a.first[b.Index] == nil {
		a.first[b.Index] = l.newBlock(b.Comment)
		a.first[b.Index].Unroll = l.unrollOf(b)
	}
	return a.first[b.Index]
}

// instr lowers one SSA instruction.
func (l *lowerer) instr(a *activation, in ssa.Instruction) {
	l.setPos(a, in.Pos())
	l.expectSet(a, in)
	switch in := in.(type) {
	case *ssa.Jump:
		l.jump(l.block(a, in.Block().Succs[0]))
	case *ssa.If:
		l.branch(a, in)
	case *ssa.Return:
		l.ret(a, in)
	case *ssa.Store:
		l.storeTo(a, in)
	case *ssa.Phi:
		a.vals[in] = l.phi(a, in)
		l.nameResult(in, a.vals[in])
		l.flagPhi(a, in)
	case *ssa.DebugRef, *ssa.RunDefers:
	case ssa.Value:
		v := l.value(a, in)
		l.nameResult(in, v)
		a.vals[in] = v
	default:
		l.unsupported(in)
	}
}

// unsupported reports an instruction that no earlier check refused.
func (l *lowerer) unsupported(in ssa.Instruction) {
	l.fail(diag.Unsupported, "write it another way", "a kernel cannot do this: %s", in)
	if _, ok := in.(*ssa.Panic); ok {
		l.emit(ir.Instr{Op: ir.Trap, Text: "panic"})
	}
}

func (l *lowerer) branch(a *activation, in *ssa.If) {
	taken, other := in.Block().Succs[0], in.Block().Succs[1]
	cond := l.get(a, in.Cond).op
	switch {
	case taken == other:
		l.jump(l.block(a, taken))
	case !cond.IsReg && cond.Imm != 0:
		l.jump(l.block(a, taken))
	case !cond.IsReg:
		l.jump(l.block(a, other))
	default:
		to := []ir.BlockID{l.block(a, taken).ID, l.block(a, other).ID}
		l.emit(ir.Instr{Op: ir.CBra, Src: []ir.Operand{cond}, Targets: to})
	}
}

// ret lowers a return: the thread ends, or control continues after the call.
func (l *lowerer) ret(a *activation, in *ssa.Return) {
	if a.kernel() {
		l.emit(ir.Instr{Op: ir.Exit})
		return
	}
	r := returned{from: l.cur}
	for i, v := range in.Results {
		t := l.typeOf(a.fn.Signature.Results().At(i).Type())
		r.vals = append(r.vals, l.materialize(l.get(a, v), t))
	}
	a.returns = append(a.returns, r)
}

func (l *lowerer) storeTo(a *activation, in *ssa.Store) {
	t := l.typeOf(in.Val.Type())
	p, v := l.get(a, in.Addr).ptr, l.get(a, in.Val)
	switch {
	case len(a.unset) > 0 && unsetName(in.Val) != "": // the declaration of a variable whose address is taken
	case p.vararg != nil || p.specials != nil:
		l.storeVararg(p, v)
	case p.bound != nil:
		p.bound.v = l.materialize(v, t)
	default:
		l.store(p, v, t, accessMode{})
	}
}

// get returns the lowered form of an operand.
func (l *lowerer) get(a *activation, v ssa.Value) val {
	switch v := v.(type) {
	case *ssa.Const:
		return l.constant(v)
	case *ssa.Function:
		return val{fn: v}
	case *ssa.Global:
		return l.global(v)
	}
	r, ok := a.vals[v]
	if !ok {
		panic(fmt.Sprintf("BUG: %s used before it was lowered in %s", v.Name(), a.fn))
	}
	return r
}

// phi lowers a phi to one phi per leaf. The operands are filled in when all blocks
// are lowered.
func (l *lowerer) phi(a *activation, in *ssa.Phi) val {
	t := l.typeOf(in.Type())
	if t.Shape == layout.Func {
		return l.functionPhi(a, in)
	}
	j := &join{l: l, of: instanceKey{in, a.path}, name: in.Comment}
	for i, p := range in.Block().Preds {
		if a.last[p.Index] != nil {
			j.seen = append(j.seen, l.get(a, in.Edges[i]))
		}
	}
	v := j.leaf(t, "", func(v val) val { return v })
	here := l.cur
	l.pending = append(l.pending, func() {
		for i, p := range in.Block().Preds {
			if pred := a.last[p.Index]; pred != nil && branches(pred, here) {
				j.fill(pred, l.get(a, in.Edges[i]))
			}
		}
	})
	return v
}

// functionPhi refuses a phi of function values: the callee must be known.
func (l *lowerer) functionPhi(a *activation, in *ssa.Phi) val {
	for i, p := range in.Block().Preds {
		if a.last[p.Index] != nil {
			if v := l.get(a, in.Edges[i]); v.fn != nil {
				l.fail(diag.FuncValue, "call the functions by name in an if", "which function is called depends on a condition")
				return v
			}
		}
	}
	return val{}
}

// branches reports whether b is a successor of a.
func branches(a, b *ir.Block) bool {
	for _, t := range a.Succs() {
		if t == b.ID {
			return true
		}
	}
	return false
}

// call lowers a call of a function, a method or a function value.
func (l *lowerer) call(a *activation, c *ssa.Call) val {
	if c.Call.IsInvoke() {
		l.fail(diag.Interface, "name the concrete type, or make the function generic", "a method is called through an interface")
		return l.results(c)
	}
	var args []val
	for _, x := range c.Call.Args {
		args = append(args, l.get(a, x))
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return l.builtin(a, c, b.Name(), args)
	}
	f := l.get(a, c.Call.Value)
	switch {
	case f.fn == nil:
		l.fail(diag.FuncValue, "call the function by name", "the function that is called is not known at compile time")
	case len(f.fn.Blocks) == 0:
		return l.device(a, c, f.fn, args)
	case l.outOfLine(f.fn):
		return l.callOutOfLine(c, f.fn, args)
	case a.active(f.fn):
		l.fail(diag.Recursion, "give it a name: a function of its own may call itself", "a function literal in %s calls itself", a.name())
	default:
		return l.inline(a, c, f, args)
	}
	return l.results(c)
}

// results returns zero results, for a call that was reported as a mistake.
func (l *lowerer) results(c *ssa.Call) val {
	if t, ok := c.Type().(*types.Tuple); ok {
		v := val{elems: make([]val, t.Len())}
		for i := range v.elems {
			v.elems[i] = l.zero(l.typeOf(t.At(i).Type()))
		}
		return v
	}
	return l.zero(l.typeOf(c.Type()))
}

// active reports whether fn is a or one of its callers.
func (a *activation) active(fn *ssa.Function) bool {
	for ; a != nil; a = a.caller {
		if a.fn == fn {
			return true
		}
	}
	return false
}

// inline lowers the body of f in place of the call.
func (l *lowerer) inline(a *activation, c *ssa.Call, f val, args []val) val {
	if l.isFull() {
		return l.results(c)
	}
	callee := &activation{
		fn: f.fn, caller: a, site: l.pos, vals: map[ssa.Value]val{},
		path:   fmt.Sprintf("%s/%d", a.path, c.Pos()),
		inLoop: a.inLoop || inCycle(c.Block()),
	}
	for i, p := range f.fn.Params {
		callee.vals[p] = args[i]
	}
	for i, fv := range f.fn.FreeVars {
		callee.vals[fv] = f.free[i]
	}
	pos := l.pos
	l.body(callee)
	l.pos = pos
	return l.after(callee, c)
}

// after continues after an inlined call and returns its results.
func (l *lowerer) after(callee *activation, c *ssa.Call) val {
	if len(callee.returns) == 0 { // never returns
		l.cur = l.newBlock("unreachable")
		return l.results(c)
	}
	return tuple(l.gather(callee))
}

// gather joins the returns of a function in one block, continues there, and returns
// the results.
func (l *lowerer) gather(callee *activation) []val {
	if len(callee.returns) == 1 {
		l.cur = callee.returns[0].from
		return callee.returns[0].vals
	}
	next := l.newBlock(callee.name() + ".done")
	for _, r := range callee.returns {
		l.cur = r.from
		l.jump(next)
	}
	l.cur = next
	results := callee.fn.Signature.Results()
	vals := make([]val, results.Len())
	for i := range vals {
		vals[i] = l.joinResults(callee, i, l.typeOf(results.At(i).Type()))
	}
	return vals
}

func tuple(vals []val) val {
	if len(vals) == 1 {
		return vals[0]
	}
	return val{elems: vals}
}

// resultKey names result i of an inlined call.
type resultKey struct {
	act string
	i   int
}

// joinResults joins result i of all returns of an inlined function.
func (l *lowerer) joinResults(callee *activation, i int, t *layout.Type) val {
	if t.Shape == layout.Func {
		l.fail(diag.FuncValue, "call the functions by name in an if", "which function is returned depends on a condition")
		return callee.returns[0].vals[i]
	}
	j := &join{l: l, of: resultKey{callee.path, i}, name: "the result of " + callee.name()}
	for _, r := range callee.returns {
		j.seen = append(j.seen, r.vals[i])
	}
	v := j.leaf(t, "", func(v val) val { return v })
	for _, r := range callee.returns {
		j.fill(r.from, r.vals[i])
	}
	return v
}

func deref(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }

func (l *lowerer) typeOf(t types.Type) *layout.Type { return l.layouts.Of(t) }

// builtin lowers a call of a built-in function.
func (l *lowerer) builtin(a *activation, c *ssa.Call, name string, args []val) val {
	t := l.typeOf(c.Type())
	switch name {
	case "len":
		return val{op: l.lenOf(c.Call.Args[0].Type(), args[0])}
	case "min", "max":
		op := map[string]ir.Op{"min": ir.Min, "max": ir.Max}[name]
		r := args[0].op
		for _, x := range args[1:] {
			r = l.op(op, t.Reg(), r, x.op)
		}
		return val{op: r}
	case "ssa:wrapnilchk":
		return args[0]
	}
	l.fail(diag.Unsupported, "write it another way", "a kernel cannot call %s", name)
	return l.results(c)
}

func (l *lowerer) lenOf(t types.Type, v val) ir.Operand {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if arr := l.typeOf(t); arr.Shape == layout.Array {
		return ir.I(uint64(arr.Len))
	}
	return v.op
}
