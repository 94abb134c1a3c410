package cfront

// This file calls the operators that the source defines.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// operator calls an operator that the source defines for structs.
func (f *fn) operator(op string, at diag.Pos, x val, rest []val) val {
	name := "operator" + op
	args := append([]val{x}, rest...)
	if c := f.chooseOperator(name, args, at); c != nil {
		return f.callOperator(c, name, args, at)
	}
	if x.t.k == structure {
		if to := f.conversionOf(x); to != nil && len(rest) == 1 && rest[0].t.k != structure {
			return f.arithmetic(op, *to, rest[0], at)
		}
	}
	var types []string
	for _, a := range args {
		types = append(types, a.t.String())
	}
	refuse(at, diag.TypeError, "define "+name+" as a __device__ function, or compute with the fields", "%s is not defined for %s", op, strings.Join(types, " and "))
	return val{}
}

// hasOperator reports whether the source defines an operator for values.
func (f *fn) hasOperator(name string, x val, rest []val) bool {
	return f.chooseOperator(name, append([]val{x}, rest...), x.at) != nil
}

// chooseOperator returns the method or function that an operator means; nil for none. C++
// compares the methods of the first operand with the functions, and with those of the host.
func (f *fn) chooseOperator(name string, args []val, at diag.Pos) *candidate {
	var list []*candidate
	if x := args[0]; x.t.k == structure {
		list = f.methods(x.t.s, name, args[1:], x.t.constant)
	}
	n := &syntax.Name{Seen: f.seen, Name: name}
	functions := f.functions(n, args)
	list = append(list, f.candidates(functions, args, nil, nil)...)
	list = append(list, f.hostCandidates(n, functions, args, nil)...)
	if !slices.ContainsFunc(args, func(a val) bool { return a.t.k == structure || a.t.enum != nil && a.t.enum.decl.Scoped }) {
		// what C does with numbers comes before a function that makes structs of them
		list = slices.DeleteFunc(list, func(c *candidate) bool {
			return slices.ContainsFunc(c.matches, func(m match) bool { return m.rank == userDefined })
		})
	}
	return f.specialized(functions, ofDevice(f.best(list, at), at))
}

// callOperator calls what an operator means.
func (f *fn) callOperator(c *candidate, name string, args []val, at diag.Pos) val {
	if c.method {
		return f.method(args[0], name, args[1:], at)
	}
	return f.callFunction(c, args, at)
}

// assignOperator calls an assignment that the source defines. ok is false when it
// defines none.
func (f *fn) assignOperator(op string, x *syntax.Binary, to val) (v val, ok bool) {
	name := "operator" + op
	if !hasMethod(to.t.s, name) && len(f.operators(name, []val{to})) == 0 {
		if op == "=" {
			return val{}, false
		}
		refuse(x.Pos, diag.TypeError, "define "+name+", or write a = a "+strings.TrimSuffix(op, "=")+" b", "%s is not defined for %s", op, to.t)
	}
	if _, list := x.Y.(*syntax.List); list {
		return val{}, false
	}
	args := []val{to, f.expr(x.Y)}
	if c := f.chooseOperator(name, args, x.Pos); c != nil {
		return f.kept(f.callOperator(c, name, args, x.Pos)), true
	}
	if op == "=" {
		f.assignable(to, x)
		f.assign(to, args[1], x.Pos)
		return to, true
	}
	return f.operator(op, x.Pos, to, args[1:]), true
}

// kept makes a call a statement, so that it happens in its place.
func (f *fn) kept(v val) val {
	switch {
	case v.t.k == void:
		f.add(tree.Do(v.x))
		return val{t: voidType, at: v.at}
	case v.lv:
		return v
	}
	return f.settle(v)
}

// conversionOf returns what a struct's conversion operator gives; nil for none.
func (f *fn) conversionOf(v val) *val {
	if !hasMethod(v.t.s, "operator type") {
		return nil
	}
	r := f.method(v, "operator type", nil, v.at)
	return &r
}
