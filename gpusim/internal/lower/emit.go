package lower

// This file emits instructions, and keeps their positions and names.

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
)

// slabInstrs is how many instructions are allocated at a time.
const slabInstrs = 64

// frameKey tells source positions apart: the same code may be inlined many times.
type frameKey struct {
	pos    token.Pos
	caller ir.PosID
}

// setPos sets the position of the instructions that follow. An unknown position
// changes nothing.
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
	f := ir.Frame{Pos: l.src.Pos(p), Func: a.name()}
	if a.site != 0 {
		caller := l.k.Frames[a.site]
		f.Caller = &caller
	}
	l.k.Frames = append(l.k.Frames, f)
	id := ir.PosID(len(l.k.Frames) - 1)
	l.frames[key] = id
	return id
}

// fail reports a mistake at the current position. Each line gives a message once.
func (l *lowerer) fail(code diag.Code, hint, format string, args ...any) {
	if len(l.errs) > limit.Mistakes {
		return
	}
	d := l.diagnosticAt(l.k.Frames[l.pos].Pos, code, hint, format, args...)
	for _, old := range l.errs {
		if old.Pos.File == d.Pos.File && old.Pos.Line == d.Pos.Line && old.Message == d.Message {
			return
		}
	}
	l.errs = append(l.errs, d)
}

// diagnosticAt makes a Diagnostic that quotes the source line at p.
func (l *lowerer) diagnosticAt(p diag.Pos, code diag.Code, hint, format string, args ...any) diag.Diagnostic {
	return diag.Diagnostic{Pos: p, Code: code, Hint: hint, Message: fmt.Sprintf(format, args...), Source: l.src.Line(p)}
}

func (l *lowerer) newBlock(label string) *ir.Block {
	b := &ir.Block{ID: ir.BlockID(len(l.k.Blocks)), Label: label}
	l.k.Blocks = append(l.k.Blocks, b)
	return b
}

// isFull reports whether the kernel has passed a limit on its size.
func (l *lowerer) isFull() bool {
	return l.emitted > limit.Instrs || len(l.k.Blocks) > limit.Blocks
}

// emit appends an instruction to the current block. It drops the instruction when
// the kernel is too large, which lowerKernel reports.
func (l *lowerer) emit(in ir.Instr) *ir.Instr {
	in.Pos = l.pos
	if len(l.slab) == cap(l.slab) {
		l.slab = make([]ir.Instr, 0, slabInstrs)
	}
	l.slab = append(l.slab, in)
	p := &l.slab[len(l.slab)-1]
	l.emitted++
	if l.isFull() {
		return p
	}
	l.cur.Instrs = append(l.cur.Instrs, p)
	return p
}

// op emits an operation with one result and returns the result.
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

// mov copies a to a new register of type t.
func (l *lowerer) mov(t ir.Type, a ir.Operand) ir.Operand { return l.op(ir.Mov, t, a) }

// inReg returns a in a register: it moves an immediate to a new one.
func (l *lowerer) inReg(t ir.Type, a ir.Operand) ir.Operand {
	if a.IsReg {
		return a
	}
	return l.mov(t, a)
}

func (l *lowerer) setp(cc ir.Mod, t ir.Type, a, b ir.Operand) ir.Operand {
	return l.opMod(ir.Setp, cc, t, a, b)
}

// add and mul emit nothing where an immediate makes the result trivial.
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

// special reads a special register. A kernel reads each one once, at the top of its
// entry block.
func (l *lowerer) special(m ir.Mod) ir.Operand {
	if r, ok := l.specials[m]; ok {
		return r
	}
	r := l.atTop(ir.Instr{Op: ir.Special, Mod: m, Type: ir.S32})
	l.specials[m] = r
	return r
}

// atTop inserts an instruction with one result at the top of the entry block, so
// that its result dominates every use.
func (l *lowerer) atTop(in ir.Instr) ir.Operand {
	d := l.k.NewReg(in.DstType(), "")
	in.Dst, in.Pos = []ir.Reg{d}, l.pos
	entry := l.k.Blocks[0]
	entry.Instrs = append(entry.Instrs, nil)
	copy(entry.Instrs[l.entryTop+1:], entry.Instrs[l.entryTop:])
	entry.Instrs[l.entryTop] = &in
	l.entryTop++
	return ir.R(d)
}

// before runs emit and inserts what it emits before the terminator of b. A kernel that is too
// large may lack the terminator: emit has dropped it.
func (l *lowerer) before(b *ir.Block, emit func()) {
	if len(b.Instrs) == 0 && l.isFull() {
		return
	}
	saved, pos := l.cur, l.pos
	n := len(b.Instrs) - 1
	term := b.Instrs[n]
	b.Instrs = b.Instrs[:n:n]
	l.cur, l.pos = b, term.Pos
	emit()
	b.Instrs = append(b.Instrs, term)
	l.cur, l.pos = saved, pos
}

// nameResult names the register of v after the variable in the source.
func (l *lowerer) nameResult(v ssa.Value, r val) {
	if !r.op.IsReg || l.k.Regs[r.op.Reg].Name != "" {
		return
	}
	name := l.src.Names[v.Pos()]
	if phi, ok := v.(*ssa.Phi); ok && token.IsIdentifier(phi.Comment) {
		name = phi.Comment
	}
	l.k.Regs[r.op.Reg].Name = name
}
