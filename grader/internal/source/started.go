package source

// This file compares a submission with the stub.

import (
	"fmt"
	"go/ast"
	"go/token"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Same reports whether a declaration of t, with all that it uses from t, is the same code
// in s, directives included. Comments and layout do not count. What s declares beside it
// does not count either: the program of a notebook holds the code of all its cells.
func (s *Submission) Same(t *Submission, name string) bool {
	code, stub := s.reachable(name), t.reachable(name)
	for used, want := range stub {
		if code[used] != want {
			return false
		}
	}
	return len(stub) > 0
}

// reachable returns the source of a declaration and of every declaration that its code
// mentions, in the files beside it too. A local variable or field may have the name of a declaration: then the
// comparison covers more than it must.
func (s *Submission) reachable(name string) map[string]string {
	seen := map[string]string{}
	work := []string{name}
	for len(work) > 0 {
		name := work[0]
		work = work[1:]
		file := s.fileOf(name)
		if _, done := seen[name]; done || file == nil {
			continue
		}
		decl := file.decls[name]
		text := s.Print(decl)
		if v := variable(decl, name); v != nil {
			decl, text = v, "var "+s.Print(v)
		}
		seen[name] = file.directives(decl) + text
		ast.Inspect(decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				work = append(work, id.Name)
			}
			return true
		})
	}
	return seen
}

// fileOf returns the file that declares a name, its own before those beside it; nil for none.
func (s *Submission) fileOf(name string) *Submission {
	if s.decls[name] != nil {
		return s
	}
	for _, other := range s.beside {
		if other.decls[name] != nil {
			return other
		}
	}
	return nil
}

// variable returns the variable of a name without its group, in which a notebook has the
// variables of all cells; nil when decl declares something else, such as constants that count
// with iota.
func variable(decl ast.Node, name string) *ast.ValueSpec {
	group, ok := decl.(*ast.GenDecl)
	if !ok || group.Tok != token.VAR {
		return nil
	}
	for _, spec := range group.Specs {
		v := spec.(*ast.ValueSpec)
		if slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			return v
		}
	}
	return nil
}

// mostSeeds is the number of seeds that code may have; a learner can type them.
const mostSeeds = 1_000_000

// Seed returns a number from 1 that follows from the code of a declaration and of all
// that it uses from its package. Comments and layout do not count.
func (s *Submission) Seed(name string) uint64 { return 1 + s.hash(name)%mostSeeds }

// SeedWith returns a number from 1 that follows from the code and from a secret. Without
// the secret, nobody can compute it before the submission is graded.
func (s *Submission) SeedWith(secret uint64, name string) uint64 {
	return 1 + rand.NewPCG(secret, s.hash(name)).Uint64()%mostSeeds
}

// Code returns a text that stands for the same code as Seed, and for the file's imports.
// It is "" when nothing is declared by the name.
func (s *Submission) Code(name string) string {
	if s.decls[name] == nil {
		return ""
	}
	h := fnv.New64a()
	for _, i := range s.Imports() {
		io.WriteString(h, i+"\n")
	}
	return fmt.Sprintf("%016x", h.Sum64()^s.hash(name))
}

// hash mixes a declaration and all that it uses from its package.
func (s *Submission) hash(name string) uint64 {
	code := s.reachable(name)
	h := fnv.New64a()
	for _, used := range slices.Sorted(maps.Keys(code)) {
		io.WriteString(h, code[used]) // a hash returns no error
	}
	return h.Sum64()
}

// Lines returns a text that stands for the lines that Code is written on: where they are
// and what they say, comments included.
func (s *Submission) Lines(name string) string {
	h := fnv.New64a()
	for _, used := range slices.Sorted(maps.Keys(s.reachable(name))) {
		file := s.fileOf(used)
		decl := file.decls[used]
		from, to := file.at(decl.Pos()).Line, file.at(decl.End()).Line
		fmt.Fprintln(h, used, from, file.lines[from-1:to])
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// directives returns the //gpu: lines of the comment above a declaration.
func (s *Submission) directives(decl ast.Node) string {
	text := ""
	for i := s.at(decl.Pos()).Line - 2; i >= 0 && strings.HasPrefix(s.lines[i], "//"); i-- {
		if strings.HasPrefix(s.lines[i], "//gpu:") {
			text += strings.TrimSpace(s.lines[i]) + "\n" // a line may end in CR LF
		}
	}
	return text
}
