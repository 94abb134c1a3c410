package source

// This file counts the instances of generic functions before package ssa makes them.

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
)

// instances finds the instances that functions need, directly or through other
// instances.
type instances struct {
	info   *types.Info
	bodies map[*types.Func]*ast.FuncDecl
	found  map[string]bool     // by function and type arguments
	count  map[*types.Func]int // by generic function
	work   []instance
	over   excess
}

// excess is a function beyond a limit; fn is nil for none.
type excess struct {
	fn   *types.Func
	what string
}

// instance is a function with type arguments, none for a function that is not generic.
type instance struct {
	fn   *types.Func
	args []string
}

// findInstances finds the instances that all functions of the files need, up to the
// first that exceeds a limit.
func findInstances(files []*ast.File, info *types.Info) *instances {
	in := &instances{info: info, bodies: map[*types.Func]*ast.FuncDecl{}, found: map[string]bool{}, count: map[*types.Func]int{}}
	for _, f := range files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				in.declare(d)
			}
		}
	}
	for len(in.work) > 0 && in.over.fn == nil {
		next := in.work[0]
		in.work = in.work[1:]
		in.body(next)
	}
	return in
}

// declare notes a function. One that is not generic is an instance itself.
func (in *instances) declare(d *ast.FuncDecl) {
	fn, ok := in.info.Defs[d.Name].(*types.Func)
	if !ok || d.Body == nil {
		return
	}
	in.bodies[fn] = d
	if sig := fn.Signature(); sig.TypeParams().Len() == 0 && sig.RecvTypeParams().Len() == 0 {
		in.work = append(in.work, instance{fn: fn})
	}
}

// body adds the instances that the body of one instance mentions.
func (in *instances) body(of instance) {
	if d := in.bodies[of.fn]; d != nil {
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := in.info.Uses[id].(*types.Func); ok {
					in.add(fn.Origin(), in.arguments(id, fn), of)
				}
			}
			return in.over.fn == nil
		})
	}
}

// arguments returns the type arguments of a function, or of the receiver of a method.
func (in *instances) arguments(id *ast.Ident, fn *types.Func) *types.TypeList {
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			return n.TypeArgs()
		}
	}
	return in.info.Instances[id].TypeArgs
}

// add adds an instance that another instance mentions.
func (in *instances) add(fn *types.Func, args *types.TypeList, from instance) {
	if args.Len() == 0 {
		return
	}
	next := instance{fn: fn}
	for t := range args.Types() {
		name := from.typeName(t)
		if len(name) > limit.TypeName {
			in.over = excess{fn, fmt.Sprintf("has a type argument whose name takes more than %d bytes", limit.TypeName)}
			return
		}
		next.args = append(next.args, name)
	}
	key := fmt.Sprintf("%p%q", fn, next.args)
	if in.found[key] {
		return
	}
	in.found[key] = true
	in.work = append(in.work, next)
	if in.count[fn]++; len(in.found) > limit.Generics {
		in.over = excess{in.most(), fmt.Sprintf("has most of more than %d instances of generic functions", limit.Generics)}
	}
}

// most returns the function with the most instances, of several the first in the source.
func (in *instances) most() (most *types.Func) {
	for fn, n := range in.count {
		if most == nil || n > in.count[most] || n == in.count[most] && fn.Pos() < most.Pos() {
			most = fn
		}
	}
	return most
}

// typeName names a type that an instance mentions, with the instance's type arguments
// in it. A type longer than the limit is not written to its end.
func (i instance) typeName(t types.Type) string {
	var b strings.Builder
	i.write(&b, t)
	return b.String()
}

func (i instance) write(b *strings.Builder, t types.Type) {
	if b.Len() > limit.TypeName {
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if t.Index() < len(i.args) {
			b.WriteString(i.args[t.Index()])
		}
	case *types.Named:
		i.writeNamed(b, t)
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		i.write(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		i.write(b, t.Elem())
	case *types.Pointer:
		b.WriteString("*")
		i.write(b, t.Elem())
	case *types.Struct:
		b.WriteString("struct{")
		for f := range t.Fields() {
			b.WriteString(f.Name() + " ")
			i.write(b, f.Type())
			b.WriteString(";")
		}
		b.WriteString("}")
	default:
		b.WriteString(types.TypeString(t, nil))
	}
}

// writeNamed writes a type's name and type arguments. A type that is declared in a
// function differs between the instances of the function.
func (i instance) writeNamed(b *strings.Builder, t *types.Named) {
	b.WriteString(t.Obj().Name())
	if p := t.Obj().Pkg(); p != nil && t.Obj().Parent() != p.Scope() {
		fmt.Fprint(b, t.Obj().Pos(), i.args)
	}
	for arg := range t.TypeArgs().Types() {
		b.WriteString("[")
		i.write(b, arg)
		b.WriteString("]")
	}
}

// limitInstances returns the files without the generic functions that exceed a limit,
// and without what uses them.
func (b *build) limitInstances(files []*ast.File, clean func() []*ast.File) []*ast.File {
	for {
		over := findInstances(files, b.info).over
		if over.fn == nil {
			return files
		}
		d := b.src.declAt(over.fn.Pos())
		b.faults[d] = append(b.faults[d], b.src.diagnostic(over.fn.Pos(), diag.TooManyInstances,
			"a generic call inside a generic function multiplies the types; call it with the same type arguments", "generic function %s %s", over.fn.Name(), over.what))
		files = clean()
	}
}
