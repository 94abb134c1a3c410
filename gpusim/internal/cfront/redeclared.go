package cfront

// This file finds names that the source declares twice.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// declaration is what one declaration outside of functions says of a name.
type declaration struct {
	what    string
	at      diag.Pos
	key     string
	defines bool   // not only declares
	spelled string // of an alias: its type
}

// declarations lists the names that a declaration declares. Functions stand in it by their
// names only: overloads share one.
func declarations(d syntax.Decl) (list []declaration) {
	switch d := d.(type) {
	case *syntax.Var:
		if d.TParams == nil {
			list = append(list, declaration{what: "variable", at: d.Pos, key: d.Key(d.Name), defines: !d.Attrs.Extern})
		}
	case *syntax.Func:
		if d.Of == "" {
			list = append(list, declaration{what: "function", at: d.Pos, key: d.Key(d.Name)})
		}
	case *syntax.Alias:
		if d.TParams == nil {
			list = append(list, declaration{what: "type", at: d.Pos, key: d.Key(d.Name), defines: true, spelled: spellType(d.Type)})
		}
	case *syntax.Struct:
		if d.Spec == nil && !d.Special {
			list = append(list, declaration{what: "struct", at: d.Pos, key: d.Key(d.Name), defines: d.Defined})
		}
	case *syntax.Enum:
		if d.Name != "" {
			list = append(list, declaration{what: "enumeration", at: d.Pos, key: d.Key(d.Name), defines: d.Items != nil})
		}
		for _, item := range d.Items {
			if !d.Scoped {
				list = append(list, declaration{what: "value of an enumeration", at: d.Pos, key: d.Key(item.Name), defines: true})
			}
		}
	}
	return list
}

// conflicts reports whether C++ refuses b below a, of the same name. A struct or an enumeration
// may share its name with a function or a variable.
func (a declaration) conflicts(b declaration) bool {
	tag := func(d declaration) bool { return d.what == "struct" || d.what == "enumeration" }
	switch {
	case a.what == b.what && a.what == "type":
		return a.spelled != b.spelled
	case a.what == b.what:
		return a.defines && b.defines
	case tag(a) || tag(b):
		return tag(a) && tag(b)
	}
	return true
}

// refuseRepeated makes the names that the source declares twice broken: a kernel that uses one
// of them is refused.
func (p *Program) refuseRepeated(decls []syntax.Decl) {
	first := map[string]declaration{}
	for _, d := range decls {
		for _, b := range declarations(d) {
			a, again := first[b.key]
			if !again || !a.defines && b.defines && !a.conflicts(b) {
				first[b.key] = b
			}
			if again && a.conflicts(b) && !strings.HasPrefix(a.at.File, "<") && !strings.HasPrefix(b.at.File, "<") {
				p.repeat(a, b)
			}
		}
	}
}

func (p *Program) repeat(a, b declaration) {
	hint := "give one of them another name"
	if a.what == b.what {
		hint += ", or remove one"
	}
	name := b.key[strings.LastIndex(b.key, ":")+1:]
	p.broken[b.key] = &syntax.Broken{At: syntax.At{Pos: b.at}, Name: name, Err: diag.Diagnostic{
		Pos: b.at, Code: diag.TypeError, Hint: hint,
		Message: fmt.Sprintf("%s %s is declared again: line %d declares a %s of this name", b.what, name, a.at.Line, a.what),
	}}
	delete(p.enums, b.key)
	delete(p.aliases, b.key)
}
