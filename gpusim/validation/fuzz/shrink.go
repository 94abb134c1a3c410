package fuzz

// This file makes a failing kernel small.

import (
	"fmt"
	"slices"
)

// Fails returns which kernels still differ.
type Fails func([]*Kernel) ([]bool, error)

// Shrink edits k as long as it fails and returns the smallest kernel found. It tries up to
// batch edits at a time.
func Shrink(k *Kernel, batch int, fails Fails) (*Kernel, error) {
	name := k.Name
	skip := 0 // edits of k that are known not to fail
	for {
		tries := edited(k, skip, batch)
		if len(tries) == 0 {
			return k.Clone(name), nil
		}
		failed, err := fails(tries)
		if err != nil {
			return k, err
		}
		best, least := -1, k.Size()
		for i, f := range failed {
			if size := tries[i].Size(); f && size < least {
				best, least = i, size
			}
		}
		if best < 0 {
			skip += batch
			continue
		}
		k, skip = tries[best], 0
	}
}

// edited returns copies of k with one edit each: edits skip to skip+most,
// largest gain first, so that whole statements go before operands.
func edited(k *Kernel, skip, most int) []*Kernel {
	var out []*Kernel
	for edit := skip; len(out) < most; edit++ {
		c := k.Clone(fmt.Sprintf("K%dt%d", k.Seed, len(out)))
		if e := (&editor{left: edit, kernel: c}); !e.apply() {
			break
		}
		out = append(out, c)
	}
	return out
}

// editor makes the edit with number left.
type editor struct {
	kernel *Kernel
	left   int
	done   bool
}

// take reports whether the current edit is the one to make.
func (e *editor) take() bool {
	if e.done {
		return false
	}
	e.left--
	e.done = e.left < 0
	return e.done
}

// apply makes the edit. It returns false if there are fewer edits.
func (e *editor) apply() bool {
	if e.kernel.Grid.X > 1 && e.take() {
		e.kernel.Grid.X = 1
	}
	e.dropHelper()
	for _, body := range e.kernel.bodies() {
		e.chunks(body, len(*body)/2)
	}
	for _, body := range e.kernel.bodies() {
		e.statements(body)
	}
	for _, body := range e.kernel.bodies() {
		walk(*body, func(*Stmt) {}, e.expression)
	}
	return e.done
}

// dropHelper tries the removal of each helper that nothing calls.
func (e *editor) dropHelper() {
	for i, h := range e.kernel.helpers {
		called := false
		for _, body := range e.kernel.bodies() {
			called = called || named(*body, h.name)
		}
		if !called && e.take() {
			e.kernel.helpers = slices.Delete(e.kernel.helpers, i, i+1)
			return
		}
	}
}

// chunks tries to remove halves of a list, then quarters and so on, except declarations.
func (e *editor) chunks(list *[]*Stmt, size int) {
	for ; size > 1 && !e.done; size /= 2 {
		for from := 0; from < len(*list); from += size {
			if e.take() {
				*list = without(*list, from, min(from+size, len(*list)))
				return
			}
		}
	}
}

// without returns a list without the statements from a to b that may be removed.
func without(list []*Stmt, a, b int) []*Stmt {
	out := append([]*Stmt{}, list[:a]...)
	for _, s := range list[a:b] {
		if s.Keep || s.Var != "" {
			out = append(out, s)
		}
	}
	return append(out, list[b:]...)
}

// statements tries to remove each statement of a list, then edits within it.
func (e *editor) statements(list *[]*Stmt) {
	for i := 0; i < len(*list) && !e.done; i++ {
		s := (*list)[i]
		rest := append([]*Stmt{}, (*list)[i+1:]...)
		removable := !s.Keep && (s.Var == "" || !named(rest, s.Var))
		if removable && e.take() {
			*list = append((*list)[:i:i], rest...)
			return
		}
		if s.Unwrap && e.take() {
			var inner []*Stmt
			for _, b := range s.Bodies {
				inner = append(inner, b...)
			}
			*list = append(append((*list)[:i:i], inner...), rest...)
			return
		}
		for j := range s.Bodies {
			e.statements(&s.Bodies[j])
		}
	}
}

// expression tries to replace an expression by an operand or a plain value.
func (e *editor) expression(at **Expr) {
	if e.done {
		return
	}
	x := *at
	for _, a := range x.Args {
		if a.Type == x.Type && e.take() {
			*at = a
			return
		}
	}
	if len(x.Args) > 0 && e.take() {
		*at = of(x.Type, plainValue(x.Type))
	}
}

// plainValue returns an expression that Go does not fold.
func plainValue(t Type) string {
	switch t {
	case Bool:
		return "(three[int32]() > 2)"
	case Int:
		return "1" // an index that every array has
	}
	return "three[" + t.String() + "]()"
}
