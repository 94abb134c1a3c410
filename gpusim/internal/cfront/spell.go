package cfront

// This file spells types as they are written, to compare declarations.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/internal/cfront/syntax"
)

func spellType(t syntax.Type) string {
	switch t := t.(type) {
	case *syntax.Named:
		s := t.Name
		if t.Scope != nil {
			s = spellType(t.Scope) + "::" + s
		}
		if t.Const {
			s = "const " + s
		}
		if t.Args != nil {
			var args []string
			for _, a := range t.Args {
				args = append(args, spellArg(a))
			}
			s += "<" + strings.Join(args, ",") + ">"
		}
		return s
	case *syntax.Pointer:
		return spellType(t.Elem) + "*"
	case *syntax.Reference:
		return spellType(t.Elem) + "&"
	case *syntax.Array:
		return spellType(t.Elem) + "*" // a parameter
	}
	return fmt.Sprintf("%T", t)
}

func spellArg(a syntax.Arg) string {
	if a.Type != nil {
		return spellType(a.Type)
	}
	switch x := a.Value.(type) {
	case *syntax.Name:
		return x.Name
	case *syntax.Literal:
		return x.Text
	}
	return fmt.Sprint(a.Value.Position())
}
