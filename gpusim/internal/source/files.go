package source

// This file loads source, from a file, a folder or a text.

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/limit"
)

// file is one parsed source file.
type file struct {
	name  string
	text  []byte
	lines [][]byte // of text
	head  int      // bytes that stand before the text: see headOf
	ast   *ast.File
	// cells is the texts of the lines of a notebook's program, by their positions in
	// cells; nil for other files.
	cells map[diag.Pos]string
}

// sources is the files of the package that holds the kernels.
type sources struct {
	fset  *token.FileSet
	files []*file
	decls []*decl            // of all files, in order
	named map[string][]*decl // by name; methods by the name of the method
	found []*decl            // the kernels; nil before kernels is called
	cuda  *cfront.Go         // in CUDA C, of which the tree is; nil for Go
	// dynamic: a kernel of the package, or of the file in CUDA C, has dynamic shared memory.
	dynamic bool
	given   *file  // the file that LoadFile was called for; nil for a folder
	alone   bool   // kernels use no other package of their module
	marked  bool   // lines are those of a notebook's cells
	read    string // contentKey of a package that is not the kernel's
	// others are the module's other packages.
	others *otherPackages
}

func newSources() *sources { return &sources{fset: token.NewFileSet(), others: &otherPackages{}} }

// Scope says which packages a kernel may use beside its own.
type Scope uint8

// The scopes.
const (
	Module Scope = iota // the others of its module
	Alone               // none
)

// LoadText returns a Unit of one text, whose kernels use no other package of a module. The name
// is used in positions.
func LoadText(name string, text []byte) (Unit, error) {
	if IsCUDA(name) {
		return loadCUDA(name, text, cfront.NoFiles, cfront.Options{})
	}
	if isPTX(name) {
		return loadPTX(name, text)
	}
	if isPython(name) {
		return nil, python(name)
	}
	return asUnit(load(Alone, []*file{{name: name, text: text}}, nil))
}

// LoadFile returns a Unit of a file. Its kernels may use the other files of its package in the
// same folder, test files only when the file is a test file. Where two files declare a name, the
// declaration in the given file counts. A file .cu or .cuh is CUDA C, a file .ptx is PTX. A folder stands for all its
// Go files, except test files.
func LoadFile(path string, scope Scope) (Unit, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return asUnit(loadGoFolder(path, scope))
	}
	if IsCUDA(path) {
		return LoadCUDA(path, CUDAOptions{})
	}
	if isPTX(path) {
		text, err := readSource(path)
		if err != nil {
			return nil, err
		}
		return loadPTX(path, text)
	}
	if isPython(path) {
		return nil, python(path)
	}
	return asUnit(loadGoFile(path, scope))
}

func isPython(path string) bool { return strings.EqualFold(filepath.Ext(path), ".py") }

// python says how a kernel of Numba or Triton is read.
func python(path string) error {
	return diag.Diagnostic{Pos: diag.Pos{File: path, Line: 1, Col: 1}, Code: diag.Unsupported, Message: "kernels in Python are not read, their PTX is",
		Hint: "save it in a file .ptx: numba.cuda.compile_ptx(kernel, types)[0], or kernel[grid](…).asm[\"ptx\"] of Triton"}
}

func loadGoFile(path string, scope Scope) (*Go, error) {
	text, err := readSource(path)
	if err != nil {
		return nil, err
	}
	rest, err := readFolder(filepath.Dir(path), strings.HasSuffix(path, "_test.go"))
	if err != nil {
		return nil, err
	}
	rest = slices.DeleteFunc(rest, func(f *file) bool { return filepath.Base(f.name) == filepath.Base(path) })
	return load(scope, []*file{{name: path, text: text}}, rest)
}

// asUnit returns a Unit of Go, nil with an error.
func asUnit(u *Go, err error) (Unit, error) {
	if err != nil {
		return nil, err
	}
	return u, nil
}

func loadGoFolder(dir string, scope Scope) (*Go, error) {
	files, err := readFolder(dir, false)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	return load(scope, files, nil)
}

// readFolder reads the Go files that the go command reads. It ignores names that
// begin with a dot or an underscore, which editors and file systems use.
func readFolder(dir string, tests bool) ([]*file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []*file
	for _, e := range entries {
		if !isSource(e, tests) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			continue // a pipe or a device has no end
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, &file{name: name, text: text})
	}
	return files, nil
}

// isSource reports whether an entry of a folder is a Go file of the package.
func isSource(e os.DirEntry, tests bool) bool {
	name := e.Name()
	hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
	return !e.IsDir() && !hidden && strings.HasSuffix(name, ".go") && (tests || !strings.HasSuffix(name, "_test.go"))
}

// recent caches Units by the contents of their files, so that a notebook compiles
// an unchanged cell once.
var recent struct {
	sync.Mutex
	units map[string]*Go
	order []string
}

// recentUnits bounds the Units in the cache.
const recentUnits = 16

// load parses the wanted files, which must be correct, and others, where it leaves
// out files with syntax errors and files of another package.
func load(scope Scope, wanted, others []*file) (*Go, error) {
	key := fmt.Sprint(scope) + contentKey(wanted, others)
	recent.Lock()
	defer recent.Unlock()
	if u := recent.units[key]; u != nil && u.src.others.current() {
		return u, nil
	}
	s := newSources()
	s.alone = scope == Alone
	if err := s.parse(wanted, others); err != nil {
		return nil, err
	}
	if len(others) > 0 {
		s.given = wanted[0]
	}
	s.index()
	u := &Go{src: s, builds: map[string]*build{}}
	if recent.units == nil {
		recent.units = map[string]*Go{}
	}
	if recent.units[key] != nil {
		recent.order = slices.DeleteFunc(recent.order, func(k string) bool { return k == key })
	}
	if len(recent.order) == recentUnits {
		delete(recent.units, recent.order[0])
		recent.order = recent.order[1:]
	}
	recent.units[key] = u
	recent.order = append(recent.order, key)
	return u, nil
}

// contentKey returns a hash of the names and contents of groups of files.
func contentKey(groups ...[]*file) string {
	h := sha256.New()
	for _, files := range groups {
		fmt.Fprintf(h, "%d\x00", len(files))
		for _, f := range files {
			fmt.Fprintf(h, "%s\x00%d\x00", f.name, len(f.text))
			h.Write(f.text)
		}
	}
	return string(h.Sum(nil))
}

func (s *sources) parse(wanted, others []*file) error {
	var errs diag.List
	for i, f := range slices.Concat(wanted, others) {
		f.lines = bytes.Split(f.text, []byte("\n"))
		head := headOf(f.text)
		f.head = len(head)
		tree, err := parser.ParseFile(s.fset, f.name, slices.Concat([]byte(head), f.text), parser.ParseComments|parser.SkipObjectResolution)
		f.ast = tree
		given := i < len(wanted)
		switch {
		case err != nil && given:
			errs = append(errs, syntaxErrors(f, err)...)
		case err != nil || len(s.files) > 0 && tree.Name.Name != s.files[0].ast.Name.Name:
			continue
		}
		if cells.IsProgram(f.name) {
			f.cells, s.marked = cells.Mark(s.fset, f.ast, f.text), true
		}
		s.files = append(s.files, f)
	}
	if len(s.files) > 0 {
		s.addClear()
	}
	return errs.Sort().Err()
}

// syntaxErrors returns the first mistake of each line, as the go command does: a scanner
// that meets binary data reports every byte.
func syntaxErrors(f *file, err error) (errs diag.List) {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		panic(fmt.Sprintf("BUG: parser returned %T", err))
	}
	list.RemoveMultiples()
	for _, e := range list {
		before := f.text[:min(max(e.Pos.Offset-f.head, 0), len(f.text))] // a //line directive moves no offset
		line, col := bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')
		d := diag.Diagnostic{
			Pos:  diag.Pos{File: f.name, Line: line, Col: col},
			Code: diag.Syntax, Message: e.Msg, Hint: "correct the syntax; gofmt reports the same position",
			Source: f.line(line),
		}
		if strings.Contains(e.Msg, "exceeded max nesting depth") {
			d.Code, d.Hint, d.Message = diag.NestingDepth, nestingHint, "statements or expressions stand inside one another too deep to be read"
		}
		errs = append(errs, d)
	}
	return errs
}

// line returns the text of a source line, counted from 1.
func (f *file) line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	line := f.lines[n-1]
	return shortened(string(line[:min(len(line), limit.QuotedBytes+1)]))
}

// shortened cuts off the end of a very long line.
func shortened(line string) string {
	if len(line) <= limit.QuotedBytes {
		return line
	}
	return strings.ToValidUTF8(line[:limit.QuotedBytes], "") + "…"
}

// Pos converts a position. An unknown position gives the zero Pos. A //line directive of the
// learner's counts for nothing: it may name any file and any line.
func (s *sources) Pos(p token.Pos) diag.Pos {
	if s.cuda != nil {
		return s.cuda.File.Place(p)
	}
	at := s.fset.PositionFor(p, s.marked)
	if at.Line == 1 {
		at.Column -= s.headOf(at.Filename)
	}
	return diag.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

// headOf returns how many bytes stand before the text of a file.
func (s *sources) headOf(name string) int {
	for _, f := range s.files {
		if f.name == name {
			return f.head
		}
	}
	return 0
}

// diagnostic makes a Diagnostic that quotes the source line at p.
func (s *sources) diagnostic(p token.Pos, code diag.Code, hint, format string, args ...any) diag.Diagnostic {
	return s.diagnosticAt(s.Pos(p), code, hint, format, args...)
}

func (s *sources) diagnosticAt(p diag.Pos, code diag.Code, hint, format string, args ...any) diag.Diagnostic {
	return diag.Diagnostic{Pos: p, Code: code, Hint: hint, Message: fmt.Sprintf(format, args...), Source: s.Line(p)}
}

// Line returns the source line at p, or "".
func (s *sources) Line(p diag.Pos) string {
	if text := s.ownText(p); text != "" || s.others == nil {
		return text
	}
	return s.others.text(p)
}

// ownText is Line for the package's own files.
func (s *sources) ownText(p diag.Pos) string {
	for _, f := range s.files {
		if text, ok := f.cells[diag.Pos{File: p.File, Line: p.Line}]; ok {
			return shortened(text)
		}
		if f.name == p.File && f.cells == nil {
			return f.line(p.Line)
		}
	}
	return ""
}

// fileLine returns the line of p in its file, as the Go compiler sees it.
func (s *sources) fileLine(p token.Pos) int { return s.fset.PositionFor(p, false).Line }
