package source

// This file type-checks the declarations that kernels reach, and builds their SSA
// form.

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/lower"
)

// build is the type-checked declarations that some kernels reach, and their SSA form.
type build struct {
	src     *sources
	path    string   // of the package, if it is not the kernel's
	helpers *helpers // other packages of the module
	pkg     *types.Package
	info    *types.Info
	layouts layout.Sizes
	names   map[token.Pos]string   // variables by the position of the expression that is assigned to them
	rounded map[token.Pos]bool     // float operations that may not be fused, because a conversion rounds them
	loops   []lower.Loop           // of the files with a directive of a loop
	called  map[*ast.FuncDecl]bool // the functions that are not to be inlined

	byObject  map[types.Object]*decl
	faults    map[*decl]diag.List // the mistakes in each declaration
	launches  map[*decl]diag.List // the mistakes in the signature of each root, as a kernel
	links     map[*decl][]*decl   // the declarations that each declaration uses
	suggested int                 // undefined names for which a similar name was searched
	ssa       *ssa.Package
	instance  *ssa.Function // the instance of a generic kernel, if one is wanted
}

// newBuild checks the roots and the declarations that they reach. A declaration with
// a fault, or that uses one with a fault, has no SSA form. instance names a generic
// root with its type arguments, "Copy[float32]"; "" for none.
func newBuild(src *sources, roots []*decl, instance string) *build {
	b := &build{src: src, helpers: &helpers{byPath: map[string]*helper{}}, faults: map[*decl]diag.List{}, launches: map[*decl]diag.List{}}
	roots, keep := b.withinLimits(roots, instance)
	errs := b.check(keep, nil)
	b.readDirectives()
	for _, d := range keep {
		if more := b.refuse(d); len(more) > 0 {
			b.faults[d] = append(b.faults[d], more...)
		}
	}
	b.attribute(errs)
	for _, d := range roots {
		b.launches[d] = b.refuseKernel(d)
	}
	clean := func() []*ast.File { return b.clean(keep, roots, instance) }
	b.buildSSA(b.limitInstances(clean(), clean))
	return b
}

// withinLimits returns the roots, and the declarations that they reach, without those
// roots that reach a declaration beyond the limits.
func (b *build) withinLimits(roots []*decl, instance string) (within, keep []*decl) {
	keep = b.src.reach(roots, typeArguments(instance))
	over := b.src.overLimits(keep)
	if len(over) == 0 {
		return roots, keep
	}
	for _, root := range roots {
		for _, d := range b.src.reach([]*decl{root}, typeArguments(instance)) {
			b.launches[root] = append(b.launches[root], over[d]...)
		}
		if len(b.launches[root]) == 0 {
			within = append(within, root)
		}
	}
	if len(within) == 0 {
		return nil, nil
	}
	return within, b.src.reach(within, typeArguments(instance))
}

// typeArguments returns the names that an instance of a generic kernel mentions.
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
		Importer: b, Sizes: layout.Sizes{}, GoVersion: "go1.26",
		Error: func(err error) { errs = append(errs, err.(types.Error)) },
	}
	files := b.src.reduced(keep)
	if extra != nil {
		files = append(files, extra)
	}
	b.pkg, _ = conf.Check(cmp.Or(b.path, b.src.files[0].ast.Name.Name), b.src.fset, files, b.info) // conf.Error collects the errors
	b.info.InitOrder = nil
	b.link(keep)
	return slices.DeleteFunc(errs, func(err types.Error) bool { return !b.matters(err, keep) })
}

// matters reports whether err is in a declaration. Errors in imports do not matter:
// host packages cannot be imported here, and some imports are unused. C has variables that
// nothing reads.
func (b *build) matters(err types.Error, keep []*decl) bool {
	if b.src.cuda != nil && unused.MatchString(err.Msg) {
		return false
	}
	return err.Pos.IsValid() && b.src.fset.File(err.Pos).Name() == instanceName ||
		slices.Contains(keep, b.src.declAt(err.Pos))
}

// link finds the declarations that each declaration uses, by object.
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
			b.links[t] = append(b.links[t], d) // a type argument's method may be called through its constraint
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

// origin returns the declared object of a method or field of an instance.
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

// attribute adds each type error to the faults of the declaration that it is in.
func (b *build) attribute(errs []types.Error) {
	for _, err := range errs {
		if d := b.src.declAt(err.Pos); d != nil {
			b.faults[d] = append(b.faults[d], b.explain(err)...)
		}
	}
}

// explain returns what is wrong where a type error is: in another package, or there.
func (b *build) explain(err types.Error) diag.List {
	if m := undefinedInPkg.FindStringSubmatch(err.Msg); m != nil {
		if list, ok := b.inHelper(m[1], m[2], err); ok {
			return list
		}
	}
	return diag.List{b.translate(err)}
}

// diagnose returns the mistakes in d and in all that it uses.
func (b *build) diagnose(d *decl) diag.List {
	var errs diag.List
	for used := range b.closure(d) {
		errs = append(errs, b.faults[used]...)
		errs = append(errs, b.src.ambiguous(used)...)
	}
	return b.src.listed(append(errs, b.launches[d]...).Sort())
}

// closure returns d and all that it uses, directly or through others.
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

// clean returns files with the sound declarations, and with the instance that is
// wanted. It checks them again when it left out a declaration.
func (b *build) clean(keep, roots []*decl, instance string) []*ast.File {
	links, byObject := b.links, b.byObject
	defer func() { b.links, b.byObject = links, byObject }()
	for checked := keep; ; {
		good := b.sound(keep)
		extra := b.instanceFile(instance, roots, good)
		if len(good) < len(checked) || extra != nil {
			errs := b.check(good, extra)
			b.attribute(errs)
			if extra != nil {
				b.instanceFault(roots[0], errs)
			}
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

// sound returns the declarations that neither have a fault nor use one that has.
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

// The function that mentions the instance of a generic kernel, and its file.
const (
	instanceFunc = "ʹinstance"
	instanceName = "instance"
)

// instanceFile returns a file that mentions a generic kernel with type arguments, so
// that the type checker and the SSA builder make the instance.
func (b *build) instanceFile(instance string, roots, good []*decl) *ast.File {
	if !strings.Contains(instance, "[") || len(roots) == 0 || !slices.Contains(good, roots[0]) {
		return nil
	}
	text := "package " + b.src.files[0].ast.Name.Name + "\nimport gpu \"" + layout.GPUPath + "\"\nvar _ gpu.Dim3\nfunc " + instanceFunc + "(use func(any)) { use(" + instance + ") }"
	f, err := parser.ParseFile(b.src.fset, instanceName, text, parser.SkipObjectResolution)
	if err != nil {
		b.faults[roots[0]] = append(b.faults[roots[0]], b.src.diagnostic(roots[0].fn().Name.Pos(),
			diag.TypeArguments, "write them as in Go", "%s: the type arguments cannot be read", instance))
		return nil
	}
	return f
}

// instanceFault adds the first error in the instance to the faults of the root.
func (b *build) instanceFault(root *decl, errs []types.Error) {
	for _, err := range errs {
		if b.src.fset.File(err.Pos).Name() == instanceName {
			b.faults[root] = append(b.faults[root], b.src.diagnostic(root.fn().Name.Pos(),
				diag.TypeArguments, "use types that meet the constraint", "%s", err.Msg))
			return
		}
	}
}

// buildSSA builds the SSA form of the files.
func (b *build) buildSSA(files []*ast.File) {
	b.layouts = layout.Sizes{}
	b.names = map[token.Pos]string{}
	for _, f := range files {
		nameValues(f, b.names)
	}
	b.rounded = roundedOperations(files, b.info)
	for _, h := range b.helpers.order {
		for _, f := range h.files {
			nameValues(f, b.names)
		}
		maps.Copy(b.rounded, roundedOperations(h.files, h.info))
		b.loops = append(b.loops, h.loops...)
		maps.Copy(b.called, h.called)
	}
	prog := ssa.NewProgram(b.src.fset, ssa.InstantiateGenerics|ssa.BuildSerially|ssa.BareInits)
	for _, p := range []*types.Package{gpuPackage(), mathPackage(), bitsPackage(), cudaPackage()} {
		prog.CreatePackage(p, nil, nil, true)
	}
	for _, h := range b.helpers.order {
		prog.CreatePackage(h.pkg, h.files, h.info, true).Build()
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

// nameValues records the variable that each expression is assigned to, by the
// position that package ssa gives the expression.
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

// valuePos returns the position that package ssa gives the value of e.
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
