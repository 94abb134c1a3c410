package source

// This file checks that a kernel is there, once, with the rubric's signature.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Check returns feedback when a kernel is missing, is declared twice or has another
// signature, and nil otherwise.
func (s *Submission) Check(k *rubric.Kernel) *verdict.Feedback {
	fn := s.Function(k.Name)
	if fn == nil {
		return &verdict.Feedback{
			Title: "func " + k.Name + " is missing",
			At:    verdict.Position{File: s.File},
			Notes: []verdict.Note{
				{Label: "want", Text: "func " + k.Name + strings.TrimPrefix(k.Signature, "func")},
				{Label: "found", Text: s.functions()},
			},
			Hint: "the grader calls the kernels by name: keep names and parameters as the stub has them",
		}
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

// elsewhere returns where another file of the package declares a function, or nil.
// Test files, files that are not Go and files of other packages do not count: the
// simulator does not read them either.
func (s *Submission) elsewhere(name string) *verdict.Position {
	if s.folder == "" {
		return nil
	}
	for _, file := range s.otherFiles() {
		other, err := parseFile(file)
		if err != nil || other.Package() != s.Package() {
			continue
		}
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

// parameterType returns the source of a type. gpu.ReadOnly[T] stands for []T: it is the
// same array, loaded through the read-only cache.
func (s *Submission) parameterType(t ast.Expr) string {
	if index, ok := t.(*ast.IndexExpr); ok && s.Print(index.X) == "gpu.ReadOnly" {
		return "[]" + s.Print(index.Index)
	}
	return s.Print(t)
}

// canonical returns a signature of the rubric in the form of Submission.signature.
func canonical(text string) string {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		panic("BUG: the rubric's signature " + text + ": " + err.Error())
	}
	s := &Submission{fset: token.NewFileSet()}
	return s.signature(expr.(*ast.FuncType))
}
