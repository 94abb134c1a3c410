package syntax

// This file reads statements and operands.

import (
	"math"
	"strconv"
	"strings"
	"text/scanner"

	"gpucourse/gpusim/internal/limit"
)

// block reads statements in braces.
func (p *parser) block() *Block {
	b := &Block{}
	p.want("{")
	p.nested(func() {
		for !p.take("}") {
			if p.at().kind == scanner.EOF {
				p.fail("a closing brace is missing")
			}
			b.Stmts = append(b.Stmts, p.statement()...)
		}
	})
	return b
}

// statement reads one statement; a declaration may give several, and a directive none.
func (p *parser) statement() []Stmt {
	switch t := p.at(); {
	case p.take(";"), p.place():
		return nil
	case t.kind == '{':
		return []Stmt{p.block()}
	case p.take(".pragma"):
		return []Stmt{p.pragma()}
	case p.take(".section"):
		p.section()
		return nil
	case isSpace(t.text):
		return stmts(p.variables(""))
	case t.kind == wordToken && p.tokens[p.i+1].kind == ':':
		return p.label()
	}
	return []Stmt{p.instr()}
}

func stmts(list []*Var) (s []Stmt) {
	for _, v := range list {
		s = append(s, v)
	}
	return s
}

// label reads a label, or a list of targets or a prototype that has a name.
func (p *parser) label() []Stmt {
	at, name := p.pos(), p.name()
	p.want(":")
	switch {
	case p.is(".branchtargets"), p.is(".calltargets"):
		t := &Targets{Name: name, Calls: p.next().text == ".calltargets", List: p.names()}
		p.want(";")
		return []Stmt{t}
	case p.take(".callprototype"):
		return []Stmt{p.prototype(name)}
	}
	return []Stmt{&Label{at, name}}
}

// prototype reads a prototype behind .callprototype.
func (p *parser) prototype(name string) *Prototype {
	proto := &Prototype{Name: name}
	if p.is("(") {
		proto.Results = p.parameters()
	}
	p.name()
	if p.is("(") {
		proto.Params = p.parameters()
	}
	var f Func
	p.funcDirectives(&f)
	p.want(";")
	return proto
}

// instr reads an instruction.
func (p *parser) instr() *Instr {
	in := &Instr{Pos: p.pos(), Loc: p.loc}
	if p.take("@") {
		in.GuardNot = p.take("!")
		in.Guard = p.name()
	}
	words := strings.Split(p.name(), ".")
	in.Op, in.Mods = words[0], words[1:]
	for !p.take(";") {
		in.Operands = append(in.Operands, p.result())
		if !p.take(",") && !p.is(";") {
			p.fail("here is %s instead of , or ; behind an operand", p.at())
		}
	}
	return in
}

// result reads an operand, or two results with a bar between them.
func (p *parser) result() Operand {
	first := p.operand()
	if !p.take("|") {
		return first
	}
	return Operand{Kind: Pair, Pos: first.Pos, List: []Operand{first, p.operand()}}
}

// operand reads one operand.
func (p *parser) operand() (o Operand) {
	at := p.pos()
	switch t := p.at(); {
	case p.take("{"):
		o = Operand{Kind: Vector, List: p.list("}")}
	case p.take("("):
		o = Operand{Kind: List, List: p.list(")")}
	case p.take("["):
		o = p.address()
	case p.take("!"):
		o = Operand{Kind: Name, Name: p.name(), Not: true}
	case p.take("-"):
		o = p.negative()
	case p.take("_"):
		o = Operand{Kind: Sink}
	case p.take("generic"):
		p.want("(")
		o = Operand{Kind: Generic, Name: p.name()}
		p.want(")")
		o.Offset = p.offset()
	case t.kind == wordToken && isName(t.text):
		o = Operand{Kind: Name, Name: p.name(), Offset: p.offset()}
	case t.kind == wordToken:
		o = p.immediate()
	default:
		p.fail("here is %s instead of an operand", t)
	}
	o.Pos = at
	return o
}

// list reads operands up to a closing brace or bracket.
func (p *parser) list(end string) (list []Operand) {
	p.nested(func() {
		for !p.take(end) {
			if list = append(list, p.operand()); len(list) > limit.PTXValues {
				p.fail("a list has more than %d values", limit.PTXValues)
			}
			if !p.take(",") && !p.is(end) {
				p.fail("here is %s instead of , or %s", p.at(), end)
			}
		}
	})
	return list
}

// address reads an address behind its bracket: a base with an offset first, then coordinates.
func (p *parser) address() Operand {
	o := Operand{Kind: Address, List: p.list("]")}
	if len(o.List) == 0 {
		p.fail("the brackets hold no address")
	}
	o.Offset, o.List[0].Offset = o.List[0].Offset, 0
	return o
}

// offset reads a signed offset behind a name, if one follows: +8, +-8 or -8.
func (p *parser) offset() int64 {
	switch {
	case p.take("+"):
		return int64(p.number())
	case p.is("-"):
		return int64(p.number())
	}
	return 0
}

// negative reads a number behind its minus.
func (p *parser) negative() Operand {
	o := p.immediate()
	switch o.Kind {
	case Int:
		o.Bits = -o.Bits
	case Float32:
		o.Bits ^= 1 << 31
	default:
		o.Bits ^= 1 << 63
	}
	return o
}

// immediate reads a number.
func (p *parser) immediate() Operand {
	t := p.at()
	o, ok := parseNumber(t.text)
	if t.kind != wordToken || !ok {
		p.fail("%s is not a number", t)
	}
	p.i++
	return o
}

// floatDigits are the hexadecimal digits of the bits of a float.
const float32Digits, float64Digits = 8, 16

// parseNumber returns the immediate that a word stands for.
func parseNumber(w string) (o Operand, ok bool) {
	var err error
	switch lower := strings.ToLower(w); {
	case strings.HasPrefix(lower, "0f") && len(w) == 2+float32Digits:
		o.Kind = Float32
		o.Bits, err = strconv.ParseUint(w[2:], 16, 32)
	case strings.HasPrefix(lower, "0d") && len(w) == 2+float64Digits:
		o.Kind = Float64
		o.Bits, err = strconv.ParseUint(w[2:], 16, 64)
	case strings.ContainsAny(w, ".") || !strings.HasPrefix(lower, "0x") && strings.Contains(lower, "e"):
		o.Kind = Float64
		o.Bits, err = decimalBits(w)
	default:
		o.Kind = Int
		o.Bits, err = strconv.ParseUint(integerText(w), 0, 64)
	}
	return o, err == nil
}

// decimalBits returns the bits of a float64 that is written in decimal.
func decimalBits(w string) (uint64, error) {
	f, err := strconv.ParseFloat(w, 64)
	return math.Float64bits(f), err
}
