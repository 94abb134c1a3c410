package lower

// This file holds what is known of the targets of pointers: a points-to analysis
// that runs while a kernel is lowered.

import "gpucourse/gpusim/internal/ir"

// target is the object that a pointer points to, as far as it is known.
type target struct {
	space    ir.Space // NoSpace: the pointer is nil
	root     ir.VarID // 0: unknown
	readOnly bool
}

func (p pointer) target() target { return target{p.space, p.root, p.readOnly} }

// merge returns the target of a pointer that points to a or to b. ok is false when
// a and b lie in different spaces.
func merge(a, b target) (t target, ok bool) {
	switch {
	case a.space == ir.NoSpace:
		return b, true
	case b.space == ir.NoSpace:
		return a, true
	case a.space != b.space:
		return a, false
	}
	if a.root != b.root {
		a.root = 0
	}
	a.readOnly = a.readOnly && b.readOnly
	return a, true
}

// pointsTo holds the targets that one pass over the code cannot know: those of
// pointers that join in a phi, and of pointers in memory. The first pointer that
// is seen sets a target. A later pointer with another target widens it, and the
// kernel is then lowered again. Targets only widen, so that this ends.
type pointsTo struct {
	targets map[any]target // by joinKey, slotKey, argumentKey or resultsKey
	used    map[any]bool   // in this attempt
	changed bool           // a target was widened after its use
}

// joinKey names a joined pointer in every attempt.
type joinKey struct {
	of   any
	path string // of the pointer in the joined value
}

// slotKey names a pointer in a local variable in every attempt.
type slotKey struct {
	object any
	off    int64
}

// assume returns the target of a pointer as far as it is known.
func (p *pointsTo) assume(key any) (target, bool) {
	t, ok := p.targets[key]
	p.used[key] = true
	return t, ok
}

// add adds a target of a pointer. It reports whether all targets lie in one space.
func (p *pointsTo) add(key any, t target) bool {
	old, known := p.targets[key]
	next, ok := t, true
	if known {
		next, ok = merge(old, t)
	}
	if ok && (!known || next != old) {
		p.targets[key] = next
		p.changed = p.changed || p.used[key]
	}
	return ok
}
