package cfront

// This file translates what writes to a variable: =, +=, ++ and their like.

import (
	"go/token"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// increment translates ++ and --; wanted says that the value is used.
func (f *fn) increment(x *syntax.Unary, wanted bool) val {
	v := f.place(x.X)
	if v.t.k == structure {
		if x.Postfix {
			return f.operator(x.Op, x.Pos, v, []val{intConstant(0, intType, x.Pos)})
		}
		return f.operator(x.Op, x.Pos, v, nil)
	}
	if v.t.enum != nil {
		args := []val{v}
		if x.Postfix {
			args = append(args, intConstant(0, intType, x.Pos))
		}
		if r, ok := f.enumOperator(x.Op, x.Pos, args...); ok {
			return r
		}
		f.mismatch(v, "%s needs a number, not enumeration %s", x.Op, v.t)
	}
	old := f.rvalue(v)
	if wanted && x.Postfix {
		old = val{x: f.keep(old), t: old.t, at: x.Pos, simple: true}
	}
	if v.t.k == boolean {
		f.mismatch(v, "%s of a bool, which C++17 has removed", x.Op)
	}
	one := intConstant(1, intType, x.Pos)
	f.assign(v, f.arithmetic(x.Op[:1], old, one, x.Pos), x.Pos)
	if x.Postfix {
		return old
	}
	return v
}

// place translates an expression that is written to, so that it may be written to twice.
func (f *fn) place(x syntax.Expr) val { return f.placed(f.expr(x), x) }

// placed is place of an expression that is translated already.
func (f *fn) placed(v val, x syntax.Expr) val {
	v = v.asPlace()
	switch {
	case v.special != "":
		refuse(v.at, diag.IndexStore, "copy it into a local variable first", "%s cannot be assigned", strings.ToLower(v.special[:1])+v.special[1:])
	case v.c != nil || v.t.constant && v.lv:
		refuse(v.at, diag.TypeError, "remove const, or write to another variable", "%s is const", spelled(x))
	case !v.lv && isPartOfChoice(x):
		panic(refusal{syntax.Unsupported(x.Position(), "assignments to a part of ?:")})
	case !v.lv:
		f.mismatch(v, "%s cannot be assigned", spelled(x))
	case v.t.k == array:
		f.mismatch(v, "an array cannot be assigned")
	case v.simple:
		return v
	}
	return f.pointee(f.keep(val{x: f.addr(v)}), v.t, v.at)
}

// isPartOfChoice reports whether x is a field or an element of what ?: chooses.
func isPartOfChoice(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Member:
		return isPartOfChoice(x.X)
	case *syntax.Index:
		return isPartOfChoice(x.X)
	case *syntax.Cond:
		return true
	}
	return false
}

// spelled names an expression in a message.
func spelled(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Name:
		return x.Name
	case *syntax.Member:
		return spelled(x.X) + "." + x.Name
	case *syntax.Index:
		return spelled(x.X) + "[…]"
	case *syntax.Unary:
		return x.Op + spelled(x.X)
	}
	return "the expression"
}

// assign stores a value.
func (f *fn) assign(to, v val, at diag.Pos) {
	v = f.convert(v, to.t)
	if to.t.volatile && to.t.k != structure && (to.ptr != nil || !to.simple) {
		f.add(tree.Do(f.u.call("gpu.StoreVolatile", at, f.addr(to), v.x)))
		return
	}
	f.add(tree.Assign(to.x, token.ASSIGN, v.x, f.u.at(at)))
}

// isCompound reports whether an operator is one such as +=.
func isCompound(op string) bool {
	return strings.HasSuffix(op, "=") && !strings.ContainsAny(op[:1], "=!<>") || op == "<<=" || op == ">>="
}

// assignment translates x = y; wanted says that its value is used.
func (f *fn) assignment(x *syntax.Binary, wanted bool) val {
	list, braced := x.Y.(*syntax.List)
	var v val
	early := !braced && f.valueFirst(x)
	if early {
		v = f.fixed(f.rvalue(f.expr(x.Y)))
	}
	to := f.expr(x.X)
	if to.t.k == structure {
		if v, ok := f.assignOperator("=", x, to); ok {
			return v
		}
	}
	if braced {
		v = f.construct(to.t, list.Elems, list.Fields, true, list.Pos)
	} else if !early {
		v = f.rvalue(f.expr(x.Y))
	}
	f.assignable(to, x)
	switch {
	case to.special != "", to.c != nil, !to.lv, to.t.constant, to.t.k == array:
		to = f.placed(to, x.X) // or reports it
	}
	return f.assigned(to, v, x.Pos, wanted)
}

// assignable refuses to assign a struct that has const fields.
func (f *fn) assignable(to val, x *syntax.Binary) {
	if to.t.k != structure {
		return
	}
	for _, part := range to.t.s.fields {
		if inner := part.t; inner.constant || inner.k == array && inner.elem.constant || constantField(inner) != "" {
			refuse(x.Pos, diag.TypeError, "remove const, or assign the other fields one by one", "%s cannot be assigned: field %s of %s is const", spelled(x.X), part.name, to.t)
		}
	}
}

// valueFirst reports whether the value of an assignment must be computed before its place
// is: since C++17 it comes first, which counts where the place does something, as in
// out[atomicAdd(n, 1)] = in[i].
func (f *fn) valueFirst(x *syntax.Binary) bool {
	if !acts(x.X) {
		return false
	}
	to := f.typeOfExpr(x.X)
	return to.t.k != structure || !hasMethod(to.t.s, "operator"+x.Op) && len(f.u.p.funcs["operator"+x.Op]) == 0
}

// assigned stores a value and returns it. A place in memory is not read again for it.
func (f *fn) assigned(to, v val, at diag.Pos, wanted bool) val {
	if wanted && !to.simple {
		v = f.settle(f.convert(v, to.t))
		f.assign(to, v, at)
		return v
	}
	f.assign(to, v, at)
	return to
}

// goAssigns are the operators for which x op= y of Go does what C does, on operands of
// one type that C does not promote.
var goAssigns = map[string]bool{"+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true}

// compound translates x op= y; wanted says that its value is used.
func (f *fn) compound(x *syntax.Binary, wanted bool) val {
	var y val
	early := f.valueFirst(x)
	if early {
		y = f.fixed(f.rvalue(f.expr(x.Y)))
	}
	to := f.expr(x.X)
	if to.t.k == structure {
		if v, ok := f.assignOperator(x.Op, x, to); ok {
			return v
		}
	}
	if !early {
		y = f.rvalue(f.expr(x.Y))
	}
	if to.t.enum != nil {
		if v, ok := f.enumOperator(x.Op, x.Pos, to, y); ok {
			return v
		}
		f.mismatch(to, "%s needs a number, not enumeration %s", x.Op, to.t)
	}
	if (!wanted || to.simple) && to.lv && !to.t.constant && !to.t.volatile && to.c == nil && goAssigns[x.Op] && to.t.number() && to.t.k >= integer && y.t.number() && commonType(to.t, y.t).k == to.t.k {
		f.add(tree.Assign(to.x, tokens[x.Op], f.convert(y, to.t).x, f.u.at(x.Pos)))
		return to
	}
	to = f.placed(to, x.X)
	v := f.arithmetic(strings.TrimSuffix(x.Op, "="), f.rvalue(to), y, x.Pos)
	return f.assigned(to, v, x.Pos, wanted)
}
