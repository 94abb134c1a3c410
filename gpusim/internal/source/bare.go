package source

// This file completes a text of Go that is no file yet: functions without a package.

import (
	"go/scanner"
	"go/token"
	"slices"
)

// imported are the packages that such a text need not import, by their names.
var imported = map[string]string{"gpu": "gpucourse/gpusim/gpu", "math": "math", "bits": "math/bits"}

// headOf returns the package line and imports that are missing before a text that begins with a
// function, a type, a variable or a constant, on one line; "" where none is missing.
func headOf(text []byte) string {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", fset.Base(), len(text)), text, func(token.Position, string) {}, 0)
	_, first, _ := s.Scan()
	if !slices.Contains([]token.Token{token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT}, first) {
		return ""
	}
	head := "package kernels;"
	if first != token.IMPORT {
		for _, name := range selected(&s) {
			head += "import \"" + imported[name] + "\";"
		}
	}
	return head
}

// selected lists the names before points that mean an imported package.
func selected(s *scanner.Scanner) (names []string) {
	last := ""
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return names
		case tok == token.PERIOD && imported[last] != "" && !slices.Contains(names, last):
			names = append(names, last)
		}
		if last = ""; tok == token.IDENT {
			last = text
		}
	}
}
