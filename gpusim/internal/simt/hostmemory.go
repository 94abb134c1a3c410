package simt

// This file is mapped host memory: memory of the host that kernels access over the
// bus.

import (
	"slices"
	"unsafe"

	"gpucourse/gpusim/trace"
)

// Mapped reports whether the allocation is host memory.
func (a *Allocation) Mapped() bool { return a.Base >= trace.HostBase }

// AllocMapped allocates zeroed host memory at a multiple of align, a power of two.
func (m *Memory) AllocMapped(bytes, align int, name string) *Allocation {
	words := make([]uint64, (bytes+7)/8+1)
	return m.Map(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), bytes), align, name)
}

// Map makes existing host memory accessible. Free removes it from the address space
// only.
func (m *Memory) Map(data []byte, align int, name string) *Allocation {
	a := &Allocation{Name: name}
	if len(data) == 0 {
		return a
	}
	next := uint64(trace.HostBase)
	if n := len(m.allocs); n > 0 && m.allocs[n-1].Mapped() {
		next = m.allocs[n-1].End() + 1
	}
	a.Base, a.Data = (next+uint64(align)-1)&^(uint64(align)-1), data
	m.insert(a)
	return a
}

// insert adds an allocation in address order.
func (m *Memory) insert(a *Allocation) {
	i, _ := m.search(a.Base)
	m.allocs = slices.Insert(m.allocs, i, a)
}
