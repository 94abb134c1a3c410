package simulator

// This file finds stores to elements that a kernel must leave alone. Comparison cannot: an
// element that is stored as it was looks untouched.

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// keeper observes the stores of a launch.
type keeper struct {
	arrays []keptArray
	first  *Element // that was stored to though it must be left alone; nil is none
}

// keptArray is an argument, some of whose elements must be left alone.
type keptArray struct {
	arg      int
	kept     func(index int) bool
	from, to uint64 // addresses
	size     uint64 // of an element, in bytes
}

// newKeeper returns a keeper of the arrays of a launch.
func newKeeper(l *Launch, arrays []*gpusim.Array) *keeper {
	k := &keeper{}
	for i, kept := range l.Kept {
		if a := arrays[i]; a != nil && kept != nil && a.Len() > 0 {
			bytes := uint64(len(a.Bytes()))
			k.arrays = append(k.arrays, keptArray{i, kept, a.Address(), a.Address() + bytes, bytes / uint64(a.Len())})
		}
	}
	return k
}

// access looks at an access.
func (k *keeper) access(a *trace.Access) {
	if a.Kind == trace.Load || a.Space != trace.Global || k.first != nil {
		return
	}
	for lane := range arch.MaxLanes {
		if a.Active.Has(lane) && k.first == nil {
			k.store(a.Lane(lane), uint64(a.Bytes))
		}
	}
}

// store looks at a store to bytes from an address on.
func (k *keeper) store(at, bytes uint64) {
	for i := range k.arrays {
		a := &k.arrays[i]
		for addr := max(at, a.from); addr < min(at+bytes, a.to); addr += a.size {
			if index := int((addr - a.from) / a.size); a.kept(index) {
				k.first = &Element{Arg: a.arg, Index: index}
				return
			}
		}
	}
}
