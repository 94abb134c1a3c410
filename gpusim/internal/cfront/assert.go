package cfront

// This file checks what static_assert says.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

func (f *fn) staticAssert(s *syntax.StaticAssert) {
	if c := f.condition(f.constant(s.C, "the condition of static_assert")); c.c.i == 0 {
		refuse(s.Pos, diag.Assertion, "change what it checks", "this static_assert does not hold")
	}
}

// outerAssertions checks those outside of functions and structs. One that cannot be computed
// may be about what only the host has.
func (u *unit) outerAssertions() {
	for _, s := range u.p.asserts {
		if err := u.attempt(func() { (&fn{u: u}).staticAssert(s) }); err != nil && err.Code == diag.Assertion {
			panic(refusal{*err})
		}
	}
}

// attempt runs do and returns why it was left, nil where it was not.
func (u *unit) attempt(do func()) (err *diag.Diagnostic) {
	defer func() {
		if r := recover(); r != nil {
			left, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = &left.Diagnostic
		}
	}()
	do()
	return nil
}
