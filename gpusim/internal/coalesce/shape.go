package coalesce

// This file remembers results for accesses that differ by their base alone: see trace.Access.Shape.

import (
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/trace"
)

// shapeBits is log2 of the number of remembered results.
const shapeBits = 10

// shapeKey identifies an access up to a multiple of a period of addresses. 0: none.
type shapeKey uint64

// keyOf returns the key of an access; 0 if it has no shape. period is a power of two.
func keyOf(a *trace.Access, period uint64) shapeKey {
	if a.Shape == 0 || a.Addr != nil || a.Taps != nil {
		return 0
	}
	return shapeKey(uint64(a.Shape)<<32 | a.Base&(period-1))
}

// slot is the index of the entry that can hold the key's result.
func (k shapeKey) slot() uint64 { return uint64(k) * hash.Golden >> (64 - shapeBits) }

// splits remembers how loads split. Line numbers are relative to the line of the base.
type splits [1 << shapeBits]struct {
	key   shapeKey
	lines []LineAccess
}

// SplitLoad returns what Split returns for a load. Line numbers are relative to first.
func (x *Splitter) SplitLoad(a *trace.Access) (lines []LineAccess, first uint64) {
	key := keyOf(a, 1<<x.LineBits)
	if key == 0 {
		return x.Split(a), 0
	}
	e := &x.known[key.slot()]
	first = a.Base >> x.LineBits
	if e.key != key {
		e.key, e.lines = key, append(e.lines[:0], x.Split(a)...)
		for i := range e.lines {
			e.lines[i].Line -= first
		}
	}
	return e.lines, first
}
