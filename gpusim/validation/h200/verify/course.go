package main

// This file lists the launches of the notebooks: the kernels of their cells, on arguments
// made from their parameters, and the solutions of their tasks, on the grader's inputs.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
)

// tasks returns one launch per task that runs a kernel: its solution on the largest size.
func tasks(dir string) ([]entry, error) {
	var list []entry
	for i := range task.Tasks {
		t := &task.Tasks[i]
		file, shape := "solution.go", task.Shape{}
		switch ask := t.Ask.(type) {
		case task.Kernel:
		case task.Configuration:
			file, shape = task.GivenFile, task.ShapeOf(ask.Solution)
		default:
			continue
		}
		path := filepath.Join(dir, "task_"+t.ID+".go")
		if err := os.WriteFile(path, []byte(t.Code(file)), 0o666); err != nil {
			return nil, err
		}
		e := t.Exercise(shape)
		k := &e.Kernels[0]
		c := k.MakeCase(k.Sizes[len(k.Sizes)-1], rubric.Draw{Seed: 1}).Exact()
		if c.Grid == (rubric.Dim{}) {
			continue // a function for a CPU
		}
		l := solution(*e, k.Name, path, c)
		l.name = "task_" + strings.ReplaceAll(t.ID, ".", "_") + "_" + k.Name
		list = append(list, l)
	}
	return list, nil
}

// notebooks returns one launch per kernel of the notebooks that ends without a fault and
// in which no checker finds a mistake, for a race has another result on another machine.
// Only kernels whose launch has a name to keep are tried.
func notebooks(dir string, keep func(name string) bool) ([]entry, error) {
	all, err := inCells(dir)
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, l := range all {
		if !keep(l.name) {
			continue
		}
		kernel, err := l.kernel()
		if err != nil {
			return nil, err
		}
		if !hasTexture(kernel) && l.fit(kernel) {
			list = append(list, l)
		} else {
			log.Printf("%s: left out: a texture, or no arguments were found on which no checker finds a mistake", l.name)
		}
	}
	return list, nil
}

// inCells returns the kernels of the notebooks, as launches without shape and arguments.
func inCells(dir string) ([]entry, error) {
	books, err := filepath.Glob("notebooks/*.ipynb")
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, book := range books {
		chapter := strings.TrimSuffix(filepath.Base(book), ".ipynb")
		u, m, err := loadCells(dir, book)
		if err != nil {
			return nil, err
		}
		for _, k := range kernelsOf(chapter, u) {
			list = append(list, entry{
				name:   "notebook_" + chapter[:2] + "_" + strings.Trim(notName.ReplaceAllString(k.name, "_"), "_"),
				unit:   func() (source.Unit, string, error) { return u, k.name, nil },
				kernel: func() (*gpusim.Kernel, error) { return m.Kernel(k.name) },
			})
		}
	}
	return list, nil
}

// loadCells loads the declarations of a notebook's cells, which it writes into the folder dir.
func loadCells(dir, book string) (source.Unit, *gpusim.Module, error) {
	text, err := cellsOf(book)
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(dir, strings.TrimSuffix(filepath.Base(book), ".ipynb")+".go")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return nil, nil, err
	}
	u, err := units.load(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", book, err)
	}
	m, err := modules.load(path)
	return u, m, err
}

// shapes are the launches that are tried with a kernel, and wholes the values of its whole
// numbers.
var (
	shapes = []launch.Shape{
		{Grid: gpusim.Dim(2), Block: gpusim.Dim(64), Dynamic: 4096},
		{Grid: gpusim.Dim(2), Block: gpusim.Dim(256), Dynamic: 4096},
		{Grid: gpusim.Dim(2), Block: gpusim.Dim(32), Dynamic: 4096},
		{Grid: gpusim.Dim(2, 2), Block: gpusim.Dim(32, 8), Dynamic: 4096},
		{Grid: gpusim.Dim(2, 2), Block: gpusim.Dim(32, 32), Dynamic: 8192},
		{Grid: gpusim.Dim(2, 2), Block: gpusim.Dim(16, 16), Dynamic: 8192},
		{Grid: gpusim.Dim(2, 2), Block: gpusim.Dim(8, 8), Dynamic: 4096},
		{Grid: gpusim.Dim(1), Block: gpusim.Dim(1024), Dynamic: 8192},
		{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Dynamic: 4096},
		{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Dynamic: 4096},
	}
	wholes = []int{64, 5, 1, 32, 1024, 33}
)

// fit finds a shape and arguments for a launch on which no checker finds a mistake.
func (l *entry) fit(k *gpusim.Kernel) bool {
	for _, s := range shapes {
		for _, n := range wholes {
			l.Shape, l.args = s, func() []any { return made(k, n) }
			if l.clean(gpusim.Config{Instructions: 1 << 18, Options: gpusim.Options{NoTime: true, NoCaches: true}}) {
				return true
			}
		}
	}
	return false
}

var notName = regexp.MustCompile(`\W+`)

// kernelIn is a kernel of a unit.
type kernelIn struct {
	place, name string
	unit        source.Unit
}

// typeArguments are tried for generic kernels.
var typeArguments = []string{"float32", "int32", "float64", "gpu.Float4"}

// kernelsOf lists the kernels of a unit that compile; generic ones with the first type
// argument that fits.
func kernelsOf(place string, u source.Unit) []kernelIn {
	var list []kernelIn
	for _, name := range u.Kernels() {
		names := []string{name}
		if u.Generic(name) {
			names = nil
			for _, a := range typeArguments {
				names = append(names, name+"["+a+"]")
			}
		}
		for _, n := range names {
			if _, err := u.(*source.Go).Syntax(n); err == nil {
				list = append(list, kernelIn{place, n, u})
				break
			}
		}
	}
	return list
}

// cellsOf joins the declarations of a notebook's cells, as GoNB does: the last one of a
// name counts.
func cellsOf(book string) (string, error) {
	var file struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		}
	}
	data, err := os.ReadFile(book)
	if err := cmp.Or(err, json.Unmarshal(data, &file)); err != nil {
		return "", err
	}
	imports, decls := "", map[string]string{}
	for _, c := range file.Cells {
		if c.Type != "code" {
			continue
		}
		text, _, _ := strings.Cut(strings.Join(c.Source, ""), "%%")
		text = magic.ReplaceAllString(text, "")
		fset := token.NewFileSet()
		source := "package main\n" + text
		f, err := parser.ParseFile(fset, "cell.go", source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue // a cell that shows a mistake
		}
		for _, d := range f.Decls {
			body := source[begin(d)-1 : d.End()-1]
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				imports += body + "\n"
			} else {
				decls[nameOf(d)] = body
			}
		}
	}
	var texts []string
	for _, text := range decls {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return "package main\n" + imports + strings.Join(texts, "\n\n"), nil
}

// magic matches the lines of a cell that are for GoNB.
var magic = regexp.MustCompile(`(?m)^[%!].*$`)

func begin(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}

func nameOf(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return namesOf(d.(*ast.GenDecl))
	}
	if f.Recv != nil {
		return fmt.Sprint(f.Recv.List[0].Type, ".", f.Name.Name)
	}
	return f.Name.Name
}

// namesOf joins the names that a declaration of types, variables or constants declares.
func namesOf(d *ast.GenDecl) string {
	var names []string
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, n := range s.Names {
				names = append(names, n.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

// made returns arguments for a kernel. Whole numbers are n.
func made(k *gpusim.Kernel, n int) []any {
	var args []any
	for _, p := range k.Parameters() {
		switch {
		case p.Slice:
			args = append(args, smallNumbers(p.Elem))
		case p.Type == "bool":
			args = append(args, true)
		case strings.HasPrefix(p.Type, "float"):
			args = append(args, 1.5)
		default:
			args = append(args, n)
		}
	}
	return args
}

// elements is the length of every array.
const elements = 4096

// smallNumbers returns an array of small numbers.
func smallNumbers(elem report.Element) any {
	list := reflect.MakeSlice(reflect.SliceOf(reflect.ArrayOf(elem.Bytes, reflect.TypeFor[byte]())), elements, elements)
	data := bytesOf(list)
	n := 0
	for at := 0; at < len(data); at += elem.Bytes {
		for _, s := range elem.Scalars {
			n++
			put(data[at+s.Offset:][:s.Bytes], s, n*7%61)
		}
	}
	return list.Interface()
}

func put(to []byte, s report.Scalar, n int) {
	bits := uint64(n)
	if s.Float && s.Bytes == 4 {
		bits = uint64(math.Float32bits(float32(n)/8 - 3))
	} else if s.Float {
		bits = math.Float64bits(float64(n)/8 - 3)
	}
	for i := range to {
		to[i] = byte(bits >> (8 * i))
	}
}

// clean reports whether a launch ends, and no checker finds a mistake in it.
func (l *entry) clean(config gpusim.Config) bool {
	dev, err := gpusim.Open(*device)
	if err != nil {
		return false
	}
	k, err := l.kernel()
	if err != nil {
		return false
	}
	none := &cudac.Launch{Numbers: map[string]string{}, Arrays: map[string]cudac.Array{}}
	values, err := l.bind(dev, k, none, map[string][]byte{})
	if err != nil {
		return false
	}
	config.Grid, config.Block, config.Shared, config.MaxShared, config.Stdout = l.Grid, l.Block, l.Dynamic, l.Dynamic, io.Discard
	found, err := dev.Check(gpusim.AllChecks, k, config, values)
	return err == nil && len(found.Diagnostics()) == 0
}

func hasTexture(k *gpusim.Kernel) bool {
	return slices.ContainsFunc(k.Parameters(), func(p report.Parameter) bool { return p.Texture })
}
