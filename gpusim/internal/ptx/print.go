package ptx

// This file lowers the functions of the driver that kernels call: printf and assert.

import (
	"bytes"
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
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

// print lowers vprintf(format, arguments), as far as it can before the format is known (formats). The result is
// the number of arguments.
func (l *lowerer) print(args []*symbol) {
	in := l.emit(ir.Instr{Op: ir.Printf, Src: []ir.Operand{l.argument(args[0]), l.argument(args[1])}})
	l.prints = append(l.prints, in)
	for _, x := range args[2:] {
		number := l.emit(ir.Instr{Op: ir.Mov, Type: ir.U32, Src: []ir.Operand{ir.I(0)}, Dst: []ir.Reg{l.k.NewReg(ir.U32, "")}})
		l.set(l.slot(x, 0, types["b32"]), ir.U32, ir.R(number.Dst[0]))
		l.printed[in] = number
	}
}

// formats gives each printf its format and its arguments, which lie in memory. The passes keep them in
// registers, and store them as a call does. Where the format is not known before the kernel runs, a printf
// takes its address and all words that may be arguments.
func (l *lowerer) formats() {
	defs := l.k.DefUse()
	for _, in := range l.prints {
		b, at := l.find(in)
		behind := slices.Clone(b.Instrs[at:])
		b.Instrs = b.Instrs[:at]
		var texts []*symbol
		if known := l.textsOf(defs, in.Src[0], map[ir.Reg]bool{}, &texts); known && len(texts) == 1 {
			l.printText(b, in, texts[0])
		} else {
			if !in.Src[0].IsReg {
				in.Src[0] = l.put(b, in, ir.Instr{Op: ir.Mov, Type: ir.U64, Src: []ir.Operand{in.Src[0]}})
			}
			l.printChosen(b, in, l.argumentBytes(defs, in.Src[1], map[ir.Reg]bool{}))
		}
		b.Instrs = append(b.Instrs, behind...)
	}
}

// printText gives a printf the format that a variable holds, and its arguments, each aligned to its size.
func (l *lowerer) printText(b *ir.Block, in *ir.Instr, x *symbol) {
	text, _, _ := bytes.Cut(l.k.Var(l.object(x)).Initial, []byte{0})
	format, bad := printf.Kernel(string(text))
	if bad != "" {
		l.failFrame(in.Pos, "%s in the format %q is not for kernels", bad, text)
	}
	verbs, _ := printf.Verbs(format)
	at := in.Src[1]
	in.Text, in.Src = format, nil
	if r := l.printed[in]; r != nil {
		r.Src[0] = ir.I(uint64(len(verbs)))
	}
	for i, place := range printf.Places(verbs) {
		in.Src = append(in.Src, l.argumentAt(b, in, at, place, typeOfVerb(verbs[i])))
	}
}

// mostPrinted is how many arguments a device's printf takes (CUDA C++ Programming Guide, "Formatted Output").
const mostPrinted = 32

// printChosen gives a printf the words that may be its arguments.
func (l *lowerer) printChosen(b *ir.Block, in *ir.Instr, size int) {
	at := in.Src[1]
	in.Src = in.Src[:1:1]
	for place := 0; place+ir.U64.Bytes() <= min(size, mostPrinted*ir.U64.Bytes()); place += ir.U64.Bytes() {
		in.Src = append(in.Src, l.argumentAt(b, in, at, place, ir.U64))
	}
}

// argumentAt loads an argument of a printf.
func (l *lowerer) argumentAt(b *ir.Block, in *ir.Instr, at ir.Operand, place int, t ir.Type) ir.Operand {
	return l.put(b, in, ir.Instr{Op: ir.Ld, Type: t, Space: ir.Global, Vec: 1, Src: []ir.Operand{at}, Off: int64(place), Align: t.Bytes()})
}

// argumentBytes returns the bytes of local memory behind an address, to the end of its variable: as many as
// printf's arguments take at most.
func (l *lowerer) argumentBytes(defs *ir.Defs, o ir.Operand, seen map[ir.Reg]bool) int {
	if !o.IsReg || defs.Def[o.Reg] == nil || seen[o.Reg] {
		return 0
	}
	seen[o.Reg] = true
	in, most := defs.Def[o.Reg], 0
	switch in.Op {
	case ir.AddrOf:
		most = l.k.Var(in.Root).Bytes
	case ir.Mov, ir.Cvt, ir.Phi:
		for _, s := range in.Src {
			most = max(most, l.argumentBytes(defs, s, seen))
		}
	case ir.Add:
		_, off := ir.SpaceOf(in.Src[1].Imm)
		most = l.argumentBytes(defs, in.Src[0], seen) - int(off)
	}
	return most
}

// textsOf appends the variables among whose addresses a value is one. It reports whether these are all.
func (l *lowerer) textsOf(defs *ir.Defs, o ir.Operand, seen map[ir.Reg]bool, list *[]*symbol) bool {
	if !o.IsReg || defs.Def[o.Reg] == nil {
		return false
	}
	if x := l.symbols[o.Reg]; x != nil {
		if !slices.Contains(*list, x) {
			*list = append(*list, x)
		}
		return x.v.Init != nil
	}
	if seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	in := defs.Def[o.Reg]
	src := in.Src
	switch in.Op {
	case ir.Mov, ir.Cvt, ir.Phi:
	case ir.Selp:
		src = src[:2]
	default:
		return false
	}
	for _, s := range src {
		if !l.textsOf(defs, s, seen, list) {
			return false
		}
	}
	return true
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
