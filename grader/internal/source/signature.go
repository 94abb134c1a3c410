package source

// This file checks that a kernel is there, once, with the rubric's signature.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Check returns feedback when a kernel is missing, is declared twice or has another
// signature, and nil otherwise.
func (s *Submission) Check(k *rubric.Kernel) *verdict.Feedback {
	fn := s.Function(k.Name)
	if fn == nil {
		return s.missing(k)
	}
	if other := s.elsewhere(k.Name); other != nil {
		return &verdict.Feedback{
			Title: "func " + k.Name + " is declared twice",
			At:    s.position(fn),
			Notes: []verdict.Note{{Label: "also", Text: other.String()}},
			Hint:  "keep one of them in this folder, and old versions in another",
		}
	}
	if s.signature(fn.Type) == canonical(k.Signature) {
		return nil
	}
	return &verdict.Feedback{
		Title: "func " + k.Name + " has another signature than the exercise",
		At:    s.position(fn),
		Notes: []verdict.Note{{Label: "got", Text: s.Print(fn.Type)}, {Label: "want", Text: k.Signature}},
		Hint:  "restore the parameters: you may change their names, but not their types or their order (gpu.ReadOnly[T] may replace []T)",
	}
}

// missing explains that a kernel is not in the file.
func (s *Submission) missing(k *rubric.Kernel) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: "func " + k.Name + " is missing",
		At:    verdict.Position{File: s.File},
		Notes: []verdict.Note{
			{Label: "want", Text: "func " + k.Name + strings.TrimPrefix(k.Signature, "func")},
			{Label: "found", Text: s.functions()},
		},
		Hint: "the grader calls the kernels by name: keep names and parameters as the stub has them",
	}
	if other := s.elsewhere(k.Name); other != nil {
		f.Notes = append(f.Notes, verdict.Note{Label: "but", Text: other.String()})
		f.Hint = "move it to " + KernelFile + ": the other files of the folder may hold helpers only"
	}
	return f
}

// elsewhere returns where another file of the package declares a function, or nil.
// Test files, files that are not Go and files of other packages do not count: the
// simulator does not read them either.
func (s *Submission) elsewhere(name string) *verdict.Position {
	for _, other := range s.beside {
		if fn := other.Function(name); fn != nil {
			p := other.position(fn)
			return &p
		}
	}
	return nil
}

// Ignored names the files beside the submission that the simulator does not read,
// because they are not Go or belong to another package.
func (s *Submission) Ignored() []verdict.Note {
	var notes []verdict.Note
	for _, file := range s.otherFiles() {
		why := ""
		if other, err := parseFile(file); err != nil {
			why = notGo(err)
		} else if other.Package() != s.Package() {
			why = "package " + other.Package()
		}
		if why != "" {
			notes = append(notes, verdict.Note{Label: "ignored", Text: filepath.Base(file) + ": " + why})
		}
	}
	return notes
}

// otherFiles returns the Go files beside the submission, without tests.
func (s *Submission) otherFiles() []string {
	if s.folder == "" {
		return nil
	}
	return slices.DeleteFunc(goFiles(s.folder), func(file string) bool {
		return filepath.Base(file) == KernelFile || strings.HasSuffix(file, "_test.go")
	})
}

func parseFile(file string) (*Submission, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, src)
}

// functions lists the functions of the file.
func (s *Submission) functions() string {
	var names []string
	for _, d := range s.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	if len(names) == 0 {
		return "no function at all"
	}
	return strings.Join(names, ", ")
}

// signature returns the types of type parameters, parameters and results, one by one.
func (s *Submission) signature(t *ast.FuncType) string {
	var b strings.Builder
	for _, list := range []*ast.FieldList{t.TypeParams, t.Params, t.Results} {
		b.WriteByte('(')
		if list != nil {
			for _, f := range list.List {
				b.WriteString(strings.Repeat(s.parameterType(f.Type)+",", max(1, len(f.Names))))
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}

// parameterType returns the source of a type without parentheses and without the names that
// the file has given it. gpu.ReadOnly[T] stands for []T: it is the same array, loaded through
// the read-only cache.
func (s *Submission) parameterType(t ast.Expr) string {
	if index, ok := t.(*ast.IndexExpr); ok && s.isReadOnly(index.X) {
		return "[]" + s.parameterType(index.Index)
	}
	switch t := t.(type) {
	case *ast.ParenExpr:
		return s.parameterType(t.X)
	case *ast.ArrayType:
		if t.Len == nil {
			return "[]" + s.parameterType(t.Elt)
		}
	case *ast.Ident:
		if alias := s.alias(t.Name); alias != nil {
			return s.parameterType(alias)
		}
	}
	return s.Print(t)
}

// alias returns what a name stands for by "type name = …", once; nil for any other name, and
// for one that stands for itself.
func (s *Submission) alias(name string) ast.Expr {
	seen := map[string]bool{}
	var of ast.Expr
	for !seen[name] {
		seen[name] = true
		spec, ok := s.decls[name].(*ast.TypeSpec)
		if !ok || !spec.Assign.IsValid() || spec.TypeParams != nil {
			return of
		}
		of = spec.Type
		id, ok := of.(*ast.Ident)
		if !ok {
			return of
		}
		name = id.Name
	}
	return nil
}

// isReadOnly reports whether an expression is gpu.ReadOnly, by whatever name the file imports
// package gpu.
func (s *Submission) isReadOnly(e ast.Expr) bool {
	name, pkg := e, "."
	if selector, ok := e.(*ast.SelectorExpr); ok {
		name, pkg = selector.Sel, s.Print(selector.X)
	}
	id, ok := name.(*ast.Ident)
	return ok && id.Name == "ReadOnly" && slices.Contains(s.namesOf("gpucourse/gpusim/gpu"), pkg)
}

// namesOf returns the names by which the file imports a package; "." for a dot.
func (s *Submission) namesOf(pkg string) (names []string) {
	for _, i := range s.syntax.Imports {
		if at, err := strconv.Unquote(i.Path.Value); err != nil || at != pkg {
			continue
		}
		if i.Name != nil {
			names = append(names, i.Name.Name)
		} else {
			names = append(names, path.Base(pkg))
		}
	}
	return names
}

// canonical returns a signature of the rubric in the form of Submission.signature.
func canonical(text string) string {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		panic("BUG: the rubric's signature " + text + ": " + err.Error())
	}
	s := &Submission{fset: token.NewFileSet(), syntax: &ast.File{}}
	return s.signature(expr.(*ast.FuncType))
}
