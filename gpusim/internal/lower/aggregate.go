package lower

// This file lowers loads of whole arrays and structs. Package ssa copies them even
// where the source only indexes them (for i, v := range arr). Lowering copies only
// where a later store could change the value.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// loadValue lowers *p. An array stays in memory until an element is used, unless a
// store could change it before that.
func (l *lowerer) loadValue(a *activation, u *ssa.UnOp, p pointer, t *layout.Type) val {
	if !t.Holds(layout.Array) || p.space == ir.NoSpace {
		return l.load(p, t, accessMode{whole: unread(u)})
	}
	if p.space == ir.Const || p.space == ir.Param || onlyIndexed(u) && !writtenAfter(u) {
		return val{at: &p}
	}
	v := l.load(p, t, accessMode{})
	if !indexedAtRunTime(u) {
		return v
	}
	copied := l.local(instanceKey{u, a.path}, "copy", t)
	l.store(copied, v, t, accessMode{})
	return val{at: &copied}
}

// unread reports whether nothing uses a value.
func unread(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		_, debug := in.(*ssa.DebugRef)
		return !debug
	})
}

// onlyIndexed reports whether every use of v selects a field or an element.
func onlyIndexed(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Index:
			if holdsArrayType(r.Type()) && !onlyIndexed(r) {
				return false
			}
		case *ssa.Field:
			if holdsArrayType(r.Type()) && !onlyIndexed(r) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

func holdsArrayType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsArrayType(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// indexedAtRunTime reports whether an index into v is not constant.
func indexedAtRunTime(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Index:
			if _, constant := r.Index.(*ssa.Const); !constant || indexedAtRunTime(r) {
				return true
			}
		case *ssa.Field:
			if indexedAtRunTime(r) {
				return true
			}
		}
	}
	return false
}

// writtenAfter reports whether the object that u loads may be written after u.
func writtenAfter(u *ssa.UnOp) bool {
	switch root := rootOf(u.X).(type) {
	case *ssa.Alloc:
		return writes(root, u)
	case *ssa.Call:
		return !isShared(root) || writes(root, u)
	}
	return true // a parameter or captured variable, which may have aliases
}

// rootOf returns the object that an address points into.
func rootOf(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// writes reports whether a use of the address v may write the object after u.
func writes(v ssa.Value, u *ssa.UnOp) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if writes(r, u) {
				return true
			}
		case *ssa.IndexAddr:
			if writes(r, u) {
				return true
			}
		default:
			if after(u, r) {
				return true
			}
		}
	}
	return false
}

// after reports whether b may execute after a.
func after(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return reaches(a.Block(), b.Block())
	}
	if inCycle(a.Block()) {
		return true
	}
	for _, in := range a.Block().Instrs {
		if in == a {
			return true
		}
		if in == b {
			return false
		}
	}
	return false
}

// binding is the value of a variable that is assigned once, as a whole, and only
// read after that. Such a variable needs no memory.
type binding struct{ v val }

// assignedOnce reports whether v needs only a binding. An element that is indexed at
// run time must be in memory, as the parameters of the kernel are.
func assignedOnce(v *ssa.Alloc, kernel bool) bool {
	var store *ssa.Store
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == v {
			if store != nil {
				return false
			}
			store = s
		}
	}
	if store == nil || store.Block() != v.Block() {
		return false
	}
	for _, r := range *v.Referrers() {
		if r != store && !onlyRead(r, kernel && isParameter(store.Val)) {
			return false
		}
	}
	return !before(store)
}

// isParameter reports whether v is a parameter, also as C has it.
func isParameter(v ssa.Value) bool { return parameterOf(v) != nil }

// parameterOf returns the parameter that v is, also as C has it; nil for another value.
func parameterOf(v ssa.Value) *ssa.Parameter {
	if c, ok := v.(*ssa.Call); ok && c.Call.StaticCallee() != nil && deviceName(c.Call.StaticCallee()) == argumentCall {
		v = c.Call.Args[0]
	}
	p, _ := v.(*ssa.Parameter)
	return p
}

// before reports whether the variable that s assigns is used before s.
func before(s *ssa.Store) bool {
	for _, in := range s.Block().Instrs {
		if in == s {
			return false
		}
		for _, op := range in.Operands(nil) {
			if *op == s.Addr {
				return true
			}
		}
	}
	return false
}

// onlyRead reports whether r, which uses an address, loads from it or selects a part
// that is only loaded from. dynamic allows indexes that are not constant.
func onlyRead(r ssa.Instruction, dynamic bool) bool {
	var part ssa.Value
	switch r := r.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return true
	case *ssa.FieldAddr:
		part = r
	case *ssa.IndexAddr:
		if _, constant := r.Index.(*ssa.Const); !constant && !dynamic {
			return false
		}
		part = r
	default:
		return false
	}
	for _, u := range *part.Referrers() {
		if !onlyRead(u, dynamic) {
			return false
		}
	}
	return true
}
