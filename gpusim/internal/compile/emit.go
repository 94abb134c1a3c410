package compile

// This file emits instructions: the lowering of one kernel, and its helpers.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// lowerer lowers one kernel.
type lowerer struct {
	*build
	layouts layouts
	name    string
	root    *decl
	facts   *facts

	k        *ir.Kernel
	errs     diag.List
	cur      *ir.Block
	top      int // instructions at the start of the entry: parameters and special registers
	pos      ir.PosID
	frames   map[frameKey]ir.PosID
	specials map[ir.Mod]ir.Operand
	objects  map[any]ir.VarID        // variables by what made them
	keys     []any                   // what made each variable
	symbols  map[ir.VarID]ir.Operand // addresses of gpu.Global variables
	varNames map[string]int
	pending  []func() // phis to fill once every block is lowered
	kernelFn *ssa.Function
	calls    calls // of functions that are not inlined
	emitted  int
	slab     []ir.Instr // where instructions are made
}

// slabInstrs is how many instructions are made at a time.
const slabInstrs = 64

// maxInstrs bounds the size of a kernel after inlining.
const maxInstrs = 100_000

type frameKey struct {
	pos    token.Pos
	caller ir.PosID
}

// setPos makes p the position of what is emitted next; unknown positions leave
// the last one in force.
func (l *lowerer) setPos(a *activation, p token.Pos) {
	if !p.IsValid() {
		return
	}
	l.pos = l.frame(a, p)
}

func (l *lowerer) frame(a *activation, p token.Pos) ir.PosID {
	key := frameKey{p, a.site}
	if id, ok := l.frames[key]; ok {
		return id
	}
	f := ir.Frame{Pos: l.src.pos(p), Func: a.name()}
	if a.site != 0 {
		caller := l.k.Frames[a.site]
		f.Caller = &caller
	}
	l.k.Frames = append(l.k.Frames, f)
	id := ir.PosID(len(l.k.Frames) - 1)
	l.frames[key] = id
	return id
}

// fail reports a mistake at the current position, once a line.
func (l *lowerer) fail(code diag.Code, hint, format string, args ...any) {
	d := l.src.diagnosticAt(l.k.Frames[l.pos].Pos, code, hint, format, args...)
	for _, old := range l.errs {
		if old.Pos.File == d.Pos.File && old.Pos.Line == d.Pos.Line && old.Message == d.Message {
			return
		}
	}
	l.errs = append(l.errs, d)
}

func (l *lowerer) newBlock(label string) *ir.Block {
	b := &ir.Block{ID: ir.BlockID(len(l.k.Blocks)), Label: label}
	l.k.Blocks = append(l.k.Blocks, b)
	return b
}

// emit appends in at the current place. Code after a kernel grew too large is
// dropped; the error was reported.
func (l *lowerer) emit(in ir.Instr) *ir.Instr {
	in.Pos = l.pos
	if len(l.slab) == cap(l.slab) {
		l.slab = make([]ir.Instr, 0, slabInstrs)
	}
	l.slab = append(l.slab, in)
	p := &l.slab[len(l.slab)-1]
	l.emitted++
	if l.emitted > maxInstrs {
		return p
	}
	l.cur.Instrs = append(l.cur.Instrs, p)
	return p
}

// op emits an operation with one result and returns it.
func (l *lowerer) op(op ir.Op, t ir.Type, src ...ir.Operand) ir.Operand {
	return l.opMod(op, ir.NoMod, t, src...)
}

func (l *lowerer) opMod(op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := ir.Instr{Op: op, Mod: m, Type: t, Src: src}
	d := l.k.NewReg(in.DstType(), "")
	in.Dst = []ir.Reg{d}
	l.emit(in)
	return ir.R(d)
}

// cvt converts a from type f to t, which may be narrow.
func (l *lowerer) cvt(t, f ir.Type, a ir.Operand) ir.Operand {
	if !a.IsReg && !t.Float() && !f.Float() {
		return ir.I(t.Extend(f.Extend(a.Imm)) & t.Reg().Mask())
	}
	d := l.k.NewReg(t.Reg(), "")
	l.emit(ir.Instr{Op: ir.Cvt, Type: t, From: f, Src: []ir.Operand{a}, Dst: []ir.Reg{d}})
	return ir.R(d)
}

// mov copies a into a new register of type t.
func (l *lowerer) mov(t ir.Type, a ir.Operand) ir.Operand { return l.op(ir.Mov, t, a) }

// inReg returns a as a register: immediates are moved into one.
func (l *lowerer) inReg(t ir.Type, a ir.Operand) ir.Operand {
	if a.IsReg {
		return a
	}
	return l.mov(t, a)
}

func (l *lowerer) setp(cc ir.Mod, t ir.Type, a, b ir.Operand) ir.Operand {
	return l.opMod(ir.Setp, cc, t, a, b)
}

// add and mul leave out what an immediate makes trivial.
func (l *lowerer) add(t ir.Type, a, b ir.Operand) ir.Operand {
	switch {
	case !a.IsReg && !b.IsReg:
		return ir.I((a.Imm + b.Imm) & t.Mask())
	case !a.IsReg && a.Imm == 0:
		return b
	case !b.IsReg && b.Imm == 0:
		return a
	}
	return l.op(ir.Add, t, a, b)
}

func (l *lowerer) mul(t ir.Type, a ir.Operand, n int) ir.Operand {
	switch {
	case !a.IsReg:
		return ir.I(a.Imm * uint64(n) & t.Mask())
	case n == 1:
		return a
	}
	return l.op(ir.Mul, t, a, ir.I(uint64(n)))
}

// jump ends the current block with a branch to b.
func (l *lowerer) jump(b *ir.Block) {
	l.emit(ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{b.ID}})
}

// special reads a special register, once a kernel: at the top of the entry.
func (l *lowerer) special(m ir.Mod) ir.Operand {
	if r, ok := l.specials[m]; ok {
		return r
	}
	r := l.atTop(ir.Instr{Op: ir.Special, Mod: m, Type: ir.S32})
	l.specials[m] = r
	return r
}

// atTop puts an instruction with one result at the top of the entry, where its
// result can be used everywhere.
func (l *lowerer) atTop(in ir.Instr) ir.Operand {
	d := l.k.NewReg(in.DstType(), "")
	in.Dst, in.Pos = []ir.Reg{d}, l.pos
	entry := l.k.Blocks[0]
	entry.Instrs = append(entry.Instrs, nil)
	copy(entry.Instrs[l.top+1:], entry.Instrs[l.top:])
	entry.Instrs[l.top] = &in
	l.top++
	return ir.R(d)
}

// before runs emit so that what it emits stands before the terminator of b.
func (l *lowerer) before(b *ir.Block, emit func()) {
	saved, pos := l.cur, l.pos
	n := len(b.Instrs) - 1
	term := b.Instrs[n]
	b.Instrs = b.Instrs[:n:n]
	l.cur, l.pos = b, term.Pos
	emit()
	b.Instrs = append(b.Instrs, term)
	l.cur, l.pos = saved, pos
}

// nameResult gives the register of v the learner's name for it.
func (l *lowerer) nameResult(v ssa.Value, r val) {
	if !r.op.IsReg || l.k.Regs[r.op.Reg].Name != "" {
		return
	}
	name := l.names[v.Pos()]
	if phi, ok := v.(*ssa.Phi); ok && token.IsIdentifier(phi.Comment) {
		name = phi.Comment
	}
	l.k.Regs[r.op.Reg].Name = name
}
