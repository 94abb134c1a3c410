package ir

// This file parses blocks and instructions.

import (
	"fmt"
	"strconv"
	"strings"

	"gpucourse/gpusim/trace"
)

// block parses a label and the instructions up to the next label. Blocks are
// numbered in the order of the text.
func (p *parser) block() {
	t := p.word("a label")
	id := BlockID(len(p.k.Blocks))
	if t.text != fmt.Sprintf("L%d", id) {
		p.fail(t.line, "want the label L%d, got %v", id, t)
		return
	}
	p.expect(":")
	b := &Block{ID: id, Label: p.comments[t.line]}
	p.k.Blocks = append(p.k.Blocks, b)
	for p.err == nil {
		t := p.peek()
		if t.text == "}" || t.kind == wordToken && isLabel(t.text) {
			return
		}
		if p.accept(".loc") {
			p.frames()
			continue
		}
		if p.accept(".unroll") {
			b.Unroll = p.unroll()
			continue
		}
		b.Instrs = append(b.Instrs, p.instr())
	}
}

// unroll parses what a loop's header says of its unrolling.
func (p *parser) unroll() int {
	n := UnrollFull
	switch {
	case p.accept("full"):
	case p.accept("again"):
		n = UnrollAgain
	default:
		n = p.count("a number of iterations")
	}
	p.expect(";")
	return n
}

func isLabel(s string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "L"))
	return err == nil && n >= 0 && s == "L"+strconv.Itoa(n)
}

func (p *parser) label() BlockID {
	t := p.word("a label")
	if !isLabel(t.text) {
		p.fail(t.line, "want a label such as L1, got %v", t)
		return NoBlock
	}
	n, _ := strconv.Atoi(t.text[1:])
	if n > maxReg {
		p.fail(t.line, "no block %v", t)
	}
	return BlockID(n)
}

func (p *parser) instr() *Instr {
	in := &Instr{Pos: p.loc}
	if p.accept("@") {
		if p.guard(in); in.Op == CBra {
			p.branch(in)
			return in
		}
		in.Keep = p.accept("keep")
	}
	t := p.word("an instruction")
	if err := p.mnemonic(in, t.text); err != nil {
		p.fail(t.line, "%v: %v", t, err)
		return in
	}
	p.args(in)
	if p.accept("align") {
		in.Align = p.count("an alignment")
	}
	p.expect(";")
	return in
}

// guard parses the predicate after '@'. Before bra it is the operand of the branch.
func (p *parser) guard(in *Instr) {
	not := p.accept("!")
	pred := p.operand(Pred)
	switch {
	case p.peek().text == "bra" && !not:
		in.Op, in.Src = CBra, []Operand{pred}
	case !pred.IsReg:
		p.fail(p.peek().line, "want a predicate register after '@'")
	default:
		in.Guard, in.GuardNot = pred.Reg, not
	}
}

func (p *parser) branch(in *Instr) {
	p.expect("bra")
	in.Targets = append(in.Targets, p.label())
	p.expect(",")
	p.expect("else")
	in.Targets = append(in.Targets, p.label())
	if p.accept(",") {
		p.expect("meet")
		in.Reconv = p.label()
	}
	p.expect(";")
}

// opNames maps printed names to operations. Special and CBra share the names of
// Mov and Bra, and Math prints the name of its function.
var opNames = func() map[string]Op {
	m := map[string]Op{}
	for op := BadOp + 1; op < numOps; op++ {
		if op != Special && op != CBra && op != Math {
			m[facts[op].Name] = op
		}
	}
	return m
}()

// mnemonic parses a mnemonic such as "ld.volatile.global.v4.f32" into fields of in.
func (p *parser) mnemonic(in *Instr, s string) error {
	parts := strings.Split(s, ".")
	for n := min(len(parts), 3); n > 0; n-- {
		if op, ok := opNames[strings.Join(parts[:n], ".")]; ok {
			in.Op, parts = op, parts[n:]
			break
		}
	}
	if in.Op == BadOp {
		mod := modNamed(parts[0], facts[Math].Mods)
		if mod == NoMod {
			return fmt.Errorf("unknown operation")
		}
		in.Op, in.Mod, parts = Math, mod, parts[1:]
	}
	return in.suffixes(parts)
}

// suffixes parses the parts after the name of the operation. The types come last.
func (in *Instr) suffixes(parts []string) error {
	memory := in.Op == Ld || in.Op == St || in.Op == Atom
	if in.Op == Ld || in.Op == St || in.Op == Tex {
		in.Vec = 1
	}
	if in.Op == Tex {
		in.Space = Texture
	}
	for _, s := range parts {
		typ, space, mod := TypeNamed(s), trace.SpaceNamed(s), modNamed(s, in.Op.Facts().Mods)
		switch {
		case s == "":
			return fmt.Errorf("an empty part")
		case typ != NoType && in.Type == NoType:
			in.Type = typ
		case typ != NoType && in.Op.converts() && in.From == NoType:
			in.From = typ
		case s == in.Op.Facts().FloatMod.String() && in.Mod == NoMod && in.Type == NoType:
			in.Mod = in.Op.Facts().FloatMod
		case mod != NoMod && in.Mod == NoMod && in.Type == NoType:
			in.Mod = mod
		case space != NoSpace && memory && in.Space == NoSpace:
			in.Space = space
		case (s == "v2" || s == "v4") && in.Vec == 1:
			in.Vec = int(s[1] - '0')
		case !memory || in.Op == Atom:
			return fmt.Errorf("unknown part .%s", s)
		case s == "volatile":
			in.Volatile = true
		case s == "nc":
			in.ReadOnly = true
		case s == "uniform":
			in.Uniform = true
		case in.setHint(s):
		default:
			return fmt.Errorf("unknown part .%s", s)
		}
	}
	if (in.Op == MulWide || in.Op == MadWide) && in.Type.Bytes() == 4 {
		in.Type = in.Type.Wide()
	}
	return nil
}

// modNamed returns the modifier of that name in a range, or NoMod.
func modNamed(s string, legal [2]Mod) Mod {
	if legal[0] == NoMod {
		return NoMod
	}
	for m := legal[0]; m <= legal[1]; m++ {
		if m.String() == s {
			return m
		}
	}
	return NoMod
}

// args parses what follows the mnemonic, in the order of printer.args.
func (p *parser) args(in *Instr) {
	f := in.Op.Facts()
	if in.Op == Bra {
		in.Targets = []BlockID{p.label()}
		return
	}
	sep := func() {}
	switch {
	case in.Op == Call:
		p.call(in)
		sep = func() { p.expect(",") }
	case in.Op == Args && p.peek().text == ";":
	case f.Dst != 0:
		p.group(func() { in.Dst = append(in.Dst, p.reg()) })
		sep = func() { p.expect(",") }
	}
	switch {
	case in.Op == Mov && modNamed(p.afterComma(), facts[Special].Mods) != NoMod:
		in.Op, in.Mod = Special, modNamed(p.afterComma(), facts[Special].Mods)
		p.pos += 2
		return
	case in.Op == AddrOf:
		sep()
		in.Root = p.variable()
		return
	case in.Op == Tex && strings.HasPrefix(p.afterComma(), "%"): // a handle
	case in.Op == Tex:
		sep()
		in.Root = p.variable()
	case in.Op == Phi:
		p.phiArgs(in)
		return
	case in.Op == Printf || in.Op == Trap || in.Op == Expect:
		in.Text = p.str("a text")
		sep = func() { p.expect(",") }
	case f.Memory:
		sep()
		p.address(in)
		sep = func() { p.expect(",") }
	}
	p.operands(in, sep)
}

// afterComma returns the word after the next token when that token is a comma.
func (p *parser) afterComma() string {
	if p.peek().text != "," || p.pos+1 >= len(p.tokens) {
		return ""
	}
	return p.tokens[p.pos+1].text
}

// operands parses the remaining operands. sep parses the separator before the first.
func (p *parser) operands(in *Instr, sep func()) {
	read := func() { in.Src = append(in.Src, p.operand(in.SrcType(len(in.Src)))) }
	for p.err == nil && p.peek().text != ";" && p.peek().text != "align" {
		sep()
		if in.Op == St {
			p.group(read)
		} else {
			read()
		}
		sep = func() { p.expect(",") }
	}
}

// group parses one item, or several in braces.
func (p *parser) group(item func()) {
	if p.accept("{") {
		p.list("}", item)
		return
	}
	item()
}

func (p *parser) phiArgs(in *Instr) {
	for p.err == nil && p.peek().text != ";" {
		p.expect(",")
		p.expect("[")
		in.Src = append(in.Src, p.operand(in.Type))
		p.expect(",")
		in.Preds = append(in.Preds, p.label())
		p.expect("]")
	}
}

func (p *parser) variable() VarID {
	t := p.peek()
	id := p.varNamed(p.name("a variable"))
	if id == 0 {
		p.fail(t.line, "no variable is called %v", t)
	}
	return id
}

// address parses root[base+off].
func (p *parser) address(in *Instr) {
	if p.peek().text != "[" {
		in.Root = p.variable()
	}
	p.expect("[")
	t := p.peek()
	for _, prm := range p.k.Params {
		if in.Space == Param && in.Root == 0 && prm.Name == t.text {
			p.pos++
			in.Src, in.Off = []Operand{I(0)}, int64(prm.Offset)
			p.expect("]")
			return
		}
	}
	base := I(0)
	if strings.HasPrefix(t.text, "%") {
		base = R(p.reg())
	} else {
		in.Off = p.offset()
	}
	if sign := p.peek().text; sign == "+" || sign == "-" {
		p.accept("+")
		if !base.IsReg {
			base = I(uint64(in.Off) & AddrType(in.Space).Mask())
		}
		in.Off = p.offset()
	}
	in.Src = []Operand{base}
	p.expect("]")
}

func (p *parser) offset() int64 {
	neg := p.accept("-")
	t := p.word("an offset")
	n, err := strconv.ParseInt(t.text, 0, 64)
	if err != nil {
		p.fail(t.line, "want an offset, got %v", t)
	}
	if neg {
		return -n
	}
	return n
}

// operand parses a register or an immediate of type t.
func (p *parser) operand(t Type) Operand {
	if strings.HasPrefix(p.peek().text, "%") {
		return R(p.reg())
	}
	neg := p.accept("-")
	w := p.word("an operand")
	bits, err := parseImm(t, w.text, neg)
	if err != nil {
		p.fail(w.line, "%v is no constant of type %q", w, t)
	}
	return I(bits)
}

// parseImm is the inverse of ImmString. It also accepts decimal floats.
func parseImm(t Type, s string, neg bool) (uint64, error) {
	if t == NoType {
		return 0, strconv.ErrSyntax
	}
	if t == Pred {
		b, err := strconv.ParseBool(s)
		if b {
			return 1, err
		}
		return 0, err
	}
	if t.Float() {
		if digits := strings.TrimPrefix(s, map[Type]string{F32: "0f", F64: "0d"}[t]); digits != s && !neg {
			return strconv.ParseUint(digits, 16, t.Bytes()*8)
		}
		return parseDecimal(t, s, neg)
	}
	v, err := strconv.ParseUint(s, 0, 64)
	if neg {
		v = -v
	}
	if err == nil && v != v&t.Mask() && v|t.Mask() != 1<<64-1 {
		err = strconv.ErrRange
	}
	return v & t.Mask(), err
}

func parseDecimal(t Type, s string, neg bool) (uint64, error) {
	if neg {
		s = "-" + s
	}
	v, err := strconv.ParseFloat(s, t.Bytes()*8)
	return FloatBits(t, v), err
}
