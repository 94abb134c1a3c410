package compile

// This file lowers arrays and structs that are read as a whole. SSA form copies
// them even where the source only indexes them (for i, v := range arr); no
// copy is made while none can be seen.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/internal/ir"
)

// loadValue lowers *p. Arrays stay in memory until an element is asked for,
// unless a store could change them before that.
func (l *lowerer) loadValue(a *activation, u *ssa.UnOp, p pointer, t *layout) val {
	if !holdsArray(t) || p.space == ir.NoSpace {
		return l.load(p, t, loadAs{})
	}
	if p.space == ir.Const || p.space == ir.Param || onlyIndexed(u) && !writtenAfter(u) {
		return val{at: &p}
	}
	v := l.load(p, t, loadAs{})
	if !indexedAtRunTime(u) {
		return v
	}
	copied := l.local(instanceKey{u, a.path}, "copy", t)
	l.store(copied, v, t, loadAs{})
	return val{at: &copied}
}

func holdsArray(t *layout) bool {
	switch t.shape {
	case array:
		return true
	case structure:
		for _, f := range t.fields {
			if holdsArray(f.layout) {
				return true
			}
		}
	}
	return false
}

// onlyIndexed reports whether v is used by nothing but selections.
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

// indexedAtRunTime reports whether an element of v is chosen by a value that is
// not constant.
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

// writtenAfter reports whether the object that u reads may be written between u
// and the uses of what it read.
func writtenAfter(u *ssa.UnOp) bool {
	switch root := rootOf(u.X).(type) {
	case *ssa.Alloc:
		return writes(root, u)
	case *ssa.Call:
		return !isShared(root) || writes(root, u)
	}
	return true // a parameter or captured variable: others may know the object
}

// rootOf follows an address to the object it lies in.
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

// writes reports whether something that uses the address v may write the object
// after u was executed.
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

// after reports whether b may be executed after a.
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

// binding is the value of a variable that is assigned once, as a whole, and
// only read after that: it needs no memory.
type binding struct{ v val }

// assignedOnce reports whether v is such a variable. An element that is chosen
// at run time must be in memory: it is for the parameters of the kernel.
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
	_, param := store.Val.(*ssa.Parameter)
	for _, r := range *v.Referrers() {
		if r != store && !onlyRead(r, param && kernel) {
			return false
		}
	}
	return !before(store)
}

// before reports whether the variable that s assigns is used between its making
// and s.
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

// onlyRead reports whether the instruction r, which uses an address, reads what
// is there or selects a part of it that is only read.
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
