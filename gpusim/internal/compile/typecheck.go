package compile

// This file type-checks what the kernels reach and builds its SSA form.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
)

// build is one type-check of declarations, and their SSA form.
type build struct {
	src     *sources
	pkg     *types.Package
	info    *types.Info
	layouts layouts
	names   map[token.Pos]string // the variable that the expression at a position is assigned to

	rounded map[token.Pos]bool // operations on floats that conversions keep from being fused

	byObject map[types.Object]*decl
	faults   map[*decl]diag.List // what is wrong with each declaration itself
	launches map[*decl]diag.List // what is wrong with each root as a kernel
	links    map[*decl][]*decl   // what each declaration really uses
	ssa      *ssa.Package
	instance *ssa.Function // of the generic kernel asked for, if one was
}

// newBuild checks the roots and all they reach. Declarations with a fault, and
// those that use one, have no SSA form. instance, when set, names the type
// arguments of a generic root.
func newBuild(src *sources, roots []*decl, instance string) *build {
	b := &build{src: src, faults: map[*decl]diag.List{}, launches: map[*decl]diag.List{}}
	keep := src.reach(roots, typeArguments(instance))
	errs := b.check(keep, nil)
	for _, d := range keep {
		if more := b.refuse(d); len(more) > 0 {
			b.faults[d] = append(b.faults[d], more...)
		}
	}
	b.attribute(errs)
	for _, d := range roots {
		b.launches[d] = b.refuseKernel(d)
	}
	files := b.clean(keep, roots, instance)
	b.buildSSA(files)
	return b
}

// typeArguments returns the names in the instance of a generic kernel.
func typeArguments(instance string) mentions {
	m := mentions{map[string]bool{}, map[string]bool{}}
	if x, err := parser.ParseExpr(instance); err == nil {
		m.collect(x, nil)
	}
	return m
}

// check type-checks the declarations and returns the errors.
func (b *build) check(keep []*decl, extra *ast.File) (errs []types.Error) {
	b.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{
		Importer: importer{}, Sizes: layouts{}, GoVersion: "go1.26",
		Error: func(err error) { errs = append(errs, err.(types.Error)) },
	}
	files := b.src.reduced(keep)
	if extra != nil {
		files = append(files, extra)
	}
	b.pkg, _ = conf.Check(b.src.files[0].ast.Name.Name, b.src.fset, files, b.info) // errors were collected
	b.info.InitOrder = nil
	b.link(keep)
	return slices.DeleteFunc(errs, func(err types.Error) bool { return !b.matters(err, keep) })
}

// matters reports whether err stands in a declaration. Imports are full of
// errors: no host package can be imported here, and some are not used.
func (b *build) matters(err types.Error, keep []*decl) bool {
	return err.Pos.IsValid() && b.src.fset.File(err.Pos).Name() == instanceName ||
		slices.ContainsFunc(keep, func(d *decl) bool { return d.node.Pos() <= err.Pos && err.Pos <= d.node.End() })
}

// link finds the declarations that each one really uses: by object.
func (b *build) link(keep []*decl) {
	b.byObject, b.links = map[types.Object]*decl{}, map[*decl][]*decl{}
	for _, d := range keep {
		b.eachIdent(d, func(id *ast.Ident) {
			if obj := b.info.Defs[id]; obj != nil {
				b.byObject[obj] = d
			}
		})
	}
	for _, d := range keep {
		if t := b.receiverOf(d); t != nil {
			b.links[t] = append(b.links[t], d) // it may be called through a constraint
		}
		b.eachIdent(d, func(id *ast.Ident) {
			if to := b.byObject[origin(b.info.Uses[id])]; to != nil && to != d && !slices.Contains(b.links[d], to) {
				b.links[d] = append(b.links[d], to)
			}
		})
	}
}

// receiverOf returns the type whose method d is, or nil.
func (b *build) receiverOf(d *decl) *decl {
	if d.recv == "" {
		return nil
	}
	return b.byObject[b.pkg.Scope().Lookup(d.recv)]
}

// origin returns the declared object behind a use of a generic method or field.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

func (b *build) eachIdent(d *decl, f func(*ast.Ident)) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			f(id)
		}
		return true
	})
}

// attribute files each type error under the declaration it stands in.
func (b *build) attribute(errs []types.Error) {
	for _, err := range errs {
		for _, d := range b.src.decls {
			if d.node.Pos() <= err.Pos && err.Pos <= d.node.End() {
				b.faults[d] = append(b.faults[d], b.translate(err))
			}
		}
	}
}

// diagnose returns everything wrong with d and what it uses.
func (b *build) diagnose(d *decl) diag.List {
	var errs diag.List
	for used := range b.closure(d) {
		errs = append(errs, b.faults[used]...)
		errs = append(errs, b.src.ambiguous(used)...)
	}
	return append(errs, b.launches[d]...).Sort()
}

// closure returns d and all it uses.
func (b *build) closure(d *decl) map[*decl]bool {
	all := map[*decl]bool{}
	work := []*decl{d}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if !all[d] {
			all[d] = true
			work = append(work, b.links[d]...)
		}
	}
	return all
}

// clean leaves out the declarations that have a fault or use one that has, and
// checks the rest again if there were any. It adds the instance asked for.
func (b *build) clean(keep, roots []*decl, instance string) []*ast.File {
	links, byObject := b.links, b.byObject
	defer func() { b.links, b.byObject = links, byObject }()
	for checked := keep; ; {
		good := b.sound(keep)
		extra := b.instanceFile(instance, roots, good)
		if len(good) < len(checked) || extra != nil {
			errs := b.check(good, extra)
			b.attribute(errs)
			b.instanceFault(roots[0], errs)
			b.links = links
			if checked = good; len(errs) > 0 {
				continue
			}
		}
		files := b.src.reduced(good)
		if extra != nil {
			files = append(files, extra)
		}
		return files
	}
}

// sound returns the declarations that have no fault and use none that has.
func (b *build) sound(keep []*decl) (good []*decl) {
	for _, d := range keep {
		ok := true
		for used := range b.closure(d) {
			if _, broken := b.faults[used]; broken {
				ok = false
			}
		}
		if ok {
			good = append(good, d)
		}
	}
	return good
}

// instanceFunc is the function that mentions the instance of a generic kernel.
const (
	instanceFunc = "ʹinstance"
	instanceName = "instance" // of its file
)

// instanceFile is a file that mentions a generic kernel with type arguments, so
// that the type checker and the SSA builder make that instance.
func (b *build) instanceFile(instance string, roots, good []*decl) *ast.File {
	if instance == "" || !strings.Contains(instance, "[") || !slices.Contains(good, roots[0]) {
		return nil
	}
	text := "package " + b.src.files[0].ast.Name.Name + "\nimport gpu \"" + gpuPath + "\"\nvar _ gpu.Dim3\nfunc " + instanceFunc + "(use func(any)) { use(" + instance + ") }"
	f, err := parser.ParseFile(b.src.fset, instanceName, text, parser.SkipObjectResolution)
	if err != nil {
		b.faults[roots[0]] = append(b.faults[roots[0]], b.src.diagnostic(roots[0].fn().Name.Pos(),
			diag.TypeArguments, "write them as in Go", "%s: the type arguments cannot be read", instance))
		return nil
	}
	return f
}

// instanceFault files the first error of the instance itself.
func (b *build) instanceFault(root *decl, errs []types.Error) {
	for _, err := range errs {
		if b.src.fset.File(err.Pos).Name() == instanceName {
			b.faults[root] = append(b.faults[root], b.src.diagnostic(root.fn().Name.Pos(),
				diag.TypeArguments, "use types that meet the constraint", "%s", err.Msg))
			return
		}
	}
}

// buildSSA makes the SSA form of the files.
func (b *build) buildSSA(files []*ast.File) {
	b.layouts = layouts{}
	b.names = map[token.Pos]string{}
	for _, f := range files {
		nameValues(f, b.names)
	}
	b.rounded = roundedOperations(files, b.info)
	prog := ssa.NewProgram(b.src.fset, ssa.InstantiateGenerics|ssa.BuildSerially|ssa.BareInits)
	for _, p := range []*types.Package{gpuPackage(), mathPackage(), bitsPackage()} {
		prog.CreatePackage(p, nil, nil, true)
	}
	b.ssa = prog.CreatePackage(b.pkg, files, b.info, false)
	b.ssa.Build()
	if fn := b.ssa.Func(instanceFunc); fn != nil {
		b.instance = instanceIn(fn)
	}
}

// instanceIn returns the function instance that fn mentions.
func instanceIn(fn *ssa.Function) *ssa.Function {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			for _, op := range in.Operands(nil) {
				if f, ok := (*op).(*ssa.Function); ok {
					return f
				}
			}
		}
	}
	return nil
}

// nameValues notes, for each expression that is assigned to a single variable,
// the name of the variable under the position that SSA gives the expression.
func nameValues(f *ast.File, names map[token.Pos]string) {
	note := func(lhs, rhs ast.Expr) {
		if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" {
			if p := valuePos(rhs); p.IsValid() {
				names[p] = id.Name
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			switch {
			case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
				if id, ok := n.Lhs[0].(*ast.Ident); ok {
					names[n.Pos()] = id.Name
				}
			case len(n.Lhs) == len(n.Rhs):
				for i := range n.Lhs {
					note(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range min(len(n.Names), len(n.Values)) {
				note(n.Names[i], n.Values[i])
			}
		}
		return true
	})
}

// valuePos returns the position that the SSA value of e has.
func valuePos(e ast.Expr) token.Pos {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return e.OpPos
	case *ast.CallExpr:
		return e.Lparen
	case *ast.UnaryExpr:
		return e.OpPos
	case *ast.IndexExpr:
		return e.Lbrack
	case *ast.SelectorExpr:
		return e.Sel.Pos()
	case *ast.StarExpr:
		return e.Star
	}
	return token.NoPos
}
