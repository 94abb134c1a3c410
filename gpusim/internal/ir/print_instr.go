package ir

// This file prints one instruction.

import (
	"fmt"
	"strconv"
	"strings"
)

func (w *printer) instr(in *Instr) {
	if in.Op == BadOp || in.Op >= numOps {
		w.f("bad.op %d;", in.Op)
		return
	}
	if in.Guard != NoReg {
		not := ""
		if in.GuardNot {
			not = "!"
		}
		w.f("@%s%s ", not, w.reg(in.Guard))
	}
	if in.Keep {
		w.f("keep ")
	}
	if in.Op == CBra {
		w.branch(in)
		return
	}
	w.b.WriteString(in.mnemonic())
	if args := w.args(in); len(args) > 0 {
		w.b.WriteString(" " + strings.Join(args, ", "))
	}
	if in.Op.Facts().Memory && in.Align != 0 && in.Align != in.Natural() {
		w.f(" align %d", in.Align)
	}
	w.b.WriteString(";")
}

func (w *printer) branch(in *Instr) {
	w.f("@%s bra", w.operand(in, 0))
	sep := " "
	for _, t := range in.Targets {
		w.f("%sL%d", sep, t)
		sep = ", else "
	}
	if in.Reconv != NoBlock {
		w.f(", meet L%d", in.Reconv)
	}
	w.b.WriteString(";")
}

// mnemonic returns the operation with its modifiers and types, in the order of PTX.
func (in *Instr) mnemonic() string {
	s := in.Op.Facts().Name
	dot := func(part string) {
		if part != "" {
			s += "." + part
		}
	}
	switch in.Op {
	case Math:
		s = in.Mod.String()
	case Ld, St:
		if in.Volatile {
			dot("volatile")
		}
		dot(in.Space.String())
		if in.ReadOnly {
			dot("nc")
		}
		if in.Uniform {
			dot("uniform")
		}
		dot(l1Uses[in.Hint.L1])
		if in.Hint.Once {
			dot("once")
		}
		dot(policyName(in.Hint.Policy))
		if in.Vec != 1 {
			dot("v" + strconv.Itoa(in.Vec))
		}
	case Atom:
		dot(in.Space.String())
		dot(in.Mod.String())
	case Special:
	default:
		if in.Mod != NoMod {
			dot(in.Mod.String())
		}
		if in.Vec > 1 {
			dot("v" + strconv.Itoa(in.Vec))
		}
	}
	switch in.Op {
	case MulWide, MadWide: // PTX prints the type of the factors
		dot(in.Type.Narrow().String())
	case Cvt, Tex:
		dot(in.Type.String())
		dot(in.From.String())
	default:
		dot(in.Type.String())
	}
	return s
}

// args prints everything after the mnemonic.
func (w *printer) args(in *Instr) []string {
	var args []string
	if in.Op == Call || in.Op == Args {
		args = w.results(in)
	} else if len(in.Dst) > 0 {
		args = append(args, w.group(in, len(in.Dst), func(i int) string { return w.reg(in.Dst[i]) }))
	}
	first := 0
	switch in.Op {
	case Special:
		return append(args, in.Mod.String())
	case Call:
		args = append(args, w.callee(in))
	case AddrOf:
		return append(args, w.root(in.Root))
	case Tex:
		if in.Root != 0 {
			args = append(args, w.root(in.Root))
		}
	case Phi:
		return append(args, w.phiArgs(in)...)
	case Bra:
		return append(args, w.targets(in)...)
	case Trap, Printf, Expect:
		args = append(args, strconv.Quote(in.Text))
	case Ld, Atom:
		args, first = append(args, w.address(in)), 1
	case St:
		args = append(args, w.address(in))
		if len(in.Src) > 1 {
			args = append(args, w.group(in, len(in.Src)-1, func(i int) string { return w.operand(in, i+1) }))
		}
		return args
	}
	for i := first; i < len(in.Src); i++ {
		args = append(args, w.operand(in, i))
	}
	return args
}

// results prints the results of an operation that may have any number of them.
func (w *printer) results(in *Instr) []string {
	var parts []string
	for _, r := range in.Dst {
		parts = append(parts, w.reg(r))
	}
	if parts == nil {
		return nil
	}
	return []string{"{" + strings.Join(parts, ", ") + "}"}
}

// group prints the elements of an access: one plain, several in braces.
func (w *printer) group(in *Instr, n int, elem func(int) string) string {
	if n == 1 {
		return elem(0)
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = elem(i)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (w *printer) targets(in *Instr) []string {
	parts := make([]string, len(in.Targets))
	for i, t := range in.Targets {
		parts[i] = fmt.Sprintf("L%d", t)
	}
	return parts
}

func (w *printer) phiArgs(in *Instr) []string {
	parts := make([]string, len(in.Src))
	for i := range in.Src {
		from := BlockID(-1)
		if i < len(in.Preds) {
			from = in.Preds[i]
		}
		parts[i] = fmt.Sprintf("[%s, L%d]", w.operand(in, i), from)
	}
	return parts
}

func (w *printer) root(id VarID) string {
	if id <= 0 || int(id) > len(w.k.Vars) {
		return fmt.Sprintf("?%d", id)
	}
	return word(w.k.Vars[id-1].Name)
}

// address prints root[base+off], or the name of a parameter.
func (w *printer) address(in *Instr) string {
	root := ""
	if in.Root != 0 {
		root = w.root(in.Root)
	}
	if len(in.Src) == 0 {
		return root + "[]"
	}
	a := in.Src[0]
	if in.Space == Param && in.Root == 0 && !a.IsReg && a.Imm == 0 {
		for _, p := range w.k.Params {
			if int64(p.Offset) == in.Off {
				return "[" + word(p.Name) + "]"
			}
		}
	}
	switch {
	case !a.IsReg && a.Imm == 0:
		return fmt.Sprintf("%s[%d]", root, in.Off)
	case a.IsReg && in.Off == 0:
		return fmt.Sprintf("%s[%s]", root, w.reg(a.Reg))
	}
	return fmt.Sprintf("%s[%s%+d]", root, w.operand(in, 0), in.Off)
}

func (w *printer) operand(in *Instr, i int) string {
	o := in.Src[i]
	if o.IsReg {
		return w.reg(o.Reg)
	}
	return ImmString(in.SrcType(i), o.Imm)
}

// ImmString prints an immediate of type t. Floats are printed by their bits, as in
// PTX, and large unsigned values, such as masks, in hexadecimal.
func ImmString(t Type, bits uint64) string {
	switch {
	case t == Pred:
		return strconv.FormatBool(bits != 0)
	case t == F32:
		return fmt.Sprintf("0f%08X", bits)
	case t == F64:
		return fmt.Sprintf("0d%016X", bits)
	case t.Signed():
		shift := 64 - 8*t.Bytes()
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	case bits >= 1<<31-1:
		return fmt.Sprintf("%#x", bits)
	}
	return strconv.FormatUint(bits, 10)
}
