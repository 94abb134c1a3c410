package source

// This file writes the builtin function clear as Go: the loop that it stands for.

import (
	"bytes"
	"go/parser"
)

// builtinName is the file of the functions in positions.
const builtinName = "builtin.go"

// clearText sets elements to their zero value. A declaration of a package hides a builtin one.
const clearText = "func clear[T any](s []T) {\n\tvar zero T\n\tfor i := range s {\n\t\ts[i] = zero\n\t}\n}\n"

// addClear adds the function clear to a package that mentions it and has none of its own.
func (s *sources) addClear() {
	used := false
	for _, f := range s.files {
		used = used || bytes.Contains(f.text, []byte("clear("))
		for _, d := range split(f) {
			if d.recv == "" && d.name == "clear" {
				return
			}
		}
	}
	if !used {
		return
	}
	f := &file{name: builtinName, text: []byte("package " + s.files[0].ast.Name.Name + "\n\n" + clearText)}
	f.lines = bytes.Split(f.text, []byte("\n"))
	tree, err := parser.ParseFile(s.fset, f.name, f.text, parser.SkipObjectResolution)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	f.ast = tree
	s.files = append(s.files, f)
}
