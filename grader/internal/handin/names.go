package handin

// This file says which exercise a name or a Go file means.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gpucourse/grader/rubric"
)

// named returns the exercise that the name of a folder or file means, if there is one.
func (s *search) named(name string) (*rubric.Exercise, match) {
	got := words(name)
	for _, e := range s.known {
		if slices.Equal(got, words(e.Name)) {
			return e, byName
		}
	}
	var found []*rubric.Exercise
	for _, e := range s.known {
		if partOf(got, words(e.Name)) {
			found = append(found, e)
		}
	}
	if len(found) == 1 {
		return found[0], byPart
	}
	return nil, byPart
}

// words returns the parts of a name in lower case: "07-Shared Memory" is 07, shared, memory. A
// number ends a word.
func words(name string) (list []string) {
	kind := func(r rune) int {
		switch {
		case unicode.IsDigit(r):
			return 1
		case unicode.IsLetter(r):
			return 2
		}
		return 0
	}
	last := 0
	for _, r := range strings.ToLower(name) {
		switch now := kind(r); {
		case now == 0:
		case now == last:
			list[len(list)-1] += string(r)
		default:
			list = append(list, string(r))
		}
		last = kind(r)
	}
	return list
}

// exerciseWords may stand before the number of an exercise.
var exerciseWords = []string{"ex", "exercise", "exercises", "chapter", "ch", "task", "nr", "no"}

// partOf reports whether the words of a name mean an exercise with these words: they begin with
// its number, or hold its topic.
func partOf(got, exercise []string) bool {
	if len(got) > 1 && slices.Contains(exerciseWords, got[0]) {
		got = got[1:]
	}
	if len(got) == 0 {
		return false
	}
	number, err := strconv.Atoi(exercise[0])
	if n, err2 := strconv.Atoi(got[0]); err == nil && err2 == nil && n == number && len(got[0]) <= len(exercise[0]) {
		return true
	}
	topic := strings.Join(exercise[1:], "")
	for from := range got {
		for to := from + 1; to <= len(got); to++ {
			if strings.Join(got[from:to], "") == topic {
				return true
			}
		}
	}
	return false
}

// declared returns the exercise whose package or functions a Go file declares; nil when it is
// none, or when several fit as well.
func (s *search) declared(file string) *rubric.Exercise {
	var best *rubric.Exercise
	most, d := 0, declarationsIn(file)
	for _, e := range s.known {
		switch n := d.of(e); {
		case n > most:
			best, most = e, n
		case n == most:
			best = nil
		}
	}
	return best
}

// declarations are the package and the names that a Go file declares.
type declarations struct {
	pkg   string
	names map[string]bool
}

// declarationsIn reads a file as far as it is Go.
func declarationsIn(file string) (d declarations) {
	text, err := readGo(file)
	if err != nil {
		return d
	}
	tree, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution) // grading reports its mistakes
	if tree == nil || tree.Name == nil {
		return d
	}
	d = declarations{tree.Name.Name, map[string]bool{}}
	for _, decl := range tree.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.names[decl.Name.Name] = decl.Recv == nil
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					d.names[v.Names[0].Name] = true
				}
			}
		}
	}
	return d
}

// of counts what belongs to an exercise. Its package counts more than all functions.
func (d declarations) of(e *rubric.Exercise) (n int) {
	for _, k := range e.Kernels {
		if d.names[k.Name] {
			n++
		}
	}
	for _, p := range e.Plans {
		if d.names[p.Name] {
			n++
		}
	}
	if d.pkg == e.Package {
		n += 1 + len(e.Kernels) + len(e.Plans)
	}
	return n
}

// readGo returns the text of a regular file of bounded size.
func readGo(file string) ([]byte, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostOfFile))
}

// isGo reports whether a name is that of a Go file, but no test.
func isGo(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !isHidden(name)
}

// isHidden reports names that the go command and archives of file systems keep for themselves.
func isHidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// goFiles returns the regular Go files of a folder, sorted.
func goFiles(folder string) (files []string) {
	entries, _ := os.ReadDir(folder) // what cannot be read has none
	for _, e := range entries {
		if e.Type().IsRegular() && isGo(e.Name()) {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}
