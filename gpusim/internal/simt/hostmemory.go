package simt

// This file is the host's memory that kernels reach by themselves.

import (
	"slices"
	"unsafe"

	"gpucourse/gpusim/trace"
)

// Mapped reports whether the allocation is memory of the host.
func (a *Allocation) Mapped() bool { return a.Base >= trace.HostBase }

// AllocMapped adds zeroed memory of the host, at an address that is a multiple
// of align, a power of two. It takes none of the device's.
func (m *Memory) AllocMapped(bytes, align int, name string) *Allocation {
	words := make([]uint64, (bytes+7)/8+1)
	return m.Map(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), bytes), align, name)
}

// Map adds memory that the host has. Free forgets it, and it stays the host's.
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

// insert keeps the allocations in order.
func (m *Memory) insert(a *Allocation) {
	i, _ := m.search(a.Base)
	m.allocs = slices.Insert(m.allocs, i, a)
}
