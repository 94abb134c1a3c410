package lower

// This file lowers loads and stores, and declares objects in memory.

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
)

// accessMode is the kind of a load or store.
type accessMode struct {
	volatile bool
	hint     ir.Hint
	readOnly bool
	whole    bool // of a structure or an array, whose parts need not all be set, or of a value that nothing uses
}

// load loads a value of type t from p, with one load per leaf.
func (l *lowerer) load(p pointer, t *layout.Type, as accessMode) val {
	switch t.Shape {
	case layout.Struct, layout.Array:
		if l.tooLarge(t) {
			return l.zero(t)
		}
		v := val{elems: make([]val, t.Parts())}
		as.whole = true
		for i := range v.elems {
			et, off := t.Part(i)
			v.elems[i] = l.load(p.moved(off), et, as)
		}
		return v
	case layout.Scalar:
		r := l.loadScalar(p, t.Scalar, as)
		if t.Bool {
			r = l.setp(ir.NE, ir.U32, r, ir.I(0))
		}
		return val{op: r}
	case layout.Pointer, layout.Texture:
		return val{ptr: l.loadPointer(p, t)}
	case layout.Slice:
		return val{ptr: l.loadPointer(p, t), op: l.loadScalar(p.moved(layout.SliceLenAt), ir.S32, as)}
	}
	l.fail(diag.FuncValue, "call the function by name", "a function is read from memory")
	return val{}
}

func (l *lowerer) loadScalar(p pointer, t ir.Type, as accessMode) ir.Operand {
	if p.space == ir.NoSpace {
		l.nilAccess()
		return ir.I(0)
	}
	if !as.whole {
		l.expectMarked(p, t)
	}
	d := l.k.NewReg(t.Reg(), "")
	if p.space != ir.Global {
		as.hint = ir.Hint{}
	}
	l.emit(ir.Instr{
		Op: ir.Ld, Type: t, Space: p.space, Vec: 1, Dst: []ir.Reg{d}, Src: []ir.Operand{p.base},
		Off: p.off, Root: p.root, Align: p.aligned(),
		Volatile: as.volatile, ReadOnly: p.space == ir.Global && (as.readOnly || p.readOnly), Hint: as.hint,
	})
	return ir.R(d)
}

// nilAccess emits a fault: the access goes through a nil pointer.
func (l *lowerer) nilAccess() {
	l.emit(ir.Instr{Op: ir.Trap, Text: "nil pointer or empty slice"})
	l.cur = l.newBlock("after.trap")
}

// store stores v at p, with one store per leaf.
func (l *lowerer) store(p pointer, v val, t *layout.Type, as accessMode) {
	if !l.writable(p) {
		return
	}
	switch t.Shape {
	case layout.Struct, layout.Array:
		if l.tooLarge(t) {
			return
		}
		for i := range t.Parts() {
			et, off := t.Part(i)
			l.store(p.moved(off), l.elem(v, t, i), et, as)
		}
	case layout.Scalar:
		r := v.op
		if t.Bool {
			r = l.op(ir.Selp, ir.U32, ir.I(1), ir.I(0), r)
		}
		l.storeScalar(p, r, t.Scalar, as)
	case layout.Pointer, layout.Texture:
		l.storePointer(p, v.ptr)
	case layout.Slice:
		l.storePointer(p, v.ptr)
		l.storeScalar(p.moved(layout.SliceLenAt), v.op, ir.S32, as)
	default:
		l.fail(diag.FuncValue, "call the function by name", "a function is kept in memory")
	}
}

func (l *lowerer) storeScalar(p pointer, v ir.Operand, t ir.Type, as accessMode) {
	if p.space == ir.NoSpace {
		l.nilAccess()
		return
	}
	if !v.IsReg {
		v.Imm &= t.Mask()
	}
	if p.space != ir.Global {
		as.hint = ir.Hint{}
	}
	l.emit(ir.Instr{
		Op: ir.St, Type: t, Space: p.space, Vec: 1, Src: []ir.Operand{p.base, v},
		Off: p.off, Root: p.root, Align: p.aligned(), Volatile: as.volatile, Hint: as.hint,
	})
	l.markSet(p, t)
}

// writable reports whether p may be written. It reports a mistake when not.
func (l *lowerer) writable(p pointer) bool {
	switch {
	case p.space == ir.Const:
		l.fail(diag.ConstantStore, "only the host writes constant memory; use gpu.Global for a variable that kernels write",
			"%s is in constant memory: a kernel cannot write it", l.varName(p.root))
	case p.readOnly:
		l.fail(diag.ReadOnlyStore, "make it []T, or write to another slice", "%s is gpu.ReadOnly: a kernel cannot write it", l.varName(p.root))
	case p.space == ir.Param:
		l.fail(diag.ConstantStore, "copy it into a local variable first", "a parameter cannot be written")
	default:
		return true
	}
	return false
}

func (l *lowerer) varName(id ir.VarID) string {
	if v := l.k.Var(id); v != nil {
		return v.Name
	}
	return "it"
}

// loadPointer loads a pointer from memory. The points-to analysis knows the target
// of a pointer in a local variable. Any other pointer points to global memory.
func (l *lowerer) loadPointer(p pointer, t *layout.Type) pointer {
	to := target{space: ir.Global}
	if p.space == ir.Local {
		key, ok := l.pointerSlot(p)
		if !ok {
			return pointer{}
		}
		to, _ = l.points.assume(key)
	}
	if to.space == ir.NoSpace {
		return pointer{align: layout.MaxVector}
	}
	r := l.loadScalar(p, ir.AddrType(to.space), accessMode{})
	return pointer{space: to.space, root: to.root, readOnly: to.readOnly, base: r, align: t.Elem.Align}
}

// storePointer stores the pointer q at p.
func (l *lowerer) storePointer(p, q pointer) {
	to := q.target()
	if p.space == ir.Local {
		key, ok := l.pointerSlot(p)
		if !ok {
			return
		}
		if !l.points.add(key, to) {
			l.mixedSpaces(l.varName(p.root), l.points.targets[key].space, to.space)
			return
		}
		to = l.points.targets[key]
	} else if to.space != ir.Global && to.space != ir.NoSpace {
		l.fail(diag.PointerEscape, "keep the value or an index there instead of the address",
			"the address of %s memory is stored in %s memory", to.space, p.space)
		return
	}
	t := ir.U64
	if to.space != ir.NoSpace {
		t = ir.AddrType(to.space)
	}
	l.storeScalar(p, l.address(q, to.root), t, accessMode{})
}

func (l *lowerer) mixedSpaces(name string, a, b ir.Space) {
	l.fail(diag.MixedSpaces, "use one variable per memory space",
		"%s points to %s memory here and to %s memory elsewhere", name, b, a)
}

// pointerSlot names a pointer in a local variable.
func (l *lowerer) pointerSlot(p pointer) (slotKey, bool) {
	if p.base.IsReg || p.root == 0 {
		l.fail(diag.PointerArray, "index one slice instead, or write the cases out with if or switch",
			"an array of slices or pointers is indexed with a value known only at run time")
		return slotKey{}, false
	}
	return slotKey{l.keys[p.root-1], p.off}, true
}

// object returns the variable of a key. The first call declares it.
func (l *lowerer) object(key any, v func() ir.Var) ir.VarID {
	if id, ok := l.objects[key]; ok {
		return id
	}
	n := v()
	n.Name = l.unique(n.Name)
	if n.Pos == (diag.Pos{}) {
		n.Pos = l.k.Frames[l.pos].Pos
	}
	l.k.Vars = append(l.k.Vars, n)
	id := ir.VarID(len(l.k.Vars))
	l.keys = append(l.keys, key)
	l.objects[key] = id
	return id
}

// unique makes the name of a variable unique: a, a.2, a.3 …
func (l *lowerer) unique(name string) string {
	l.varNames[name]++
	if n := l.varNames[name]; n > 1 {
		return fmt.Sprintf("%s.%d", name, n)
	}
	return name
}

// describe sets the fields of a variable that follow from its type.
func describe(v ir.Var, t *layout.Type) ir.Var {
	elem, dims := t.Inner()
	v.GoType, v.Dims, v.Bytes = layout.TypeName(t.Go), dims, t.Size
	v.Elem = ir.Elem{GoType: layout.TypeName(elem.Go), Bytes: elem.Size, Align: elem.Align}
	v.Align = objectAlign(t)
	return v
}

// objectAlign returns the alignment of an object in bytes. An object as large as
// the widest access is aligned for it, as nvcc does outside of shared memory.
func objectAlign(t *layout.Type) int {
	if t.Size >= layout.MaxVector {
		return max(t.Align, layout.MaxVector)
	}
	return max(t.Align, 1)
}

// place places v at the next aligned offset after used bytes and returns its end.
func place(v *ir.Var, used int) int {
	v.Offset = padding.Up(used, v.Align)
	return v.Offset + v.Bytes
}

// alignObjects aligns local and shared variables that are accessed through wider types than
// their own, as LLVM does, and places all of them again.
func (l *lowerer) alignObjects() {
	raised := false
	blocks := slices.Clone(l.k.Blocks)
	for _, f := range l.calls.list {
		blocks = append(blocks, f.out.Body.Blocks...)
	}
	for _, b := range blocks {
		for _, in := range b.Instrs {
			v := l.k.Var(in.Root)
			if v != nil && (v.Kind == ir.LocalVar || v.Kind == ir.SharedVar) && v.Align < in.Type.Bytes() && v.Bytes >= in.Type.Bytes() {
				v.Align, raised = in.Type.Bytes(), true
			}
		}
	}
	if !raised {
		return
	}
	l.k.LocalBytes, l.k.SharedBytes = 0, 0
	for i := range l.k.Vars {
		switch v := &l.k.Vars[i]; v.Kind {
		case ir.LocalVar:
			l.k.LocalBytes = place(v, l.k.LocalBytes)
		case ir.SharedVar:
			l.k.SharedBytes = place(v, l.k.SharedBytes)
		}
	}
}

// padShared returns the size of static shared memory. ptxas rounds it up to the alignment
// of the dynamic shared memory, if a kernel of the file or Go package has any.
func (l *lowerer) padShared() int {
	if !l.src.Dynamic {
		return l.k.SharedBytes
	}
	return padding.Up(l.k.SharedBytes, layout.MaxVector)
}

// varPointer returns a pointer to a variable.
func (l *lowerer) varPointer(id ir.VarID) pointer {
	v := l.k.Var(id)
	return pointer{space: v.Space, root: id, align: v.Align}
}

// local returns a pointer to the local variable of a key.
func (l *lowerer) local(key any, name string, t *layout.Type) pointer {
	return l.varPointer(l.object(key, func() ir.Var {
		if t.Size > limit.LocalBytes {
			l.fail(diag.LocalMemory, limit.LocalHint,
				"local variable %s takes %d bytes: a thread has at most %d bytes of local memory", name, t.Size, limit.LocalBytes)
		}
		v := describe(ir.Var{Name: name, Kind: ir.LocalVar, Space: ir.Local}, t)
		l.k.LocalBytes = place(&v, l.k.LocalBytes)
		return v
	}))
}

// instanceKey names the object that an instruction makes in one activation.
type instanceKey struct {
	v   ssa.Value
	act string
}

// alloc lowers a local variable whose address is taken. In C it begins with any value.
func (l *lowerer) alloc(a *activation, v *ssa.Alloc) val {
	t := l.typeOf(deref(v.Type()))
	if isVarargs(v) {
		args := make([]arg, t.Len)
		return val{args: &args}
	}
	if assignedOnce(v, a.kernel()) {
		return val{ptr: pointer{bound: &binding{}}}
	}
	if first := loopVariable(v); first != nil {
		return a.vals[first]
	}
	name := v.Comment
	if n := l.src.Names[v.Pos()]; n != "" {
		name = n
	}
	if !l.src.C && keptForNextTurn(v) {
		l.fail(diag.PointerEscape, "declare it before the loop, or keep its value", "the address of %s is kept, and the next iteration of the loop has another %[1]s", name)
	}
	p := l.local(instanceKey{v, a.path}, plainName(name), t)
	if !l.src.C && !filledByLoop(v) {
		l.clear(p, t)
	}
	l.followSet(p, t)
	return val{ptr: p}
}

// clearedAtOnce bounds the scalars that are cleared one by one: the trip count up to which
// a loop is unrolled.
const clearedAtOnce = 256

// clear sets a variable to zero, a large array in a loop. nvcc 13 stores the zeros of
// `float a[16] = {}` in the same way: after vectorizing, 16 bytes at a time.
func (l *lowerer) clear(p pointer, t *layout.Type) {
	switch {
	case t.Size > limit.LocalBytes || t.Holds(layout.Func): // refused
	case t.Shape != layout.Array || t.Leaves() <= clearedAtOnce:
		l.store(p, l.zero(t), t, accessMode{})
	default:
		before, loop, done := l.cur, l.newBlock("clear"), l.newBlock("clear.done")
		l.jump(loop)
		l.cur = loop
		i := l.k.NewReg(ir.S32, "")
		phi := l.emit(ir.Instr{Op: ir.Phi, Type: ir.S32, Dst: []ir.Reg{i}})
		l.clear(l.index(p, subscript{ir.R(i), ir.S32}, t.Elem.Size), t.Elem)
		next := l.add(ir.S32, ir.R(i), ir.I(1))
		more := l.setp(ir.LT, ir.S32, next, ir.I(uint64(t.Len)))
		phi.Preds, phi.Src = []ir.BlockID{before.ID, l.cur.ID}, []ir.Operand{ir.I(0), next}
		l.emit(ir.Instr{Op: ir.CBra, Src: []ir.Operand{more}, Targets: []ir.BlockID{loop.ID, done.ID}})
		l.cur = done
	}
}

// inCycle reports whether control can return to b.
func inCycle(b *ssa.BasicBlock) bool { return reaches(b, b) }

// reaches reports whether control can go from the end of a to b.
func reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), a.Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}
