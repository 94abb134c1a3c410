// Package ptx lowers PTX to IR: the language that nvcc, clang, Triton and Numba end in.
//
// Package syntax reads the text. The table of forms (table.go) has a row per form of an opcode:
// its modifiers, its operands and what becomes of it. An instruction without a row is refused by
// its line. Registers of PTX are variables: they may be set many times and on some ways only, and
// the lowering brings them into SSA form; a register that is not set on a way is zero there.
// A guarded instruction gets a block of its own.
//
// Addresses: a global address is the device's. The address of a shared, local or constant
// variable is an offset in its space in 32 bits; a generic address of one lies in the window of
// its space, whose low 32 bits are zero (ir.Windows). When a kernel is lowered, points.go follows
// addresses to the variables and parameters that they come from, so that accesses name their
// object and a generic access its space. Where the space is not known, the kernel tests the address
// (generic.go).
//
// Registers of 16 bits have 32 in the IR. Bits above the value may be anything, and the forms that
// care extend their operands.
//
// Not modelled: forms without a row, recursion, calls of functions without code, except those of the
// driver (call.go), texture gather. Clocks count the instructions of
// the warp.
package ptx

// This file lowers a kernel.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/fragment"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// lowerer lowers one kernel.
type lowerer struct {
	m         *syntax.Module
	f         *syntax.Func // the kernel
	k         *ir.Kernel
	global    *scope
	cur       *block
	blocks    []*block // all, with those of functions that are inlined
	regs      []*register
	errs      diag.List
	at        scoped
	frames    map[any]ir.PosID
	params    []param                 // of the kernel
	flag      *register               // of carries; nil before the first
	symbols   map[ir.Reg]*symbol      // the variables in global memory, by registers with their addresses
	prints    []*ir.Instr             // calls of printf, until their formats are known
	printed   map[*ir.Instr]*ir.Instr // what sets the result of such a call
	generic   map[*ir.Instr]bool      // the accesses to generic addresses
	windows   map[ir.Space]bool       // the spaces whose generic addresses are taken
	heap      *symbol                 // of malloc; nil before it is needed
	workspace *symbol                 // of barriers of the grid; nil before it is needed
	scratch   *symbol                 // of groups of several warps; nil before it is needed
	addresses map[string]bool         // names whose address the module may take; nil before they are needed
	calling   []string                // the functions that are inlined inside one another
	inlined   int                     // how many calls were inlined
	instrs    int                     // how many instructions were read, with those of calls
	source    Declared
	marks     fragment.Marks
	flushes   [2]int // how many instructions on float32 have no .ftz, and how many have it
}

// Lower returns a kernel before all passes. source is what is known of its declaration in CUDA C.
// The error is a diag.List.
func Lower(m *syntax.Module, name string, source Declared) (*ir.Kernel, error) {
	f := kernelOf(m, name)
	if f == nil {
		return nil, diag.List{{Pos: diag.Pos{File: m.Name}, Code: diag.NoKernel, Message: fmt.Sprintf("the file has no kernel %s", name), Hint: "name one of its .entry functions"}}
	}
	l := &lowerer{m: m, f: f, source: source, global: newScope(nil), frames: map[any]ir.PosID{}, printed: map[*ir.Instr]*ir.Instr{}, symbols: map[ir.Reg]*symbol{},
		generic: map[*ir.Instr]bool{}, windows: map[ir.Space]bool{},
		k: &ir.Kernel{Name: name, SSA: true, File: m.Name, Pos: f.Pos, Origin: &ir.Origin{}, Regs: make([]ir.RegInfo, 1), Frames: make([]ir.Frame, 1)}}
	if source.Pos.Line > 0 {
		l.k.File, l.k.Pos = source.Pos.File, source.Pos
	}
	l.bounds()
	for _, v := range m.Vars {
		l.declare(v, l.global)
	}
	s := newScope(l.global)
	l.parameters(s)
	first := l.divide(f, s, nil)
	if len(l.errs) > 0 {
		return nil, l.errs.Sort()
	}
	l.lower(first)
	if len(l.errs) > 0 {
		return nil, l.errs.Sort()
	}
	l.k.SharedBytes = padding.Up(l.k.SharedBytes, l.dynamicAlign())
	if l.joinValues(); len(l.errs) > 0 {
		return nil, l.errs.Sort()
	}
	l.k.MixedFragments = l.marks.Mixed(l.k)
	l.formats()
	if l.points(); len(l.k.Blocks) > limit.Blocks {
		l.tooManyBlocks(len(l.k.Blocks))
	}
	if len(l.errs) > 0 {
		return nil, l.errs.Sort()
	}
	return l.k, nil
}

// kernelOf returns the kernel of a name with a body.
func kernelOf(m *syntax.Module, name string) *syntax.Func {
	for _, f := range m.Funcs {
		if f.Entry && f.Name == name && f.Body != nil {
			return f
		}
	}
	return nil
}

// dynamicAlign returns the alignment of dynamic shared memory. ptxas rounds static shared memory up to
// it, even in a kernel that has no dynamic one.
func (l *lowerer) dynamicAlign() int {
	align := 1
	for _, v := range l.m.Vars {
		if v.Space == "shared" && bytesOf(v) <= 0 {
			align = max(align, v.Align)
		}
	}
	return align
}

// bounds reads what the kernel says of its launches.
func (l *lowerer) bounds() {
	for _, name := range []string{"maxntid", "reqntid"} {
		if n := l.f.Numbers(name); len(n) > 0 {
			l.k.MaxThreads = 1
			for _, x := range n {
				l.k.MaxThreads *= x
			}
		}
	}
	if n := l.f.Numbers("minnctapersm"); len(n) > 0 {
		l.k.MinBlocks = n[0]
	}
	if n := l.f.Numbers("reqnctapercluster"); len(n) > 0 {
		n = append(n, 1, 1)
		l.k.Cluster = arch.Dim3{X: n[0], Y: n[1], Z: n[2]}
	}
}

// lower makes the instructions of all blocks from first on.
func (l *lowerer) lower(first *block) {
	entry := &block{label: "entry", next: first}
	if l.blocks = reached(entry); len(l.blocks) > limit.Blocks {
		l.tooManyBlocks(len(l.blocks))
		return
	}
	for _, b := range l.blocks {
		b.ir = &ir.Block{ID: ir.BlockID(len(l.k.Blocks)), Label: b.label}
		if b.noUnroll {
			b.ir.Unroll = 1
		}
		b.values, b.entering = map[*register]ir.Operand{}, map[*register]ir.Reg{}
		l.k.Blocks = append(l.k.Blocks, b.ir)
	}
	l.vote()
	l.k.CFormats = true
	l.k.FlushDenormals = l.flushes[0] == 0 && l.flushes[1] > 0
	for _, b := range l.blocks {
		l.cur = b
		for _, x := range b.code {
			l.at = x
			x.form.build(l, x.match)
		}
		l.terminate(b)
	}
}

// tooManyBlocks refuses a kernel whose blocks take the passes too long.
func (l *lowerer) tooManyBlocks(n int) {
	l.failAt(l.f.Pos, "the kernel has %d basic blocks, guarded instructions among them; at most %d are compiled", n, limit.Blocks)
}

// terminate emits the instruction that ends a block.
func (l *lowerer) terminate(b *block) {
	if l.at = b.end; b.end.match == nil {
		l.emit(ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{b.next.ir.ID}})
		return
	}
	switch in := b.end.Instr; {
	case in.Op == "call" && in.Guard == "": // it does not return, and has ended the block
	case in.Op == "brx":
		l.chain(b)
	case in.Guard != "":
		targets := []ir.BlockID{b.targets[0].ir.ID, b.next.ir.ID}
		if in.GuardNot {
			targets[0], targets[1] = targets[1], targets[0]
		}
		guard := l.registerOf(in.Guard, b.end.scope)
		p := l.reinterpret(ir.Pred, guard.class, l.read(guard))
		l.emit(ir.Instr{Op: ir.CBra, Src: []ir.Operand{l.inReg(ir.Pred, p)}, Targets: targets})
	case in.Op == "bra":
		l.emit(ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{b.targets[0].ir.ID}})
	case in.Op == "trap" || in.Op == "brkpt":
		l.emit(ir.Instr{Op: ir.Trap, Text: in.Op})
	default:
		l.emit(ir.Instr{Op: ir.Exit})
	}
}

// position returns the place of the current instruction in the source, or in PTX.
func (l *lowerer) position() ir.PosID {
	if l.at.match == nil {
		return l.frame(l.f.Pos, nil)
	}
	return l.frame(l.at.Pos, l.at.Loc)
}

// frame returns the number of a place.
func (l *lowerer) frame(pos diag.Pos, loc *syntax.Loc) ir.PosID {
	var key any = pos.Line
	if loc != nil {
		key = loc
	}
	id, ok := l.frames[key]
	if !ok {
		id = ir.PosID(len(l.k.Frames))
		l.k.Frames = append(l.k.Frames, *l.frameOf(pos, loc))
		l.frames[key] = id
	}
	return id
}

// frameOf returns a place with the places that it is inlined at.
func (l *lowerer) frameOf(pos diag.Pos, loc *syntax.Loc) *ir.Frame {
	if loc == nil || l.m.Sources[loc.File] == "" {
		if l.source.Pos.Line > 0 {
			pos = l.source.Pos
		}
		return &ir.Frame{Pos: pos, Func: l.k.Name}
	}
	f := &ir.Frame{Pos: diag.Pos{File: l.m.Sources[loc.File], Line: loc.Line, Col: loc.Col}, Func: l.k.Name}
	if loc.Caller != nil {
		f.Func, f.Caller = loc.Func, l.frameOf(pos, loc.Caller)
	}
	return f
}

// failAt reports a mistake at a place in PTX.
func (l *lowerer) failAt(pos diag.Pos, format string, args ...any) {
	l.report(pos, l.m.Line(pos.Line), format, args...)
}

// fail reports a mistake in the current instruction: at the line of the kernel that it comes from,
// where the source is at hand. The line of PTX is quoted.
func (l *lowerer) fail(format string, args ...any) {
	pos, loc := l.at.Pos, l.at.Loc
	if l.source.Pos.Line > 0 && loc != nil {
		for loc.Caller != nil {
			loc = loc.Caller
		}
		pos = l.frameOf(pos, loc).Pos
	}
	l.report(pos, l.m.Line(l.at.Pos.Line), format, args...)
}

func (l *lowerer) report(pos diag.Pos, quoted, format string, args ...any) {
	if len(l.errs) < limit.Mistakes {
		l.errs = append(l.errs, diag.Diagnostic{Pos: pos, Code: diag.Unsupported, Message: fmt.Sprintf(format, args...), Source: quoted})
	}
}

// emit appends an instruction to the current block.
func (l *lowerer) emit(in ir.Instr) *ir.Instr {
	in.Pos = l.position()
	l.cur.ir.Instrs = append(l.cur.ir.Instrs, &in)
	return &in
}

// op emits an operation with one result and returns the result.
func (l *lowerer) op(op ir.Op, t ir.Type, src ...ir.Operand) ir.Operand {
	return l.opMod(op, ir.NoMod, t, src...)
}

func (l *lowerer) opMod(op ir.Op, mod ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	return l.result(ir.Instr{Op: op, Mod: mod, Type: t, Src: src})
}

// result emits an instruction with a new register for its result, and returns it.
func (l *lowerer) result(in ir.Instr) ir.Operand {
	in.Dst = []ir.Reg{l.k.NewReg(in.DstType(), "")}
	l.emit(in)
	return ir.R(in.Dst[0])
}

// cvt converts from type f to t.
func (l *lowerer) cvt(t, f ir.Type, a ir.Operand) ir.Operand {
	if number := !a.IsReg && !t.Float() && !f.Float(); number {
		return ir.I(t.Extend(f.Extend(a.Imm)) & t.Reg().Mask())
	}
	return l.result(ir.Instr{Op: ir.Cvt, Type: t, From: f, Src: []ir.Operand{a}})
}

// inReg returns a in a register.
func (l *lowerer) inReg(t ir.Type, a ir.Operand) ir.Operand {
	if a.IsReg {
		return a
	}
	return l.op(ir.Mov, t, a)
}
