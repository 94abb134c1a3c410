package write

// This file writes the instructions of a kernel or function.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// writer writes one body.
type writer struct {
	m            *module
	k            *ir.Kernel
	f            *function         // nil for the kernel
	names        map[ir.Reg]string // registers of the IR
	count        map[string]int    // registers of each class, by prefix
	locals       map[ir.VarID]string
	declarations []string // of local objects
	bases        map[ir.VarID]string
	begin        []string // instructions at the start: addresses of objects
	lines        strings.Builder
	in           *ir.Instr
	pos          ir.PosID
	calls        int
}

func newWriter(m *module, k *ir.Kernel, f *function) *writer {
	return &writer{m: m, k: k, f: f, names: map[ir.Reg]string{}, count: map[string]int{}, locals: map[ir.VarID]string{}, bases: map[ir.VarID]string{}}
}

// class is a class of registers of PTX.
type class struct{ prefix, typ string }

// classes are the classes by the bits of a register, and of floats.
var (
	classes = map[int]class{1: {"%p", "pred"}, 32: {"%r", "b32"}, 64: {"%rd", "b64"}}
	floats  = map[int]class{32: {"%f", "f32"}, 64: {"%fd", "f64"}}
	half    = class{"%h", "b16"}
)

func classOf(t ir.Type) class {
	if t.Float() {
		return floats[t.Bits()]
	}
	return classes[t.Bits()]
}

// body returns the text of the body in braces.
func (w *writer) body() string {
	for i, b := range w.k.Blocks {
		w.block(i, b)
	}
	var out strings.Builder
	out.WriteString("{\n")
	for _, c := range []class{classes[1], half, classes[32], classes[64], floats[32], floats[64]} {
		if n := w.count[c.prefix]; n > 0 {
			fmt.Fprintf(&out, "\t.reg .%s %s<%d>;\n", c.typ, c.prefix, n)
		}
	}
	for _, d := range w.declarations {
		out.WriteString("\t" + d + "\n")
	}
	for _, line := range w.begin {
		out.WriteString("\t" + line + "\n")
	}
	return out.String() + w.lines.String() + "}\n\n"
}

// label returns the label of a block.
func (w *writer) label(id ir.BlockID) string { return fmt.Sprintf("$L%d", id) }

// block writes block i.
func (w *writer) block(i int, b *ir.Block) {
	if i > 0 {
		fmt.Fprintf(&w.lines, "%s:\n", w.label(b.ID))
		if b.Unroll == 1 {
			w.lines.WriteString("\t.pragma \"nounroll\";\n")
		}
	}
	for _, in := range b.Instrs {
		w.in = in
		w.place(in.Pos)
		w.instr(in)
	}
}

// place writes the place of the next instructions in the source.
func (w *writer) place(p ir.PosID) {
	if p == w.pos || p == 0 {
		return
	}
	w.pos = p
	if at := w.k.Frame(p).Pos; at.Line > 0 {
		fmt.Fprintf(&w.lines, "\t.loc %d %d %d\n", w.m.file(at.File), at.Line, at.Col)
	}
}

// emit writes an instruction.
func (w *writer) emit(format string, args ...any) {
	fmt.Fprintf(&w.lines, "\t"+format+";\n", args...)
}

// guarded writes the instruction that does what w.in does, under its guard.
func (w *writer) guarded(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if w.k.FlushDenormals && w.in.Flushes() {
		text = flushing(text)
	}
	w.emit("%s", w.guard()+text)
}

// flushing returns an instruction with .ftz, which stands before .NaN, .sat and the types.
func flushing(text string) string {
	op, operands, _ := strings.Cut(text, " ")
	words := strings.Split(op, ".")
	if !slices.Contains(words, "ftz") {
		at := slices.IndexFunc(words, func(word string) bool {
			return word == "NaN" || word == "sat" || ir.TypeNamed(word) != ir.NoType
		})
		words = slices.Insert(words, at, "ftz")
	}
	return strings.Join(words, ".") + " " + operands
}

// guard returns the guard of w.in as text.
func (w *writer) guard() string {
	switch {
	case w.in.Guard == ir.NoReg:
		return ""
	case w.in.GuardNot:
		return "@!" + w.reg(w.in.Guard) + " "
	}
	return "@" + w.reg(w.in.Guard) + " "
}

// temp returns a new register.
func (w *writer) temp(c class) string {
	w.count[c.prefix]++
	return fmt.Sprintf("%s%d", c.prefix, w.count[c.prefix]-1)
}

// reg returns the name of a register.
func (w *writer) reg(r ir.Reg) string {
	if w.names[r] == "" {
		w.names[r] = w.temp(classOf(w.k.Regs[r].Type))
	}
	return w.names[r]
}

// dst returns the name of the first result.
func (w *writer) dst() string { return w.reg(w.in.Dst[0]) }

// src returns operand i as text. PTX takes constants of numbers where it takes registers.
func (w *writer) src(i int) string {
	o, t := w.in.Src[i], w.in.SrcType(i)
	switch {
	case o.IsReg:
		return w.reg(o.Reg)
	case t == ir.Pred:
		p := w.temp(classes[1])
		w.emit("mov.pred %s, %d", p, o.Imm)
		return p
	}
	return constant(t, o.Imm)
}

// constant returns a number as text.
func constant(t ir.Type, bits uint64) string {
	switch {
	case t == ir.F32:
		return fmt.Sprintf("0f%08X", bits)
	case t == ir.F64:
		return fmt.Sprintf("0d%016X", bits)
	}
	return fmt.Sprint(int64(t.Extend(bits)))
}

// sources returns all operands as text.
func (w *writer) sources() []string {
	var list []string
	for i := range w.in.Src {
		list = append(list, w.src(i))
	}
	return list
}

// results returns all results as text.
func (w *writer) results() []string {
	var list []string
	for _, r := range w.in.Dst {
		list = append(list, w.reg(r))
	}
	return list
}

// register returns operand i in a register.
func (w *writer) register(i int) string {
	if w.in.Src[i].IsReg || w.in.SrcType(i) == ir.Pred {
		return w.src(i)
	}
	c := classOf(w.in.SrcType(i))
	r := w.temp(c)
	w.emit("mov.%s %s, %s", c.typ, r, w.src(i))
	return r
}

// vector returns one register, or several in braces.
func vector(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "{" + strings.Join(list, ", ") + "}"
}
