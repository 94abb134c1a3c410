// Package lower translates a kernel from typed SSA form to IR.
//
// It inlines calls and records the call sites in the frames of the IR. A recursive function, or
// one marked //gpu:noinline, is lowered once and called (ir.Func). A product that the source
// converts to its own type gets the modifier ir.RN, so that it is not fused.
//
// A Go value becomes a tree whose leaves are registers; structs and arrays have no registers of
// their own. A pointer is a space, an object, a base register and a constant offset. A points-to
// analysis finds the objects of pointers that join in a phi or pass through memory (pointsto.go).
// A local variable whose address is taken becomes an object in local memory. The passes promote
// it to registers where every access is at a constant offset. Local memory reads as zero until it
// is written.
//
// Not modelled: pointer variables that point into different spaces, capacities of slices, and
// panics of Go. Package simt reports an index out of range; an integer division by zero faults.
package lower

// This file lowers a kernel: its parameters, the attempts until all targets of
// pointers are known, and the order of its blocks.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
)

// lowerer lowers one kernel. It lowers the whole kernel again when an attempt found
// new targets of a pointer.
type lowerer struct {
	src      *Typed
	layouts  layout.Sizes
	points   *pointsTo
	unrolls  map[*ssa.Function]map[*ssa.BasicBlock]int // by function and header, what the source asks of its loops
	slab     []ir.Instr                                // room for new instructions
	checked  bool                                      // what the kernel expects of its values is emitted
	untraced bool                                      // the kernel stores to local variables that are not known
	attempt
}

// attempt is the state of one attempt.
type attempt struct {
	k        *ir.Kernel
	errs     diag.List
	cur      *ir.Block // where emit appends
	pos      ir.PosID  // of what emit appends
	emitted  int       // instructions so far
	entryTop int       // instructions at the start of the entry that read parameters and special registers
	frames   map[frameKey]ir.PosID
	specials map[ir.Mod]ir.Operand
	paramAt  map[*ssa.Parameter]int  // offsets of the kernel's parameters
	objects  map[any]ir.VarID        // variables by their key
	keys     []any                   // the key of each variable
	symbols  map[ir.VarID]ir.Operand // addresses of gpu.Global variables
	lengths  map[ir.Reg]bool         // the lengths of whole objects
	seconds  map[ir.VarID]ir.VarID   // what tells whether a local variable is set
	again    bool                    // the attempt was made in vain
	varNames map[string]int          // how many variables have a name
	pending  []func()                // fill the operands of phis when every block is lowered
	calls    calls                   // of functions that are not inlined
}

// maxAttempts bounds the attempts. Each one widens a target at least.
const maxAttempts = 100

// Kernel lowers a kernel. For checkers it adds what the kernel expects of its values
// (ir.Expect): the kernel computes the same, with other instructions.
func Kernel(src *Typed, checked bool) (*ir.Kernel, diag.List) {
	l := &lowerer{src: src, checked: checked, layouts: layout.Sizes{}, points: &pointsTo{targets: map[any]target{}}}
	return l.kernel()
}

// kernel lowers until no target of a pointer changes.
func (l *lowerer) kernel() (*ir.Kernel, diag.List) {
	for range maxAttempts {
		l.reset()
		l.lowerKernel()
		if !l.points.changed && !l.again {
			break
		}
	}
	if len(l.errs) > 0 {
		return nil, l.errs
	}
	arrange(l.k)
	l.markReadOnly()
	l.alignObjects()
	l.k.SharedBytes = l.padShared()
	l.attach()
	l.arguments()
	return l.k, nil
}

// The initial capacities, which are enough for most kernels.
const (
	usualRegs   = 256
	usualFrames = 64
)

// reset begins an attempt.
func (l *lowerer) reset() {
	l.points.changed, l.points.used = false, map[any]bool{}
	l.attempt = attempt{
		k:        &ir.Kernel{Name: l.src.Name, SSA: true, Regs: make([]ir.RegInfo, 1, usualRegs), Frames: make([]ir.Frame, 1, usualFrames)},
		frames:   make(map[frameKey]ir.PosID, usualFrames),
		specials: map[ir.Mod]ir.Operand{},
		paramAt:  map[*ssa.Parameter]int{},
		objects:  map[any]ir.VarID{},
		symbols:  map[ir.VarID]ir.Operand{},
		lengths:  map[ir.Reg]bool{},
		seconds:  map[ir.VarID]ir.VarID{},
		varNames: map[string]int{},
		calls:    calls{by: map[*ssa.Function]*called{}, recursive: map[*ssa.Function]bool{}},
	}
}

func (l *lowerer) lowerKernel() {
	a := &activation{fn: l.src.Func, vals: map[ssa.Value]val{}}
	l.cur = l.newBlock("entry")
	l.setPos(a, l.src.Decl.Name.Pos())
	l.k.Pos = l.src.Pos(l.src.Decl.Name.Pos())
	l.k.File = l.k.Pos.File
	l.k.MaxThreads, l.k.MinBlocks, l.k.Cluster = l.src.Bounds.MaxThreads, l.src.Bounds.MinBlocks, l.src.Bounds.Cluster
	for _, p := range l.src.Func.Params {
		l.setPos(a, p.Pos())
		l.k.ParamBytes = padding.Up(l.k.ParamBytes, max(1, l.typeOf(p.Type()).Align))
		l.paramAt[p] = l.k.ParamBytes
		a.vals[p] = l.parameter(plainName(p.Name()), l.typeOf(p.Type()), l.k.ParamBytes)
	}
	l.entryTop = len(l.cur.Instrs)
	l.body(a)
	for i := 0; i < len(l.pending) && !l.isFull(); i++ { // a full kernel has blocks without an end
		l.pending[i]()
	}
	l.pending = nil
	l.lowerOutOfLine()
	if l.isFull() {
		l.pos = 1
		what := fmt.Sprintf("%d instructions", limit.Instrs)
		if l.emitted <= limit.Instrs {
			what = fmt.Sprintf("%d basic blocks: branches, loops and cases", limit.Blocks)
		}
		l.fail(diag.TooLarge, "call fewer functions, or unroll less by hand",
			"kernel %s is too large: with its calls inlined, it has more than %s", l.src.Name, what)
	}
}

// plainName returns a name as the CUDA source has it: package cfront adds ʹ where Go
// needs another name.
func plainName(name string) string {
	plain, _, _ := strings.Cut(name, "ʹ")
	return plain
}

// parameter declares a parameter of type t at offset at of the parameter block and
// loads it. Its parts are parameters of their own: a.Width, a.Elements,
// a.Elements.len.
func (l *lowerer) parameter(name string, t *layout.Type, at int) val {
	switch t.Shape {
	case layout.Struct, layout.Array:
		v := val{elems: make([]val, t.Parts())}
		for i := range v.elems {
			et, off := t.Part(i)
			v.elems[i] = l.parameter(name+t.PartName(i), et, at+off)
		}
		if t.Shape == layout.Array {
			v.at = &pointer{space: ir.Param, off: int64(at), align: layout.MaxVector}
		}
		return v
	case layout.Scalar:
		r := l.readParam(name, t.Scalar, at, 0)
		if t.Bool {
			r = l.setp(ir.NE, ir.U32, r, ir.I(0))
		}
		return val{op: r}
	case layout.Slice:
		return l.sliceParameter(name, t, at)
	case layout.Texture:
		return l.textureParameter(name, t, at)
	}
	l.fail(diag.KernelParameter, "pass numbers, slices and structs of them", "parameter %s is %s", name, layout.TypeName(t.Go))
	return val{}
}

// parameterKey names the array of the slice at an offset of the parameter block.
// Names may repeat, as _ does.
type parameterKey int

func (l *lowerer) sliceParameter(name string, t *layout.Type, at int) val {
	elem, _ := t.Elem.Inner()
	root := l.object(parameterKey(at), func() ir.Var {
		return ir.Var{
			Name: name, Kind: ir.ParamSlice, Space: ir.Global, GoType: layout.TypeName(t.Go), Offset: at, ReadOnly: t.ReadOnly,
			Elem: ir.Elem{GoType: layout.TypeName(elem.Go), Bytes: elem.Size, Align: elem.Align}, Align: t.Elem.Align,
		}
	})
	base := l.readParam(name, ir.U64, at, root)
	n := l.readParam(name+".len", ir.S32, at+layout.SliceLenAt, 0)
	l.lengths[n.Reg] = true
	return val{
		ptr: pointer{space: ir.Global, root: root, base: base, align: t.Elem.Align, readOnly: t.ReadOnly},
		op:  n,
	}
}

// blank matches a part of a parameter in a field without a name, such as the padding of a struct.
var blank = regexp.MustCompile(`\._(\[|\.|$)`)

// readParam declares one scalar of the parameter block and loads it.
func (l *lowerer) readParam(name string, t ir.Type, at int, v ir.VarID) ir.Operand {
	l.k.Params = append(l.k.Params, ir.Parameter{Name: name, Type: t, Offset: at, Var: v, Unread: blank.MatchString(name)})
	l.k.ParamBytes = max(l.k.ParamBytes, at+t.Bytes())
	d := l.k.NewReg(t.Reg(), name)
	l.emit(ir.Instr{Op: ir.Ld, Type: t, Space: ir.Param, Vec: 1, Dst: []ir.Reg{d}, Src: []ir.Operand{ir.I(0)}, Off: int64(at), Align: t.Bytes()})
	return ir.R(d)
}

// arrange removes unreachable blocks and puts the others in reverse post-order, so
// that the code follows the order of the source.
func arrange(k *ir.Kernel) {
	var order []*ir.Block
	seen := make([]bool, len(k.Blocks))
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b.ID] = true
		succs := b.Succs()
		for _, s := range slices.Backward(succs) {
			if !seen[s] {
				visit(k.Blocks[s])
			}
		}
		order = append(order, b)
	}
	visit(k.Blocks[0])
	slices.Reverse(order)
	renumber(k, order)
}

func renumber(k *ir.Kernel, order []*ir.Block) {
	ids := make([]ir.BlockID, len(k.Blocks))
	kept := make([]bool, len(k.Blocks))
	for i, b := range order {
		ids[b.ID], kept[b.ID] = ir.BlockID(i), true
	}
	for _, b := range order {
		b.ID = ids[b.ID]
		for _, in := range b.Instrs {
			for i, t := range in.Targets {
				in.Targets[i] = ids[t]
			}
			for i := len(in.Preds) - 1; i >= 0; i-- {
				if !kept[in.Preds[i]] {
					in.Preds = slices.Delete(in.Preds, i, i+1)
					in.Src = slices.Delete(in.Src, i, i+1)
					continue
				}
				in.Preds[i] = ids[in.Preds[i]]
			}
		}
	}
	k.Blocks = order
}

// markReadOnly marks the slices and global variables that the kernel never writes.
func (l *lowerer) markReadOnly() {
	written := make([]bool, len(l.k.Vars)+1)
	blocks := slices.Clone(l.k.Blocks)
	for _, f := range l.calls.list {
		blocks = append(blocks, f.out.Body.Blocks...)
	}
	for _, b := range blocks {
		for _, in := range b.Instrs {
			if in.Space == ir.Global && (in.Op == ir.St || in.Op == ir.Atom) {
				written[in.Root] = true
			}
			if in.Op == ir.CopyReduce || in.Mod == ir.BulkStore && (in.Op == ir.CopyBulk || in.Op == ir.CopyBox) {
				written[0] = true
			}
		}
	}
	for i := range l.k.Vars {
		v := &l.k.Vars[i]
		if v.Space == ir.Global && !written[0] && !written[i+1] {
			v.ReadOnly = true
		}
	}
}
