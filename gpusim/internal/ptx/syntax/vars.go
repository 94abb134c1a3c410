package syntax

// This file reads variables, parameters and registers.

import (
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/limit"
)

// spaces are the words that begin a variable.
var spaces = []string{".reg", ".global", ".shared", ".const", ".local", ".param", ".tex", ".sreg"}

// isSpace reports whether a word names a space, which may be one such as .shared::cta.
func isSpace(w string) bool {
	space, _, _ := strings.Cut(w, "::")
	return slices.Contains(spaces, space)
}

// variables reads a declaration of one or more variables.
func (p *parser) variables(linkage string) (list []*Var) {
	head := p.head(linkage)
	for {
		v := *head
		v.Pos = p.pos()
		v.Name = p.name()
		if p.take("<") {
			v.Count = p.number()
			p.want(">")
		}
		p.extents(&v)
		if p.take("=") {
			init := p.operand()
			v.Init = &init
		}
		list = append(list, &v)
		if !p.take(",") {
			break
		}
	}
	p.want(";")
	return list
}

// head reads what stands before the names of variables.
func (p *parser) head(linkage string) *Var {
	v := &Var{Pos: p.pos(), Linkage: linkage, Vec: 1}
	if !isSpace(p.at().text) {
		p.fail("here is %s instead of a space, such as .param", p.at())
	}
	space, _, _ := strings.Cut(p.next().text, "::")
	v.Space = space[1:]
	for p.at().kind == wordToken && p.at().text[0] == '.' {
		p.property(v)
	}
	if v.Type == "" {
		p.fail("here is %s instead of a type", p.at())
	}
	return v
}

// property reads one word of what stands before a name.
func (p *parser) property(v *Var) {
	switch w := p.at().text[1:]; {
	case w == "attribute":
		v.Managed = slices.Contains(p.attribute(), ".managed") || v.Managed
		return
	case w == "align":
		p.i++
		n := p.number()
		switch {
		case n <= 0 || n&(n-1) != 0:
			p.fail("the alignment %d is no power of two", n)
		case v.Pointer:
			v.ToAlign = n
		default:
			v.Align = n
		}
		return
	case w == "ptr":
		v.Pointer = true
	case v.Pointer && isSpace("."+w):
		v.To = w
	case w == "v2" || w == "v4" || w == "v8":
		v.Vec, _ = strconv.Atoi(w[1:])
	case v.Type == "":
		v.Type = w
	default:
		p.fail("here is %s instead of a name", p.at())
	}
	p.i++
}

// extents reads the dimensions of an array behind its name.
func (p *parser) extents(v *Var) {
	for p.take("[") {
		if len(v.Dims) == limit.Nesting {
			p.fail("the array has more than %d dimensions", limit.Nesting)
		}
		if p.take("]") {
			v.Dims = append(v.Dims, Open)
			continue
		}
		n := p.number()
		if n < 0 {
			p.i--
			p.fail("the length of %s is negative", v.Name)
		}
		v.Dims = append(v.Dims, n)
		p.want("]")
	}
}
