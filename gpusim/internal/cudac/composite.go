package cudac

// This file writes composite literals.

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// composite writes a composite literal as a value.
func (f *function) composite(e *ast.CompositeLit) ex {
	t := f.s.Info.TypeOf(e)
	switch f.under(t).(type) {
	case *types.Slice:
		return f.slice(e).ptr
	case *types.Array:
		f.byValue(t)
	}
	if vectorType(f.substitute(t)) && len(e.Elts) > 0 {
		return ex{s: "make_" + f.ctype(t) + "(" + strings.Join(f.fields(e), ", ") + ")", prec: precPostfix}
	}
	return ex{s: f.ctype(t) + f.braced(e), prec: precPostfix}
}

// braced writes the braces of a composite literal.
func (f *function) braced(e *ast.CompositeLit) string {
	t := f.s.Info.TypeOf(e)
	if f.isArray(t) {
		b, _ := f.arrayOf(t)
		text := f.bracedList(e, b.Elem())
		if _, plain := f.plainArray(t); !plain && text != "{}" {
			return "{" + text + "}"
		}
		return text
	}
	return "{" + strings.Join(f.fields(e), ", ") + "}"
}

// fields writes the values of all fields of a struct, in order.
func (f *function) fields(e *ast.CompositeLit) []string {
	t := f.s.Info.TypeOf(e)
	s := f.under(t).(*types.Struct)
	if o, ok := f.original(t).(*types.Struct); ok && f.symbolic {
		s = o
	}
	given := map[int]ast.Expr{}
	for i, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			for j := range s.NumFields() {
				if s.Field(j).Name() == kv.Key.(*ast.Ident).Name {
					given[j] = kv.Value
				}
			}
		} else {
			given[i] = elt
		}
	}
	var list []string
	if len(given) == 0 {
		return nil
	}
	for i := range s.NumFields() {
		if v := s.Field(i); !f.emptyType(v.Type()) {
			list = append(list, f.fieldValue(v, given[i])...)
		}
	}
	return list
}

func (f *function) fieldValue(v *types.Var, e ast.Expr) []string {
	t := v.Type()
	switch {
	case f.isSlice(t):
		s := slice{ptr: primary("nullptr"), length: func() string { return "0" }}
		if e != nil {
			s = f.slice(e)
			f.flowTo(v.Origin(), s)
		}
		if f.lengths[v.Origin()] {
			return []string{s.ptr.s, s.len()}
		}
		return []string{s.ptr.s}
	case e == nil:
		if b, ok := f.basic(t); ok {
			return []string{f.number(zeroOf(b), t).s}
		}
		return []string{"{}"}
	}
	return []string{f.part(e, t)}
}

func zeroOf(b *types.Basic) constant.Value {
	if b.Info()&types.IsBoolean != 0 {
		return constant.MakeBool(false)
	}
	return constant.MakeInt64(0)
}

// part writes an element or field between braces, where C converts nothing.
func (f *function) part(e ast.Expr, t types.Type) string {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok && !vectorType(f.substitute(t)) && f.isComposite(t) {
		return f.braced(lit)
	}
	if f.isArray(t) {
		f.byValue(t)
	}
	if f.isSlice(t) {
		s := f.slice(e)
		f.flowTo([1]any{e}, s)
		return "{" + s.ptr.s + ", " + s.len() + "}"
	}
	if f.s.Info.Types[e].IsNil() {
		return "nullptr"
	}
	return f.settled(e, t).s
}

func (f *function) isComposite(t types.Type) bool {
	switch f.under(t).(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// litLength is the number of elements of an array or slice literal.
func (f *function) litLength(e *ast.CompositeLit) int {
	n, most := 0, 0
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			at, _ := intValue(f.s.Info.Types[kv.Key].Value)
			n = int(at)
		}
		n++
		most = max(most, n)
	}
	return most
}

// bracedList writes the elements of an array.
func (f *function) bracedList(e *ast.CompositeLit, elem types.Type) string {
	list := make([]string, f.litLength(e))
	n := 0
	for _, elt := range e.Elts {
		v := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			at, _ := intValue(f.s.Info.Types[kv.Key].Value)
			n, v = int(at), kv.Value
		}
		list[n] = f.part(v, elem)
		n++
	}
	for i, text := range list {
		if text != "" {
			continue
		}
		list[i] = "{}"
		if b, ok := f.basic(elem); ok {
			list[i] = f.number(zeroOf(b), elem).s
		}
	}
	return "{" + strings.Join(list, ", ") + "}"
}
