package coalesce

// This file remembers results for affine accesses.

import (
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/trace"
)

// memoBits is log2 of the number of results that a memo keeps.
const memoBits = 10

// memo keeps results for affine accesses. Two accesses have the same result if all their
// addresses differ by the same multiple of a period: bytes, a power of two.
type memo[T any] struct {
	entries [1 << memoBits]struct {
		key    memoKey
		result T
	}
	other T // of an access that is not affine
}

// memoKey is what the result of an affine access depends on. The zero value belongs to no
// access, because it has no active lanes.
type memoKey struct {
	dx, dy int64
	base   uint32 // within its period
	active trace.Mask
	form   uint32 // width, bytes, space and kind
}

// of returns where the result for an access with a period is kept, and whether it is known.
func (m *memo[T]) of(a *trace.Access, period uint32) (result *T, known bool) {
	if a.Addr != nil {
		return &m.other, false
	}
	base := uint32(a.Base) & (period - 1)
	form := uint32(a.Width) | uint32(a.Bytes)<<8 | uint32(a.Space)<<16 | uint32(a.Kind)<<24
	if a.OneTurn() {
		form = ^form
	}
	// Entries of one instruction lie side by side by base, which is a multiple of the word size.
	hashed := (uint64(a.Active)<<32 ^ uint64(a.PC)) * hash.Golden >> (64 - memoBits)
	e := &m.entries[(hashed+uint64(base)>>log2(a.Bytes))%(1<<memoBits)]
	k := &e.key // compared field by field, which is faster than a comparison of keys
	if k.base == base && k.active == a.Active && k.dx == a.DX && k.dy == a.DY && k.form == form {
		return &e.result, true
	}
	*k = memoKey{a.DX, a.DY, base, a.Active, form}
	return &e.result, false
}
