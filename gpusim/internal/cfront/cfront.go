// Package cfront reads kernels in CUDA C and translates them to trees of Go, for package source.
//
// A Program is a file with all that it includes. Translate makes a package of Go of one kernel
// and what it uses, as a tree (package tree): every expression is checked by the rules of C and
// gets the conversions that C makes by itself. The tokens of the tree have the places of the
// CUDA source. A template is translated once per instance.
//
// A pointer of C becomes a pointer of Go; the functions of package c (see
// gpusim/internal/source/std/cuda.txt) move, compare and convert it. An array parameter
// of a kernel becomes a slice, so that a launch knows its length. What C does inside of
// an expression, such as an assignment, becomes statements before the one that holds it;
// where C may skip it (&&, ||, ?:) it becomes an if statement.
//
// Names that C does not have end in ʹ, or have a number after it.
//
// Where C++ needs a constant, functions of the source run while they are translated.
//
// Not modelled: the two numbers of a half2 are computed with apart, and bfloat16 as floats.
//
// What is accepted is compared with a C++ compiler: gpusim/CUDA-C.md lists the constructs, and
// those that are refused by name, with their places and ways round.
package cfront

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/limit"
)

// Program is the declarations of a source.
type Program struct {
	name    string
	fast    bool // -use_fast_math
	lines   map[string][][]byte
	missing []string // headers that were not found
	source  *lex.Source
	file    *syntax.File
	host    []syntax.Span
	errs    diag.List
	hosts   map[string]diag.Pos

	// Declarations by their keys: names with namespaces, such as a::b::f.
	first     map[string]int // the order of the first declaration
	usings    map[string][]string
	outside   map[string]bool // the names of what is declared outside of functions
	funcs     map[string][]*syntax.Func
	structs   map[string][]*syntax.Struct
	aliases   map[string]*syntax.Alias
	vars      map[string]*syntax.Var
	enums     map[string]*syntax.Enum // by their values
	enumTypes map[string]*syntax.Enum
	broken    map[string]*syntax.Broken

	hostFuncs  map[string][]*syntax.Func        // of the host
	asserts    []*syntax.StaticAssert           // outside of functions and structs
	kernels    []string                         // the names of kernels in source order, without namespaces
	kernelKeys map[string][]string              // the keys of a name's kernels
	signatures func() map[string][]*syntax.Func // of kernels, also of those whose bodies cannot be read; by key
}

// Go is a kernel as a package of Go.
type Go struct {
	File    *tree.File
	Kernel  string            // the name of its function in File
	Name    string            // the kernel's name: "transpose<32,1>"
	Initial map[string][]byte // the first values of variables, by name
	// MaxThreads and MinBlocks are the kernel's launch bounds; 0 for none.
	MaxThreads, MinBlocks int
	Cluster               arch.Dim3 // of __cluster_dims__
	// Unmasked has the calls of warp functions without a mask, such as __shfl, by their places.
	Unmasked map[diag.Pos]string
}

// Options are what a compiler's command line says.
type Options struct {
	Preprocessor lex.Options
	FastMath     bool // -use_fast_math
}

// Load reads a source. open reads the files that it includes.
func Load(name string, text []byte, open func(name string) ([]byte, error), o Options) *Program {
	src := o.Preprocessor.Preprocess(name, text, open)
	p := &Program{
		name: name, fast: o.FastMath, source: src, lines: src.Files, missing: src.Missing, errs: src.Errs,
		first: map[string]int{}, outside: map[string]bool{}, kernelKeys: map[string][]string{},
		funcs: map[string][]*syntax.Func{}, structs: map[string][]*syntax.Struct{}, aliases: map[string]*syntax.Alias{},
		vars: map[string]*syntax.Var{}, enums: map[string]*syntax.Enum{}, enumTypes: map[string]*syntax.Enum{}, broken: map[string]*syntax.Broken{},
	}
	p.signatures = sync.OnceValue(p.readSignatures)
	if len(p.errs) == 0 {
		src.Tokens = syntax.Functors(src.Tokens)
		file := syntax.Parse(src.Tokens)
		p.file, p.hosts, p.host, p.usings = file, file.Hosts, file.HostCode, file.Usings
		for key, order := range file.Forward {
			p.declared(key, order)
		}
		p.collect(file.Decls)
		p.refuseRepeated(file.Decls)
		if len(p.kernels) > limit.Kernels {
			p.errs = append(p.errs, diag.Diagnostic{Pos: diag.Pos{File: name, Line: 1, Col: 1}, Code: diag.TooLarge, Hint: "divide it into several files",
				Message: fmt.Sprintf("the source has %d kernels, and %d at most are compiled", len(p.kernels), limit.Kernels)})
		}
		p.hostFuncs = map[string][]*syntax.Func{}
		for _, d := range file.HostFuncs {
			p.hostFuncs[d.Key(d.Name)] = append(p.hostFuncs[d.Key(d.Name)], d)
		}
		p.dropBroken()
	}
	if o.FastMath {
		p.refuseRounded() // a real compiler may take the kernels all the same
	}
	return p
}

// Host parses the source for its host code.
func (p *Program) Host() *syntax.File { return syntax.ParseHost(p.source.Tokens) }

// FastMath reports whether the source is compiled with -use_fast_math.
func (p *Program) FastMath() bool { return p.fast }

// Name returns the path of the file.
func (p *Program) Name() string { return p.name }

// Err returns the mistakes that hide the whole source: those of the preprocessor.
func (p *Program) Err() error {
	for i := range p.errs {
		p.quote(&p.errs[i])
	}
	return p.errs.Sort().Err()
}

// rounded are the functions that -use_fast_math does not change and that this compiler cannot
// tell from those that it changes.
var rounded = map[string]string{"__fdiv_rn": "/", "__fsqrt_rn": "sqrtf"}

// refuseRounded reports such functions.
func (p *Program) refuseRounded() {
	for _, t := range p.source.Tokens {
		if fast := rounded[t.Text]; t.Kind == lex.Ident && fast != "" {
			p.errs = append(p.errs, diag.Diagnostic{Pos: t.Pos, Code: diag.Unsupported, Hint: "use " + fast + ", or compile without -use_fast_math",
				Message: fmt.Sprintf("%s is not supported with -use_fast_math, which makes %s approximate and not %s", t.Text, fast, t.Text)})
		}
	}
}

// collect files the declarations by key.
func (p *Program) collect(decls []syntax.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Func:
			p.function(d)
		case *syntax.Struct:
			p.namesOf(d)
			p.declared(d.Key(d.Name), d.Order)
			p.structs[d.Key(d.Name)] = append(p.structs[d.Key(d.Name)], d)
		case *syntax.Alias:
			p.declared(d.Key(d.Name), d.Order)
			p.aliases[d.Key(d.Name)] = d
		case *syntax.Var:
			p.declared(d.Key(d.Name), d.Order)
			if old := p.vars[d.Key(d.Name)]; old == nil || !d.Attrs.Extern {
				p.vars[d.Key(d.Name)] = d
			}
		case *syntax.Enum:
			p.enum(d)
		case *syntax.StaticAssert:
			p.asserts = append(p.asserts, d)
		case *syntax.Broken:
			p.declared(d.Key(d.Name), d.Order)
			p.broken[d.Key(d.Name)] = d
			if d.Kernel {
				p.kernel(d.Name, d.Key(d.Name))
			}
		}
	}
}

// dropBroken leaves out what shares its name with a declaration that could not be read: another
// overload, or a template in the place of its specialization, must not stand for it.
func (p *Program) dropBroken() {
	for key, b := range p.broken {
		delete(p.funcs, key)
		delete(p.vars, key)
		for _, s := range p.structs[key] {
			if s.Refused == nil {
				s.Refused = &b.Err
			}
		}
	}
}

// namesOf notes the names that a struct's methods and structs have in Go.
func (p *Program) namesOf(d *syntax.Struct) {
	p.outside[d.Name] = true
	for _, m := range d.Methods {
		p.outside[d.Name+"_"+methodName(m.Name)] = true
	}
	for _, inner := range d.Nested {
		if s, ok := inner.(*syntax.Struct); ok {
			p.namesOf(s)
		}
	}
}

// enum files an enumeration and, but of an enum class, its values.
func (p *Program) enum(d *syntax.Enum) {
	key := d.Key(d.Name)
	p.declared(key, d.Order)
	if old := p.enumTypes[key]; old == nil || d.Items != nil {
		p.enumTypes[key] = d
	}
	for _, item := range d.Items {
		if !d.Scoped {
			p.declared(d.Key(item.Name), d.Order)
			p.enums[d.Key(item.Name)] = d
		}
	}
}

// function files a function. The definition of one that was declared takes the place of
// the declaration.
func (p *Program) function(f *syntax.Func) {
	if f.Of != "" {
		for _, s := range p.structs[f.Key(f.Of)] {
			if !s.Special && (f.Special || !sameNames(s.TParams, f.TParams)) && s.Refused == nil {
				d := syntax.Unsupported(f.Pos, "methods of one instance, or with other names of template parameters,")
				s.Refused = &d
			}
			for _, m := range s.Methods {
				if m.Name == f.Name && m.Body == nil && m.Const == f.Const && sameParams(m, f) {
					m.Body, m.Inits, m.Params, m.Ended = f.Body, f.Inits, f.Params, f.Ended
					return
				}
			}
		}
		return
	}
	key := f.Key(f.Name)
	p.declared(key, f.Order)
	for i, old := range p.funcs[key] {
		if sameFunction(old, f) && (old.Body == nil || f.Body == nil) {
			if old.Body == nil {
				f.Attrs.Global, f.Attrs.Device = f.Attrs.Global || old.Attrs.Global, f.Attrs.Device || old.Attrs.Device
				if f.Attrs.Bounds == nil {
					f.Attrs.Bounds = old.Attrs.Bounds
				}
				if f.Attrs.Cluster == nil {
					f.Attrs.Cluster = old.Attrs.Cluster
				}
				for j, v := range f.Params {
					if v.Init == nil {
						v.Init = old.Params[j].Init
					}
				}
				f.Order = old.Order
				p.funcs[key][i] = f
			}
			return
		}
	}
	p.funcs[key] = append(p.funcs[key], f)
	if f.Attrs.Global {
		p.kernel(f.Name, key)
	}
}

func (p *Program) kernel(name, key string) {
	if !slices.Contains(p.kernels, name) {
		p.kernels = append(p.kernels, name)
	}
	if !slices.Contains(p.kernelKeys[name], key) {
		p.kernelKeys[name] = append(p.kernelKeys[name], key)
	}
}

// kernelsOf returns the functions that a kernel's name means, which may leave out its
// namespace.
func (p *Program) kernelsOf(n *syntax.Name) (list []*syntax.Func) {
	keys := p.kernelKeys[n.Name]
	if n.Qualified {
		keys = []string{n.Key(n.Name)}
	}
	ambiguous(diag.Pos{File: p.name}, n.Name, keys)
	for _, key := range keys {
		list = append(list, p.funcs[key]...)
	}
	return list
}

// sameNames reports whether template parameters have the same names.
func sameNames(a, b []syntax.TParam) bool {
	return slices.EqualFunc(a, b, func(x, y syntax.TParam) bool { return x.Name == y.Name })
}

// sameFunction reports whether two declarations declare one function: their templates
// and the types of their parameters are written in the same way.
func sameFunction(a, b *syntax.Func) bool {
	if !sameParams(a, b) || a.Template != b.Template || a.Special != b.Special || len(a.TParams) != len(b.TParams) || len(a.Spec) != len(b.Spec) {
		return false
	}
	for i := range a.Spec {
		if spellArg(a.Spec[i]) != spellArg(b.Spec[i]) {
			return false
		}
	}
	return true
}

// sameParams reports whether the parameters of two functions are written in the same way.
func sameParams(a, b *syntax.Func) bool {
	return slices.EqualFunc(a.Params, b.Params, func(x, y *syntax.Var) bool { return spellType(x.Type) == spellType(y.Type) })
}

// Kernels lists the kernels in source order, templates without their arguments, and those
// with a mistake in their syntax.
func (p *Program) Kernels() (names []string) {
	for _, name := range p.kernels {
		defined := func(f *syntax.Func) bool { return f.Attrs.Global && f.Body != nil }
		for _, key := range p.kernelKeys[name] {
			if !slices.Contains(names, name) && (p.broken[key] != nil || slices.ContainsFunc(p.funcs[key], defined)) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Template reports whether a kernel needs template arguments.
func (p *Program) Template(name string) bool {
	for _, key := range p.kernelKeys[name] {
		if slices.ContainsFunc(p.funcs[key], func(f *syntax.Func) bool { return f.Attrs.Global && f.Template }) {
			return true
		}
	}
	return false
}

// Example returns the name of a template kernel with arguments: "transpose<float,16>".
func (p *Program) Example(name string) string {
	for _, key := range p.kernelKeys[name] {
		i := slices.IndexFunc(p.funcs[key], func(f *syntax.Func) bool { return f.Attrs.Global && f.Template })
		if i < 0 {
			continue
		}
		var args []string
		for _, t := range p.funcs[key][i].TParams {
			args = append(args, map[bool]string{true: "float", false: "16"}[t.Type == nil])
		}
		return name + "<" + strings.Join(args, ",") + ">"
	}
	return name
}

// DynamicShared reports whether the file declares dynamic shared memory.
func (p *Program) DynamicShared() (found bool) {
	dynamic := func(v any) {
		x, ok := v.(*syntax.Var)
		found = found || ok && x.Attrs.Shared && x.Attrs.Extern
	}
	for _, v := range p.vars {
		dynamic(v)
	}
	functions := slices.Concat(slices.Collect(maps.Values(p.funcs))...)
	for _, s := range slices.Concat(slices.Collect(maps.Values(p.structs))...) {
		functions = append(functions, s.Methods...)
	}
	for _, f := range functions {
		each(reflect.ValueOf(f.Body), dynamic)
	}
	return found
}

// Line returns a line of the source, "" for none.
func (p *Program) Line(file string, line int) string {
	if lines := p.lines[file]; 1 <= line && line <= len(lines) {
		return string(bytes.TrimRight(lines[line-1], "\r"))
	}
	return ""
}

// Lines calls f for every line of the source and of what it includes.
func (p *Program) Lines(f func(file string, line int, text string)) {
	for file, lines := range p.lines {
		for i := range lines {
			f(file, i+1, p.Line(file, i+1))
		}
	}
}

// Files lists the files of the program.
func (p *Program) Files() (names []string) {
	for name := range p.lines {
		names = append(names, name)
	}
	return names
}

func (p *Program) quote(d *diag.Diagnostic) {
	if d.Source == "" {
		d.Source = p.Line(d.Pos.File, d.Pos.Line)
	}
}

// Translate translates a kernel, "transpose<32,1>". The error is a diag.List.
func (p *Program) Translate(name string, checked bool) (g *Go, err error) {
	err = p.write(func(u *unit) { u.checked = checked; g = u.kernel(name) })
	if err != nil {
		return nil, err
	}
	return g, nil
}

// write calls do with a new unit. The error is a diag.List of the mistakes that do found.
func (p *Program) write(do func(*unit)) (err error) {
	u := p.unit()
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			u.report(f)
			err = u.errs.Sort()
		}
	}()
	do(u)
	if len(u.errs) > 0 {
		return u.errs.Sort()
	}
	return nil
}

func (p *Program) unit() *unit {
	return &unit{p: p, structs: map[string]*structType{}, instances: map[string]*instance{}, named: map[string]int{}, globals: map[string]*object{}, enums: map[enumKey]*enumType{}, initial: map[string][]byte{}, unmasked: map[diag.Pos]string{}}
}

// refusal is the panic that leaves a statement with a mistake.
type refusal struct{ diag.Diagnostic }

// report notes a mistake, once per place and message.
func (u *unit) report(f refusal) {
	if f.Message == "" || len(u.errs) >= limit.Reported {
		return
	}
	for _, old := range u.errs {
		if old.Pos == f.Pos && old.Message == f.Message {
			return
		}
	}
	u.p.quote(&f.Diagnostic)
	u.errs = append(u.errs, f.Diagnostic)
}

func refuse(at diag.Pos, code diag.Code, hint, format string, args ...any) {
	panic(refusal{diag.Diagnostic{Pos: at, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// errUnknown is why a header cannot be read where no folder is known.
var errUnknown = errors.New("no folder")

// NoFiles is an open for Load that finds no files.
func NoFiles(string) ([]byte, error) { return nil, errUnknown }
