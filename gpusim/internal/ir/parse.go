package ir

// This file parses the text that Print writes: the header of a kernel and its
// declarations. parse_instr.go parses instructions.
//
// A text written by hand may leave out parameter offsets, byte counts and the
// declarations of registers: defaults follow from the rest of the text.

import (
	"fmt"
	"strconv"
	"strings"
	"text/scanner"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/diag"
)

// Parse parses one kernel. It checks only what it needs to build the kernel; Verify
// checks the rest.
func Parse(text string) (*Kernel, error) {
	tokens, comments, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, comments: comments, k: &Kernel{Frames: []Frame{{}}, Regs: []RegInfo{{}}}}
	p.kernel()
	if p.err != nil {
		return nil, p.err
	}
	return p.k, nil
}

// maxReg and maxCount bound the numbers of a text, so that a wrong number gives an
// error and does not exhaust the memory.
const (
	maxReg   = 1 << 16
	maxCount = 1 << 40
)

type parser struct {
	tokens   []token
	comments map[int]string
	pos      int
	err      error // the first one; the parser then skips the rest
	k        *Kernel
	loc      PosID // of the last .loc line
	calls    []namedCall
}

// fail records the first error and skips to the end of the tokens.
func (p *parser) fail(line int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
	}
	p.pos = len(p.tokens) - 1
}

func (p *parser) peek() token { return p.tokens[p.pos] }

func (p *parser) next() token {
	t := p.tokens[p.pos]
	if t.kind != scanner.EOF {
		p.pos++
	}
	return t
}

// accept consumes the next token when its text is s.
func (p *parser) accept(s string) bool {
	t := p.peek()
	if t.kind == scanner.EOF || t.kind == stringToken || t.text != s {
		return false
	}
	p.pos++
	return true
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail(p.peek().line, "want '%s', got %v", s, p.peek())
	}
}

// list parses items, separated by commas, up to the closing text.
func (p *parser) list(closing string, item func()) {
	for first := true; p.err == nil && !p.accept(closing); first = false {
		if !first {
			p.expect(",")
		}
		item()
	}
}

func (p *parser) word(what string) token {
	t := p.next()
	if t.kind != wordToken {
		p.fail(t.line, "want %s, got %v", what, t)
	}
	return t
}

// name parses a plain or quoted name.
func (p *parser) name(what string) string {
	if p.peek().kind == stringToken {
		return p.next().text
	}
	return p.word(what).text
}

func (p *parser) str(what string) string {
	t := p.next()
	if t.kind != stringToken {
		p.fail(t.line, "want %s in quotes, got %v", what, t)
	}
	return t.text
}

func (p *parser) count(what string) int {
	t := p.word(what)
	n, err := strconv.Atoi(t.text)
	if p.err == nil && (err != nil || n > maxCount) {
		p.fail(t.line, "want %s, got %v", what, t)
	}
	return n
}

// position parses a quoted file:line:col.
func (p *parser) position() diag.Pos {
	s := p.str("a position")
	pos := diag.Pos{File: s}
	for _, field := range []*int{&pos.Col, &pos.Line} {
		i := strings.LastIndexByte(pos.File, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(pos.File[i+1:])
		if err != nil || n <= 0 {
			break
		}
		*field, pos.File = n, pos.File[:i]
	}
	if pos.Line == 0 {
		pos.Line, pos.Col = pos.Col, 0
	}
	return pos
}

func (p *parser) kernel() {
	if p.accept(".file") {
		p.k.File = p.str("a file name")
	}
	p.accept(".visible")
	p.expect(".entry")
	p.k.Name = p.name("the kernel's name")
	p.expect("(")
	p.list(")", p.param)
	given := p.attributes()
	p.expect("{")
	for p.err == nil && p.declaration() {
	}
	for p.err == nil && !p.accept("}") {
		p.block()
	}
	for p.err == nil && p.accept(".func") {
		p.function()
	}
	if t := p.peek(); p.err == nil && t.kind != scanner.EOF {
		p.fail(t.line, "want the end of the text, got %v", t)
	}
	p.finish(given)
	p.resolve()
}

func (p *parser) param() {
	p.expect(".param")
	t := p.typ(p.word("a type"))
	prm := Parameter{Type: t, Name: p.name("a parameter's name")}
	if n := len(p.k.Params); n > 0 {
		prm.Offset = p.k.Params[n-1].Offset + p.k.Params[n-1].Type.Bytes()
	}
	prm.Offset = padding.Up(prm.Offset, t.Bytes())
	if p.accept("@") {
		prm.Offset = p.count("an offset")
	}
	p.k.Params = append(p.k.Params, prm)
}

// attributes parses the attributes between the parameters and the body, and returns
// the names that it found.
func (p *parser) attributes() map[string]bool {
	given := map[string]bool{}
	for p.err == nil && p.peek().text != "{" {
		t := p.word("an attribute or '{'")
		given[t.text] = true
		switch t.text {
		case ".ssa":
			p.k.SSA = true
			continue
		case ".pos":
			p.k.Pos = p.position()
			continue
		}
		a := findAttribute(t.text)
		if a == nil {
			p.fail(t.line, "unknown attribute %v", t)
			break
		}
		*a.field(p.k) = p.count("a number")
	}
	return given
}

func findAttribute(name string) *attribute {
	for i := range attributes {
		if attributes[i].name == name {
			return &attributes[i]
		}
	}
	return nil
}

// finish sets the attributes that the text left out.
func (p *parser) finish(given map[string]bool) {
	for _, a := range attributes {
		if !given[a.name] {
			*a.field(p.k) = a.implied(p.k)
		}
	}
	for i := range p.k.Params {
		for j, v := range p.k.Vars {
			if v.Kind.pointed() && v.Offset == p.k.Params[i].Offset && p.k.Params[i].Type == U64 {
				p.k.Params[i].Var = VarID(j + 1)
			}
		}
	}
}

// typ returns the type of a directive such as ".f32".
func (p *parser) typ(t token) Type {
	if typ := TypeNamed(strings.TrimPrefix(t.text, ".")); typ != NoType {
		return typ
	}
	p.fail(t.line, "unknown type %v", t)
	return U32
}

// TypeNamed returns the type of that PTX spelling, or NoType.
func TypeNamed(s string) Type {
	for t, info := range typeTable {
		if info.Name == s {
			return Type(t)
		}
	}
	return NoType
}

// declaration parses one variable, register or function line, if there is one.
func (p *parser) declaration() bool {
	t := p.peek()
	if t.text == ".reg" {
		p.pos++
		p.regDecl()
		return true
	}
	if p.accept(".func") {
		p.link()
		return true
	}
	for kind, info := range varKinds {
		if info.name == t.text && info.name != "" {
			p.pos++
			p.varDecl(VarKind(kind))
			return true
		}
	}
	return false
}

func (p *parser) varDecl(kind VarKind) {
	v := Var{Kind: kind, Space: varKinds[kind].space}
	if p.accept(".align") {
		v.Align = p.count("an alignment")
	}
	p.expect(".b8")
	line := p.peek().line
	v.Name = p.name("a variable's name")
	if p.varNamed(v.Name) != 0 {
		p.fail(line, "two variables are called %s", v.Name)
	}
	p.expect("[")
	if !p.accept("]") {
		v.Bytes = p.count("a size")
		p.expect("]")
	}
	if p.accept("@") {
		v.Offset = p.count("an offset")
	}
	for p.err == nil && !p.accept(";") {
		p.varAttribute(&v)
	}
	p.k.Vars = append(p.k.Vars, v)
}

func (p *parser) varAttribute(v *Var) {
	switch t := p.word("an attribute of a variable or ';'"); t.text {
	case ".type":
		v.GoType = p.str("a type")
	case ".dim":
		v.Dims = append(v.Dims, p.count("an extent"))
	case ".elem":
		v.Elem = Elem{GoType: p.str("a type"), Bytes: p.count("a size"), Align: p.count("an alignment")}
	case ".symbol":
		v.Symbol = p.str("a symbol")
	case ".readonly":
		v.ReadOnly = true
	case ".of":
		v.Func = p.count("a function's number")
	case ".pos":
		v.Pos = p.position()
	default:
		p.fail(t.line, "unknown attribute of a variable: %v", t)
	}
}

func (p *parser) varNamed(name string) VarID {
	for i := range p.k.Vars {
		if p.k.Vars[i].Name == name {
			return VarID(i + 1)
		}
	}
	return 0
}

func (p *parser) regDecl() {
	t := p.typ(p.word("a type"))
	p.list(";", func() {
		line := p.peek().line
		r := p.reg()
		if r == NoReg {
			return
		}
		info := &p.k.Regs[r]
		if t.Reg() != t || !SameClass(info.Type, t) {
			p.fail(line, "register %s%d cannot be of type %v", regPrefix(info.Type), r, t)
			return
		}
		info.Type = t
		if p.accept("(") {
			info.Name = p.name("a name")
			p.expect(")")
		}
	})
}

// reg parses a register. A new register gets the type that its prefix implies.
func (p *parser) reg() Reg {
	t := p.word("a register")
	digits := strings.TrimLeft(t.text, "%prdf")
	typ := impliedType(t.text[:len(t.text)-len(digits)])
	n, err := strconv.Atoi(digits)
	if typ == NoType || err != nil || n <= 0 || n > maxReg || digits[0] == '0' {
		p.fail(t.line, "want a register such as %%r1, got %v", t)
		return NoReg
	}
	for len(p.k.Regs) <= n {
		p.k.Regs = append(p.k.Regs, RegInfo{})
	}
	info := &p.k.Regs[n]
	if info.Type == NoType {
		info.Type = typ
	}
	if !SameClass(info.Type, typ) {
		p.fail(t.line, "%v: register %d is also used as %s%d", t, n, regPrefix(info.Type), n)
	}
	return Reg(n)
}

// frames parses the rest of a .loc line: the position of what follows.
func (p *parser) frames() {
	var chain []Frame
	p.list(";", func() {
		f := Frame{Pos: p.position()}
		if p.peek().kind == stringToken {
			f.Func = p.str("a function")
		}
		chain = append(chain, f)
	})
	if p.err != nil || len(chain) == 0 {
		p.loc = 0
		return
	}
	for i := len(chain) - 2; i >= 0; i-- {
		caller := chain[i+1]
		chain[i].Caller = &caller
	}
	p.k.Frames = append(p.k.Frames, chain[0])
	p.loc = PosID(len(p.k.Frames) - 1)
}
