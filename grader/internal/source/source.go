// Package source reads a submission as text: its declarations, whether they fit the
// rubric, whether the learner has changed the stub, and the calls of its plans.
//
// A submission is never built by the Go toolchain and never runs natively.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

// KernelFile is the name of a submission's file, in the folder of its exercise.
const KernelFile = "kernel.go"

// Submission is a parsed kernel file.
type Submission struct {
	File   string // path
	folder string // "" for a stub
	fset   *token.FileSet
	syntax *ast.File
	decls  map[string]ast.Node // functions, methods (by name alone), types, variables and constants
	lines  []string            // of the file
	beside []*Submission       // the other files of the package in the folder
}

// Read parses the submission in a folder, which must be of package pkg.
func Read(folder, pkg string) (*Submission, *verdict.Feedback) {
	file := filepath.Join(folder, KernelFile)
	if f := unreadable(folder, file); f != nil {
		return nil, f
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, missingFile(folder, err)
	}
	sub, err := Parse(file, src)
	if err != nil {
		return nil, syntaxError(file, src, err)
	}
	sub.folder = folder
	if got := sub.Package(); got != pkg {
		return nil, &verdict.Feedback{
			Title: fmt.Sprintf("the file says package %s, the exercise is package %s", got, pkg),
			At:    sub.position(sub.syntax.Name), Hint: "change the package clause to: package " + pkg,
		}
	}
	for _, file := range sub.otherFiles() {
		if other, err := parseFile(file); err == nil && other.Package() == pkg {
			sub.beside = append(sub.beside, other)
		}
	}
	return sub, nil
}

// ReadFile parses a file of any name and package, such as the program of a notebook.
func ReadFile(file string) (*Submission, *verdict.Feedback) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, &verdict.Feedback{Title: "the file cannot be read: " + err.Error(), At: verdict.Position{File: file}}
	}
	sub, err := Parse(file, src)
	if err != nil {
		return nil, syntaxError(file, src, err)
	}
	return sub, nil
}

// The largest kernel file that is read, and the files beside it: how many there may be, and how
// large together. Solutions have a few kilobytes.
const (
	mostBytes       = 256 << 10
	mostFilesBeside = 50
	mostBytesBeside = 4 * mostBytes
)

// unreadable refuses what is no file of the submission's own: a link to elsewhere, a
// pipe, a device, and a file that is far too large. It says nothing of a missing file.
func unreadable(folder, file string) *verdict.Feedback {
	info, err := os.Stat(file)
	if err != nil {
		return nil
	}
	own, errOwn := filepath.EvalSymlinks(folder)
	real, errReal := filepath.EvalSymlinks(file)
	switch {
	case errOwn != nil || errReal != nil || filepath.Dir(real) != own:
		return refused(file, " is a link to a file outside its folder", "put the file itself into the folder")
	case !info.Mode().IsRegular():
		return refused(file, " is no regular file", "put a file with your kernels there")
	case info.Size() > mostBytes:
		return refused(file, fmt.Sprintf(" has %d bytes, the limit is %d", info.Size(), mostBytes), "remove what your kernels do not use")
	}
	return unreadableBeside(folder)
}

// unreadableBeside refuses a file beside the kernel file that the simulator would read,
// as unreadable does.
func unreadableBeside(folder string) *verdict.Feedback {
	all, files := int64(0), goFiles(folder)
	if len(files) > mostFilesBeside+1 {
		return refused(files[0], fmt.Sprintf(" is one of %d Go files, the limit is %d", len(files), mostFilesBeside+1), "remove the files that your kernels do not use")
	}
	for _, file := range files {
		info, err := os.Lstat(file)
		if filepath.Base(file) == KernelFile || err != nil {
			continue
		}
		if !info.Mode().IsRegular() {
			return refused(file, " is no regular file", "put the file itself into the folder, or take it out")
		}
		if all += info.Size(); all > mostBytesBeside {
			return refused(file, fmt.Sprintf(" and the files before it have %d bytes, the limit is %d", all, mostBytesBeside), "remove the files that your kernels do not use")
		}
	}
	return nil
}

func refused(file, why, hint string) *verdict.Feedback {
	return &verdict.Feedback{Title: filepath.Base(file) + why, At: verdict.Position{File: file}, Hint: hint}
}

// Stub returns the exercise as it is handed out.
func Stub(e *rubric.Exercise) *Submission {
	src, err := e.Stub, error(nil)
	if src == nil {
		src, err = stubs.Source(e.Name)
	}
	if err != nil {
		panic("BUG: the rubric names an exercise without a stub: " + err.Error())
	}
	sub, err := Parse(path.Join("stubs", e.Name, KernelFile), src)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return sub
}

// Parse parses the text of a kernel file.
func Parse(file string, src []byte) (*Submission, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	sub := &Submission{
		File: file, fset: fset, syntax: syntax, decls: map[string]ast.Node{},
		lines: strings.Split(string(src), "\n"),
	}
	for _, d := range syntax.Decls {
		sub.declare(d)
	}
	return sub, nil
}

func (s *Submission) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		s.decls[d.Name.Name] = d
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.decls[spec.Name.Name] = spec
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					s.decls[name.Name] = d // the whole group: constants may count with iota
				}
			}
		}
	}
}

// Package returns the name in the package clause.
func (s *Submission) Package() string { return s.syntax.Name.Name }

// Function returns the declaration of a function without receiver, or nil.
func (s *Submission) Function(name string) *ast.FuncDecl {
	fn, ok := s.decls[name].(*ast.FuncDecl)
	if !ok || fn.Recv != nil {
		return nil
	}
	return fn
}

// LineOf returns the line of a declaration.
func (s *Submission) LineOf(name string) verdict.Position { return s.position(s.decls[name]) }

// at returns a position in the file. A //line directive counts for nothing: it may name any
// file and any line.
func (s *Submission) at(p token.Pos) token.Position { return s.fset.PositionFor(p, false) }

func (s *Submission) position(n ast.Node) verdict.Position {
	return verdict.At(gpusim.Locate(s.File, s.at(n.Pos()).Line))
}

// Print returns the source of a node in canonical form, without comments: the parser
// has dropped them.
func (s *Submission) Print(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		panic("BUG: a parsed node cannot be printed: " + err.Error())
	}
	return b.String()
}

func missingFile(folder string, err error) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: "there is no " + KernelFile,
		Notes: []verdict.Note{{Label: "looked", Text: "in " + verdict.ShortPath(folder)}},
		Hint:  "put the kernels into a file named " + KernelFile,
	}
	if !os.IsNotExist(err) {
		f.Title = KernelFile + " cannot be read"
		f.Notes = append(f.Notes, verdict.Note{Label: "because", Text: err.Error()})
		return f
	}
	for _, other := range goFiles(folder) {
		f.Notes = append(f.Notes, verdict.Note{Label: "found", Text: filepath.Base(other)})
	}
	return f
}

// syntaxError explains source that is not Go.
func syntaxError(file string, src []byte, err error) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: notGo(err), At: verdict.Position{File: file},
		Hint: "this is the first error of the Go parser; `gofmt -l` in the folder reports it too",
	}
	var list scanner.ErrorList
	if len(bytes.TrimSpace(src)) == 0 {
		f.Title, f.Hint = "the file is empty", "save your kernels in it, and hand it in again"
	} else if errors.As(err, &list) {
		before := src[:min(list[0].Pos.Offset, len(src))] // a //line directive moves no offset
		f.At = verdict.LineOf(file, 1+bytes.Count(before, []byte("\n")))
	}
	return f
}

// notGo says what is wrong with source that is not Go.
func notGo(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) {
		return "the file is not Go: " + list[0].Msg
	}
	return "the file is not Go: " + err.Error()
}

// goFiles returns the paths of the Go files in a folder that the go command would
// read, sorted; none when the folder cannot be read.
func goFiles(folder string) []string {
	entries, _ := os.ReadDir(folder)
	var files []string
	for _, e := range entries {
		name := e.Name()
		hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
		if strings.HasSuffix(name, ".go") && !hidden && !e.IsDir() {
			files = append(files, filepath.Join(folder, name))
		}
	}
	return files
}
