// Package cudac writes kernels as CUDA C.
//
// It walks the type-checked syntax of a kernel, not its IR, so that names, comments and
// structure survive. A walk writes the kernel and all that it uses: constants, structs,
// variables in constant and global memory, device functions.
//
// A slice becomes a pointer. A second variable, x_len, follows where the kernel needs
// the length. A pointer to an array becomes a pointer to its first element, as in C. An
// array type that the kernel copies, passes or compares as a value becomes a struct
// Array<T, N>; all others are C arrays. A function with several results returns a
// struct. A generic function becomes a template, if the text of all its instances is
// the same, and otherwise one function per instance. A function literal becomes a
// lambda.
//
// Arithmetic on int is written plainly. A sum or product of int32 or int64 is computed
// without sign, because overflow is undefined in C and wraps in Go. A product that an
// explicit conversion rounds is written as __fmul_rn. A shift by a count that may reach
// the width calls a helper with Go's meaning.
//
// Facts such as "the length of this slice is needed" are found while text is written.
// The walk is repeated until it finds no new fact; then the text is consistent.
//
// Not written: bounds checks. An index out of range is undefined in CUDA C.
package cudac

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/source"
)

// Program is a kernel in CUDA C.
type Program struct {
	Text    string // the kernel and what it uses, without #include lines
	Kernel  string // as a launch names it: "Copy<float>"
	Params  []Param
	Symbols []Symbol
	// Given: the text is the source of a kernel in CUDA C, which includes Headers.
	Given   bool
	Headers []string
	// Free says why the order in which threads run decides results; "" if it does not.
	Free string
	// overloads are functions of CUDA for which the text adds overloads.
	overloads []string
}

// Param is a parameter of the kernel in C.
type Param struct {
	Name    string // in Go
	Declare string // a declaration of a variable of its type: "float* x"
	C       string // the variable's name
	// Parts are the fields of a struct parameter, and what else a launch passes one by
	// one; the only part of a number or slice is itself.
	Parts []Part
}

// Part is a number or slice in a parameter.
type Part struct {
	Path   string // in Go: "a.Elements"
	C      string // as an expression: "a.Elements"
	Type   string // of a number, or of the slice's element
	Slice  bool
	Length string // as an expression, where the kernel needs the length of a slice: "a_len"
}

// Symbol is a variable in constant or global memory.
type Symbol struct {
	Name string // in Go
	C    string
}

// Write returns a kernel of a unit in CUDA C. The error is a diag.List.
func Write(u source.Unit, kernel string) (*Program, error) {
	if given, ok := u.(*source.CUDA); ok {
		return nil, diag.List{{
			Pos: diag.Pos{File: given.Name()}, Code: diag.CUDAConstruct,
			Message: kernel + " is CUDA C already", Hint: "gpusim cuda -host adds a program that launches it; -out and gpusim verify take it too",
		}}
	}
	s, err := u.(*source.Go).Syntax(kernel)
	if err != nil {
		return nil, err
	}
	return newWriter(s).program()
}

// refusal ends a walk: what CUDA C cannot say.
type refusal struct{ diag.Diagnostic }

// maxWalks bounds the walks. Each walk but the last finds a fact.
const maxWalks = 1000

func (w *writer) program() (p *Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			err = diag.List{r.Diagnostic}
		default:
			panic(r)
		}
	}()
	for range maxWalks {
		w.grown = false
		if p = w.walk(); !w.grown {
			return p, nil
		}
	}
	panic("BUG: the walks over " + w.s.Kernel.Name.Name + " find new facts for ever")
}

// writer holds what is known of a program, and the text of the present walk.
type writer struct {
	s    *source.Syntax
	ctx  *types.Context
	decl map[types.Object]*ast.FuncDecl
	spec map[types.Object]ast.Spec
	doc  map[types.Object]*ast.CommentGroup
	// extents are the lengths of array types, as the source has them.
	extents map[*types.Array]ast.Expr
	pure    map[*types.Func]bool

	// Facts, which only grow.
	grown   bool
	lengths map[any]bool    // slices whose length is needed: objects, or results
	written map[any]bool    // slices whose elements are written
	values  map[string]bool // array types that are used as values
	split   map[*types.Func]bool
	uses    map[types.Object]map[string]bool // the types as which a constant is used

	// The present walk.
	done    map[string]string // the names of instances, by key
	active  map[string]bool
	text    map[*types.Func]map[string]bool // the texts of the instances of a generic function
	consts  []string
	structs []string
	vars    []string
	funcs   []funcText
	protos  []string
	helpers map[string]bool
	names   map[types.Object]string // of package-level declarations
	taken   map[string]bool
	anon    map[string]string // structs without a name
	symbols []Symbol
	free    string
	dynamic map[string]bool // the elements of dynamic shared memory
}

// funcText is the text of a function, and of the struct of its results.
type funcText struct{ results, body string }

// result is the key of a function's result in facts.
type result struct {
	fn *types.Func
	i  int
}

func newWriter(s *source.Syntax) *writer {
	w := &writer{
		s: s, ctx: types.NewContext(),
		decl: map[types.Object]*ast.FuncDecl{}, spec: map[types.Object]ast.Spec{}, doc: map[types.Object]*ast.CommentGroup{},
		lengths: map[any]bool{}, written: map[any]bool{}, values: map[string]bool{}, split: map[*types.Func]bool{},
		uses: map[types.Object]map[string]bool{}, dynamic: map[string]bool{},
		extents: map[*types.Array]ast.Expr{}, pure: map[*types.Func]bool{},
	}
	for _, d := range s.Decls {
		ast.Inspect(d, w.extent)
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.decl[s.Info.Defs[d.Name]] = d
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				w.index(d, spec)
			}
		}
	}
	return w
}

func (w *writer) index(d *ast.GenDecl, spec ast.Spec) {
	note := func(id *ast.Ident, doc *ast.CommentGroup) {
		obj := w.s.Info.Defs[id]
		w.spec[obj] = spec
		if w.doc[obj] = doc; doc == nil && len(d.Specs) == 1 {
			w.doc[obj] = d.Doc
		}
	}
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			note(id, spec.Doc)
		}
	case *ast.TypeSpec:
		note(spec.Name, spec.Doc)
	}
}

// extent notes the length of an array type.
func (w *writer) extent(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayType:
		w.lengthOf(n, w.s.Info.TypeOf(n))
	case *ast.ValueSpec: // each name has a type of its own
		for _, id := range n.Names {
			if v := w.s.Info.Defs[id]; v != nil && n.Type != nil {
				w.lengthOf(n.Type, v.Type())
			}
		}
	}
	return true
}

func (w *writer) lengthOf(e ast.Expr, t types.Type) {
	n, written := e.(*ast.ArrayType)
	a, ok := t.(*types.Array)
	if !written || !ok {
		return
	}
	if _, dots := n.Len.(*ast.Ellipsis); !dots && n.Len != nil {
		w.extents[a] = n.Len
	}
	w.lengthOf(n.Elt, a.Elem())
}

// learn adds a fact.
func learn[K comparable](w *writer, facts map[K]bool, key K) {
	if !facts[key] {
		facts[key], w.grown = true, true
	}
}

// refuse ends the walk.
func (w *writer) refuse(p token.Pos, hint, format string, args ...any) {
	panic(refusal{w.s.Refuse(p, diag.Unsupported, hint, format, args...)})
}

// walk writes everything once.
func (w *writer) walk() *Program {
	w.done, w.active, w.text = map[string]string{}, map[string]bool{}, map[*types.Func]map[string]bool{}
	w.free = ""
	w.consts, w.structs, w.vars, w.funcs, w.protos, w.symbols = nil, nil, nil, nil, nil, nil
	w.helpers, w.names, w.taken, w.anon = map[string]bool{}, map[types.Object]string{}, map[string]bool{}, map[string]string{}
	obj := w.s.Info.Defs[w.s.Kernel.Name].(*types.Func)
	name := w.instance(obj, w.s.TypeArgs)
	p := &Program{Kernel: name, Params: w.parameters(obj), Symbols: w.symbols}
	if args := w.s.TypeArgs; len(args) > 0 && !w.split[obj] {
		f := &function{writer: w}
		p.Kernel += "<" + f.typeList(args) + ">"
	}
	for fn, texts := range w.text {
		if len(texts) > 1 {
			learn(w, w.split, fn)
		}
	}
	p.Text, p.Free = w.assemble(), w.free
	for _, h := range slices.Sorted(maps.Keys(w.helpers)) {
		if name, _, ok := strings.Cut(h, " "); ok && !slices.Contains(p.overloads, name) {
			p.overloads = append(p.overloads, name)
		}
	}
	return p
}

// assemble joins the parts of the program, each before its first use.
func (w *writer) assemble() string {
	var parts []string
	if len(w.consts) > 0 {
		parts = append(parts, strings.Join(w.consts, ""))
	}
	if h := helperText(w.helpers); h != "" {
		parts = append(parts, h)
	}
	parts = slices.Concat(parts, w.structs)
	if len(w.vars) > 0 {
		parts = append(parts, strings.Join(w.vars, ""))
	}
	for _, f := range w.funcs {
		if len(w.protos) > 0 && f.results != "" {
			parts = append(parts, f.results)
		}
	}
	if len(w.protos) > 0 {
		parts = append(parts, strings.Join(w.protos, ""))
	}
	for _, f := range w.funcs {
		if len(w.protos) == 0 && f.results != "" {
			parts = append(parts, f.results)
		}
		parts = append(parts, f.body)
	}
	return strings.Join(parts, "\n")
}
