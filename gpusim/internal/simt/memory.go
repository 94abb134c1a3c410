package simt

// This file is a device's address space.

import (
	"fmt"
	"slices"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/heap"
)

// firstAddress is the lowest address of device memory. It is far from 0, so that a
// nil pointer plus an offset is never a valid address.
const firstAddress = 0x7f_0000_0000

// What does not fit into the window of an address space lies from beyondAddress on, in beyondBytes of its own, which are
// more than a device has.
const (
	beyondAddress = 1 << 42
	beyondBytes   = 1 << 38
)

// Allocation is one piece of device memory.
type Allocation struct {
	Base uint64 // device address of Data[0]
	// Data is the contents, little-endian, aligned to 8 bytes on the host. Where FillWith fills them on first use, Bytes
	// and ReadAt return them. A slice of Data does not keep a large allocation alive: see Share.
	Data []byte
	Name string

	reserved *reservation // that Data is; nil: Data is in Go's heap
	filling  *filling     // nil: Data holds the contents
}

// End returns the address after the last byte.
func (a *Allocation) End() uint64 { return a.Base + uint64(len(a.Data)) }

// Memory is an address space in the global memory of one device. NewMemory makes
// one. An allocation of 0 bytes has address 0 and is not part of it. Only Find may
// be called concurrently.
type Memory struct {
	allocs   []*Allocation // in ascending address order
	rules    *arch.Allocator
	heap     *heap.Heap
	capacity *capacity
}

// capacity is the bytes of a device's memory, which its address spaces share.
type capacity struct{ used, limit int64 }

// NewMemory returns an empty address space in a memory of limit bytes. Allocations
// follow the rules.
func NewMemory(rules *arch.Allocator, limit int64) *Memory {
	return &Memory{rules: rules, heap: newHeap(rules, 0), capacity: &capacity{limit: limit}}
}

// Space returns another, empty address space in the same memory. Spaces of different numbers share no address. The space
// of NewMemory has number 0.
func (m *Memory) Space(number int) *Memory {
	return &Memory{rules: m.rules, heap: newHeap(m.rules, uint64(number)), capacity: m.capacity}
}

func newHeap(rules *arch.Allocator, space uint64) *heap.Heap {
	return heap.New(rules, firstAddress+space*heap.WindowBytes, beyondAddress+space*beyondBytes)
}

// Counts returns the allocator's counts for this address space.
func (m *Memory) Counts() heap.Counts { return m.heap.Counts() }

// OutOfMemory is the error of an allocation for which no memory is left, in bytes.
type OutOfMemory struct {
	Asked, Used, Limit int64
	Host               bool // the machine that simulates has no more memory for the process
}

// Error states the three sizes in bytes.
func (e *OutOfMemory) Error() string {
	return fmt.Sprintf("out of memory: %d bytes asked, %d of %d in use", e.Asked, e.Used, e.Limit)
}

// Alloc allocates zeroed memory at a multiple of align, a power of two. The error
// is an *OutOfMemory.
func (m *Memory) Alloc(bytes, align int, name string) (*Allocation, error) {
	a := &Allocation{Name: name}
	if bytes == 0 {
		return a, nil
	}
	if err := m.fits(bytes, align); err != nil {
		return nil, err
	}
	if bytes < reservedBytes {
		words := make([]uint64, (bytes+7)/8)
		a.Data = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), bytes)
	} else if newReserved(a, bytes) != nil {
		return nil, &OutOfMemory{Asked: int64(bytes), Used: m.capacity.used, Limit: m.capacity.limit, Host: true}
	}
	m.take(a, align)
	return a, nil
}

// AllocIn is Alloc for contents that exist already, one byte at least.
func (m *Memory) AllocIn(data []byte, align int, name string) (*Allocation, error) {
	a := &Allocation{Name: name, Data: data}
	if err := m.fits(len(data), align); err != nil {
		return nil, err
	}
	m.take(a, align)
	return a, nil
}

// fits returns an error where the device has no memory left for an allocation.
func (m *Memory) fits(bytes, align int) error {
	if int64(m.heap.Needs(bytes, align)) > m.capacity.limit-m.capacity.used {
		return &OutOfMemory{Asked: int64(bytes), Used: m.capacity.used, Limit: m.capacity.limit}
	}
	return nil
}

// take gives an allocation that fits its address.
func (m *Memory) take(a *Allocation, align int) {
	m.capacity.used += int64(m.heap.Needs(len(a.Data), align))
	a.Base = m.heap.Alloc(len(a.Data), align)
	m.insert(a)
}

// Free removes an allocation. It returns false when a is not in m.
func (m *Memory) Free(a *Allocation) bool {
	if len(a.Data) == 0 {
		return true
	}
	i, ok := m.search(a.Base)
	if !ok || m.allocs[i] != a {
		return false
	}
	m.allocs = slices.Delete(m.allocs, i, i+1)
	if a.reserved != nil {
		a.reserved.clear()
	}
	if !a.Mapped() {
		before := m.heap.Counts().BlockBytes
		m.heap.Free(a.Base)
		m.capacity.used += m.heap.Counts().BlockBytes - before
	}
	return true
}

// Lend makes an allocation of another device's address space accessible until Return.
func (m *Memory) Lend(a *Allocation) { m.insert(a) }

// Return ends what Lend began.
func (m *Memory) Return(a *Allocation) {
	m.allocs = slices.DeleteFunc(m.allocs, func(other *Allocation) bool { return other == a })
}

// Find returns the allocation that holds the byte at addr, or nil.
func (m *Memory) Find(addr uint64) *Allocation {
	i, ok := m.search(addr)
	if !ok {
		i--
	}
	if i < 0 || addr >= m.allocs[i].End() {
		return nil
	}
	return m.allocs[i]
}

// FindData returns the allocation whose Data holds the byte at p, or nil, and the
// device address of that byte.
func (m *Memory) FindData(p unsafe.Pointer) (*Allocation, uint64) {
	for _, a := range m.allocs {
		first := uintptr(unsafe.Pointer(unsafe.SliceData(a.Data)))
		if at := uintptr(p) - first; at < uintptr(len(a.Data)) || at == 0 {
			return a, a.Base + uint64(at)
		}
	}
	return nil, 0
}

// Allocations returns a copy of the list of allocations, in address order.
func (m *Memory) Allocations() []*Allocation { return slices.Clone(m.allocs) }

// Used returns the bytes of all blocks that the device's address spaces hold.
func (m *Memory) Used() int64 { return m.capacity.used }

// heapBytes is Used without what is reserved, which takes no more memory for more workers.
func (m *Memory) heapBytes() int64 {
	n := m.capacity.used
	for _, a := range m.allocs {
		if a.reserved != nil {
			n -= int64(len(a.Data))
		}
	}
	return n
}

// Limit returns the bytes of the device's memory.
func (m *Memory) Limit() int64 { return m.capacity.limit }

// search returns the index of the allocation at address addr, or the index at which
// it would be inserted.
func (m *Memory) search(addr uint64) (int, bool) {
	return slices.BinarySearchFunc(m.allocs, addr, func(a *Allocation, addr uint64) int {
		switch {
		case a.Base < addr:
			return -1
		case a.Base > addr:
			return 1
		}
		return 0
	})
}
