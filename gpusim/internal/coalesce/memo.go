package coalesce

// This file remembers results for affine accesses.

import (
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/trace"
)

// memoBits is log2 of the number of results that a memo keeps.
const memoBits = 10

// memo keeps results for affine accesses. Two accesses have the same result if all their
// addresses differ by the same multiple of the period.
type memo[T any] struct {
	period  uint32 // bytes, a power of two
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

// of returns where the result for an access is kept, and whether it is known.
func (m *memo[T]) of(a *trace.Access) (result *T, known bool) {
	if a.Addr != nil {
		return &m.other, false
	}
	key := memoKey{
		dx: a.DX, dy: a.DY, base: uint32(a.Base) & (m.period - 1), active: a.Active,
		form: uint32(a.Width) | uint32(a.Bytes)<<8 | uint32(a.Space)<<16 | uint32(a.Kind)<<24,
	}
	if a.Counted {
		key.form = ^key.form
	}
	e := &m.entries[key.slot(a.PC)]
	if known = e.key == key; !known {
		e.key = key
	}
	return &e.result, known
}

// slot returns the index of the entry for a key of an instruction. Accesses of one
// instruction that differ by base alone have different entries.
func (k *memoKey) slot(pc int32) uint64 {
	return ((uint64(pc)<<32^uint64(k.active))*hash.Golden>>(64-memoBits) + uint64(k.base)) % (1 << memoBits)
}
