package ir

// This file prints kernels in a syntax close to PTX. Parse is the inverse: a kernel
// that is printed and parsed prints the same text again.

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/diag"
)

// Printer selects what Print writes beside the instructions.
type Printer struct {
	// Positions adds a .loc line wherever the position changes. Without it the text
	// does not depend on the position of the kernel in its file.
	Positions bool
	// Source, when set, returns the text of a source line. Print adds it as a comment
	// wherever the line changes.
	Source func(diag.Pos) string
}

// String prints the kernel without positions.
func (k *Kernel) String() string { return Printer{}.Print(k) }

// Print returns the kernel as text.
func (p Printer) Print(k *Kernel) string {
	w := &printer{Printer: p, k: k}
	w.header()
	w.body()
	w.b.WriteString("}\n")
	for _, f := range k.Funcs {
		if f.Body != nil {
			w.function(f)
		}
	}
	return w.b.String()
}

// body writes the declarations and the blocks.
func (w *printer) body() {
	w.vars()
	w.links()
	w.regs()
	for _, b := range w.k.Blocks {
		w.block(b)
	}
}

// InstrString prints one instruction of k, without a line end.
func (k *Kernel) InstrString(in *Instr) string {
	w := &printer{k: k}
	w.instr(in)
	return w.b.String()
}

type printer struct {
	Printer
	k     *Kernel
	funcs []*Func // the functions that calls name; nil: those of k
	b     strings.Builder
	last  PosID    // of the last .loc line
	line  diag.Pos // of the last source comment
}

func (w *printer) f(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *printer) header() {
	k := w.k
	if k.File != "" {
		w.f(".file %q\n", k.File)
	}
	w.f(".visible .entry %s(", word(k.Name))
	next := 0
	for i, p := range k.Params {
		sep := ",\n"
		if i == 0 {
			sep = "\n"
		}
		w.f("%s\t.param .%v %s", sep, p.Type, word(p.Name))
		if p.Offset != padding.Up(next, p.Type.Bytes()) {
			w.f(" @%d", p.Offset)
		}
		next = p.Offset + p.Type.Bytes()
	}
	if len(k.Params) > 0 {
		w.b.WriteString("\n")
	}
	w.b.WriteString(")\n")
	w.attributes()
	w.b.WriteString("{\n")
}

func (w *printer) attributes() {
	k := w.k
	for _, a := range attributes {
		if v := *a.field(k); v != a.implied(k) {
			w.f("%s %d\n", a.name, v)
		}
	}
	if w.Positions && k.Pos != (diag.Pos{}) {
		w.f(".pos %q\n", posText(k.Pos))
	}
	if k.SSA {
		w.b.WriteString(".ssa\n")
	}
}

// attribute is a number of a kernel. It is printed only when it differs from the
// value that the rest of the text implies.
type attribute struct {
	name    string
	field   func(*Kernel) *int
	implied func(*Kernel) int
}

var attributes = []attribute{
	{".param_bytes", func(k *Kernel) *int { return &k.ParamBytes }, impliedParamBytes},
	{".shared_bytes", func(k *Kernel) *int { return &k.SharedBytes }, func(k *Kernel) int { return impliedBytes(k, Shared) }},
	{".local_bytes", func(k *Kernel) *int { return &k.LocalBytes }, func(k *Kernel) int { return impliedBytes(k, Local) }},
	{".maxntid", func(k *Kernel) *int { return &k.MaxThreads }, func(*Kernel) int { return 0 }},
	{".minnctapersm", func(k *Kernel) *int { return &k.MinBlocks }, func(*Kernel) int { return 0 }},
	{".cluster_x", func(k *Kernel) *int { return &k.Cluster.X }, func(*Kernel) int { return 0 }},
	{".cluster_y", func(k *Kernel) *int { return &k.Cluster.Y }, func(*Kernel) int { return 0 }},
	{".cluster_z", func(k *Kernel) *int { return &k.Cluster.Z }, func(*Kernel) int { return 0 }},
	{".trig_local", func(k *Kernel) *int { return &k.TrigLocal }, func(*Kernel) int { return 0 }},
	{".registers", func(k *Kernel) *int { return &k.Registers }, func(*Kernel) int { return 0 }},
}

func impliedParamBytes(k *Kernel) int {
	end := 0
	for _, p := range k.Params {
		end = max(end, p.Offset+p.Type.Bytes())
	}
	return end
}

func impliedBytes(k *Kernel, s Space) int {
	end := 0
	for _, v := range k.Vars {
		if v.Space == s && v.Kind != DynamicShared && v.Func == 0 {
			end = max(end, v.Offset+v.Bytes)
		}
	}
	return end
}

// varKinds is the directive and the space of each kind of variable.
var varKinds = [...]struct {
	name  string
	space Space
}{
	ParamSlice:    {".slice", Global},
	SharedVar:     {".shared", Shared},
	DynamicShared: {".extern.shared", Shared},
	LocalVar:      {".local", Local},
	ConstVar:      {".const", Const},
	GlobalVar:     {".global", Global},
	SpillVar:      {".spill", Local},
	SavedVar:      {".saved", Local},
	ReductionVar:  {".reduction", Local},
	ArgumentVar:   {".arguments", Local},
	TextureVar:    {".texref", Texture},
}

func (w *printer) vars() {
	for i := range w.k.Vars {
		v := &w.k.Vars[i]
		w.f("\t%s", varKinds[v.Kind].name)
		if v.Align != 0 {
			w.f(" .align %d", v.Align)
		}
		w.f(" .b8 %s[", word(v.Name))
		if v.Bytes != 0 {
			w.f("%d", v.Bytes)
		}
		w.b.WriteString("]")
		if v.Offset != 0 {
			w.f(" @%d", v.Offset)
		}
		w.varAttributes(v)
		w.b.WriteString(";\n")
	}
}

func (w *printer) varAttributes(v *Var) {
	if v.GoType != "" {
		w.f(" .type %q", v.GoType)
	}
	for _, n := range v.Dims {
		w.f(" .dim %d", n)
	}
	if v.Elem != (Elem{}) {
		w.f(" .elem %q %d %d", v.Elem.GoType, v.Elem.Bytes, v.Elem.Align)
	}
	if v.Symbol != "" {
		w.f(" .symbol %q", v.Symbol)
	}
	if v.ReadOnly {
		w.b.WriteString(" .readonly")
	}
	if v.Func != 0 {
		w.f(" .of %d", v.Func)
	}
	if w.Positions && v.Pos != (diag.Pos{}) {
		w.f(" .pos %q", posText(v.Pos))
	}
}

// regs prints declarations of the used registers that have a name or are unsigned.
// The prefix of a register implies any other type.
func (w *printer) regs() {
	used := w.k.used()
	for t := Pred; t <= F64; t++ {
		sep := fmt.Sprintf("\t.reg .%v ", t)
		for r, info := range w.k.Regs {
			if !used[r] || info.Type != t || (info.Name == "" && impliedType(regPrefix(t)) == t) {
				continue
			}
			w.f("%s%s", sep, w.reg(Reg(r)))
			if info.Name != "" {
				w.f("(%s)", word(info.Name))
			}
			sep = ", "
		}
		if sep == ", " {
			w.b.WriteString(";\n")
		}
	}
}

// used reports which registers occur in an instruction.
func (k *Kernel) used() []bool {
	used := make([]bool, len(k.Regs))
	mark := func(r Reg) {
		if r > NoReg && int(r) < len(used) {
			used[r] = true
		}
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			for _, d := range in.Dst {
				mark(d)
			}
			in.EachUse(mark)
		}
	}
	return used
}

// regPrefixes are the register prefixes of PTX, with the type of a register that is
// not declared.
var regPrefixes = []struct {
	prefix string
	typ    Type
}{{"%p", Pred}, {"%rd", S64}, {"%r", S32}, {"%fd", F64}, {"%f", F32}}

func regPrefix(t Type) string {
	for _, c := range regPrefixes {
		if SameClass(c.typ, t) {
			return c.prefix
		}
	}
	return "%?"
}

func impliedType(prefix string) Type {
	for _, c := range regPrefixes {
		if c.prefix == prefix {
			return c.typ
		}
	}
	return NoType
}

// reg prints a register, also an invalid one: invalid kernels must be printable.
func (w *printer) reg(r Reg) string {
	if r <= NoReg || int(r) >= len(w.k.Regs) {
		return fmt.Sprintf("%%?%d", r)
	}
	return regPrefix(w.k.Regs[r].Type) + strconv.Itoa(int(r))
}

var plainWord = regexp.MustCompile(`^[\pL_][\pL\pNd_.]*$`)

// word prints a name, in quotes where it is no plain word.
func word(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}

func (w *printer) block(b *Block) {
	w.f("L%d:", b.ID)
	if b.Label != "" {
		w.f(" // %s", strings.ReplaceAll(b.Label, "\n", " "))
	}
	w.b.WriteString("\n")
	switch b.Unroll {
	case 0:
	case UnrollFull:
		w.b.WriteString("\t.unroll full;\n")
	case UnrollAgain:
		w.b.WriteString("\t.unroll again;\n")
	default:
		w.f("\t.unroll %d;\n", b.Unroll)
	}
	for _, in := range b.Instrs {
		w.position(in.Pos)
		w.b.WriteString("\t")
		w.instr(in)
		w.b.WriteString("\n")
	}
}

// posText is what the parser reads: file:line:col, whatever diag.Pos prints.
func posText(p diag.Pos) string {
	text := p.File
	for _, n := range []int{p.Line, p.Col} {
		if n > 0 {
			text += ":" + strconv.Itoa(n)
		}
	}
	return text
}

func (w *printer) position(p PosID) {
	if int(p) >= len(w.k.Frames) || p == 0 {
		return
	}
	at := w.k.Frames[p].Pos
	if w.Source != nil && (at.File != w.line.File || at.Line != w.line.Line) {
		w.line = at
		w.f("\t// %s: %s\n", at.Where(), strings.TrimSpace(w.Source(at)))
	}
	if !w.Positions || p == w.last {
		return
	}
	w.last = p
	sep := "\t.loc "
	for f := &w.k.Frames[p]; f != nil; f = f.Caller {
		w.f("%s%q %q", sep, posText(f.Pos), f.Func)
		sep = ", "
	}
	w.b.WriteString(";\n")
}
