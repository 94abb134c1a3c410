package ptx

// This file lowers the functions of the driver that kernels call: printf and assert.

import (
	"bytes"
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/printf"
)

// argument returns the value of an argument of a call.
func (l *lowerer) argument(x *symbol) ir.Operand {
	r := l.slot(x, 0, types["b64"])
	return l.reinterpret(ir.U64, r.class, l.read(r))
}

// textAt returns the text of a variable, if v is its address.
func (l *lowerer) textAt(v ir.Operand) (string, bool) {
	x := l.symbols[v.Reg]
	if !v.IsReg || x == nil {
		return "", false
	}
	text, _, _ := bytes.Cut(l.k.Var(l.object(x)).Initial, []byte{0})
	return string(text), x.v.Init != nil
}

// print lowers vprintf(format, arguments). The arguments lie in local memory, each aligned to its
// size; the passes keep them in registers, and store them as a call does.
func (l *lowerer) print(args []*symbol) {
	format, ok := l.textAt(l.argument(args[0]))
	if !ok {
		l.fail("printf with a format that is not constant is not simulated")
		return
	}
	_, verbs, _ := printf.Format(format)
	places := make([]int, len(verbs))
	end := 0
	for i, v := range verbs {
		places[i] = padding.Up(end, v.Bytes)
		end = places[i] + v.Bytes
	}
	at := l.argument(args[1])
	format = printf.Texts(format, func(i int) (string, bool) {
		if i >= len(places) { // behind a verb that is none
			return "", false
		}
		return l.textAt(l.kept(places[i]))
	})
	text, rest, bad := printf.Format(format)
	if bad != 0 || len(rest) > len(verbs) {
		l.fail("the format %q is not simulated", format)
		return
	}
	in := ir.Instr{Op: ir.Printf, Text: text}
	for i, v := range verbs {
		if v.Char == 's' {
			if _, ok := l.textAt(l.kept(places[i])); !ok {
				l.fail("printf with a text that is not constant is not simulated")
			}
			continue
		}
		t := typeOfVerb(v)
		in.Src = append(in.Src, l.result(ir.Instr{Op: ir.Ld, Type: t, Space: ir.Global, Vec: 1, Src: []ir.Operand{at}, Off: int64(places[i]), Align: t.Bytes()}))
	}
	l.emit(in)
}

// typeOfVerb is the type of an argument.
func typeOfVerb(v printf.Verb) ir.Type {
	switch {
	case v.Float:
		return ir.F64
	case v.Signed && v.Bytes == ir.S64.Bytes():
		return ir.S64
	case v.Signed:
		return ir.S32
	case v.Bytes == ir.U64.Bytes():
		return ir.U64
	}
	return ir.U32
}

// kept returns the value that was last stored to local memory at an offset in this block, for texts
// among the arguments.
func (l *lowerer) kept(at int) ir.Operand {
	for i := len(l.cur.ir.Instrs) - 1; i >= 0; i-- {
		if in := l.cur.ir.Instrs[i]; in.Op == ir.St && in.Space == ir.Local && in.Off == int64(at) && in.Vec == 1 && in.Type.Bits() == ir.U64.Bits() {
			return in.Src[1]
		}
	}
	return ir.Operand{}
}

// assertFail lowers __assertfail(condition, file, line, function, size of a character).
func (l *lowerer) assertFail(args []*symbol) {
	what, _ := l.textAt(l.argument(args[0]))
	r := l.slot(args[2], 0, types["b32"])
	where := ""
	if line := l.read(r); !line.IsReg {
		where = fmt.Sprintf(" in line %d", line.Imm)
	}
	if what != "" {
		what = ", " + what + ","
	}
	l.emit(ir.Instr{Op: ir.Trap, Text: diag.Assertion + where + what + " does not hold"})
}
