package glossary

// This file makes the table of CUDA C beside Go, from the comments of package gpu.

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const cudaHead = `# CUDA C and Go

What kernels of this course write in Go, beside CUDA C. The table is made from the comments of
package [gpu](../gpusim/gpu/gpu.go). To see a whole kernel in CUDA C, run

    go run gpucourse/gpusim/cmd/gpusim cuda FILE.go KERNEL

Kernels in files .cu compile too: [The C++ of kernels](../gpusim/CUDA-C.md) lists what is read of C++.

The chapters have tables of their own. Of each row with code of a kernel, a test compiles and runs
both sides and compares what they write. Rows about the host name calls, which are not compared.

    go test gpucourse/notebooks/internal/course -run Tables -v
`

const kernelHead = `
## A whole kernel

A kernel with constant and global memory, in Go:

`

// topics are the files of package gpu in the order of the page, with their titles.
var topics = []struct{ file, title string }{
	{"gpu.go", "Threads and kernels"},
	{"memory.go", "Memories"},
	{"sync.go", "Barriers and fences"},
	{"atomic.go", "Atomics"},
	{"warp.go", "Shuffles and votes"},
	{"copies.go", "Asynchronous copies"},
	{"barrier.go", "Barriers in shared memory and bulk copies"},
	{"box.go", "Boxes of tensors"},
	{"matrix.go", "Half precision and products of matrices"},
	{"cluster.go", "Clusters"},
	{"vector.go", "Vectors and alignment"},
	{"texture.go", "Textures"},
	{"math.go", "Mathematics"},
}

// counterpart is a name of package gpu with what CUDA C has for it.
type counterpart struct {
	file, name, cuda, meaning string
	at                        int // place in the file
}

// inCUDA finds what a comment says that CUDA has.
var inCUDA = regexp.MustCompile(`CUDA: ((?:[^.,;(]|\([^)]*\)|\.\w|, (?:__|uint|ulong))+)`)

func cudaPage(t *testing.T) string {
	rows := counterparts(t)
	var b strings.Builder
	b.WriteString(cudaHead)
	for _, topic := range topics {
		fmt.Fprintf(&b, "\n## %s\n\n| CUDA C | Go | |\n|---|---|---|\n", topic.title)
		for _, r := range rows {
			if r.file == topic.file {
				fmt.Fprintf(&b, "| %s | `%s` | %s |\n", asCode(r.cuda), r.name, plainCell(r.meaning))
			}
		}
	}
	b.WriteString(kernelHead)
	for _, part := range []struct{ language, file, from, end string }{
		{"go", "../../solutions/17_transpose/kernel.go", "// Transpose", "\n}\n"},
		{"cuda", "../internal/cudac/testdata/Transpose.cu", "__global__ ", "\n}\n"},
	} {
		fmt.Fprintf(&b, "```%s\n%s```\n", part.language, cut(t, part.file, part.from, part.end))
		if part.language == "go" {
			b.WriteString("\nand what `gpusim cuda` writes of it:\n\n")
		}
	}
	return b.String()
}

// cut returns the part of a file from one text to the end of another.
func cut(t *testing.T, file, from, end string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(text), from)
	part, _, ended := strings.Cut(part, end)
	if !found || !ended {
		t.Fatalf("%s has no part from %q to %q", file, from, end)
	}
	return from + part + end
}

// asCode is a name or a call as code, and a description as it is.
func asCode(cuda string) string {
	if strings.HasPrefix(cuda, "a ") {
		return cuda
	}
	return "`" + strings.ReplaceAll(cuda, "|", `\|`) + "`"
}

// plainCell returns a text as a cell of a table shows it, bars and stars included.
func plainCell(s string) string { return inCell.Replace(s) }

var inCell = strings.NewReplacer("|", `\|`, "*", `\*`)

// counterparts reads package gpu.
func counterparts(t *testing.T) (rows []counterpart) {
	fset := token.NewFileSet()
	files, err := filepath.Glob("../gpu/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var parsed []*ast.File
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	add := func(pos token.Pos, name, comment, meaning string) {
		text := strings.Join(strings.Fields(comment), " ")
		m := inCUDA.FindStringSubmatch(text)
		if m == nil {
			return
		}
		at := fset.Position(pos)
		rows = append(rows, counterpart{filepath.Base(at.Filename), name, strings.TrimSpace(m[1]), meaning, at.Offset})
	}
	for _, f := range parsed {
		readFile(f, add)
	}
	slices.SortFunc(rows, func(a, b counterpart) int { return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.at, b.at)) })
	return rows
}

// directive is a comment above a kernel, as the package comment lists them.
var directive = regexp.MustCompile(`(?m)^\t(//gpu:[^\t]*)\t+(.*)$`)

// readFile calls add for each exported name of a file and for each directive.
func readFile(f *ast.File, add func(pos token.Pos, name, comment, meaning string)) {
	if f.Doc != nil {
		for _, m := range directive.FindAllStringSubmatch(f.Doc.Text(), -1) {
			meaning, _, _ := strings.Cut(m[2], "; CUDA:")
			add(f.Package, m[1], m[2], meaning)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				add(d.Pos(), nameOf(d), d.Doc.Text(), synopsis(d.Name.Name, d.Doc))
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				readSpec(d, s, add)
			}
		}
	}
}

func readSpec(d *ast.GenDecl, s ast.Spec, add func(pos token.Pos, name, comment, meaning string)) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		doc := s.Doc
		if doc == nil {
			doc = d.Doc
		}
		if s.Name.IsExported() {
			add(s.Pos(), "gpu."+s.Name.Name, doc.Text(), synopsis(s.Name.Name, doc))
		}
	case *ast.ValueSpec:
		meaning, _, _ := strings.Cut(strings.TrimSpace(s.Comment.Text()), "; CUDA:")
		for _, name := range s.Names {
			if name.IsExported() {
				add(name.Pos(), "gpu."+name.Name, s.Comment.Text(), meaning)
			}
		}
	}
}

// nameOf is a function's name, or a method's with its type.
func nameOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return "gpu." + d.Name.Name
	}
	of := d.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	if i, ok := of.(*ast.IndexExpr); ok {
		of = i.X
	}
	return "gpu." + of.(*ast.Ident).Name + "." + d.Name.Name
}

// synopsis is the first sentence of a comment without what it says of CUDA, and without the
// name that begins it.
func synopsis(name string, c *ast.CommentGroup) string {
	text := new(doc.Package).Synopsis(c.Text())
	text, _, _ = strings.Cut(text, " CUDA:")
	return strings.TrimPrefix(text, name+" ")
}

// TestNamesOfCUDAAreWritten: what the page says of functions is what the writer of CUDA C
// writes, or reads.
func TestNamesOfCUDAAreWritten(t *testing.T) {
	var source strings.Builder
	for _, pattern := range []string{"../internal/intrinsic/table.go", "../internal/cudac/*.go", "../internal/cudac/*.cuh"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	rows := counterparts(t)
	if len(rows) < 100 {
		t.Errorf("only %d names were found", len(rows))
	}
	name := regexp.MustCompile(`\b__\w+`)
	for _, r := range rows {
		for _, n := range name.FindAllString(r.cuda, -1) {
			if !strings.Contains(source.String(), n) {
				t.Errorf("%s: the writer of CUDA C does not know %s", r.name, n)
			}
		}
	}
}
