package simt

// This file is the device's address space.

import (
	"fmt"
	"slices"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/heap"
)

// firstAddress is where device memory begins: far from 0, so that a nil
// pointer with any offset a kernel makes stays outside. Blocks begin at its
// multiples.
const firstAddress = 0x7f_0000_0000

// Allocation is one piece of device memory.
type Allocation struct {
	Base uint64 // device address of Data[0]
	Data []byte // its contents, in the byte order of the device; 8-byte aligned here
	Name string
}

// End returns the address after the last byte.
func (a *Allocation) End() uint64 { return a.Base + uint64(len(a.Data)) }

// Memory is an address space in the global memory of one device: allocations in
// ascending address order. A zero-length allocation has address 0 and is in no
// memory. The zero value is not usable; see NewMemory. It is not safe for
// concurrent use, except that Find may run concurrently with itself.
type Memory struct {
	allocs []*Allocation
	rules  *arch.Allocator
	heap   *heap.Heap
	room   *room
}

// room is the bytes of a device, which its address spaces share.
type room struct{ used, limit int64 }

// NewMemory returns an empty address space of limit bytes, in which a driver
// allocates by rules.
func NewMemory(rules *arch.Allocator, limit int64) *Memory {
	return &Memory{rules: rules, heap: heap.New(rules, firstAddress), room: &room{limit: limit}}
}

// At returns another address space, empty, in the same bytes of the device. It
// begins so many bytes after the place where that of NewMemory begins.
func (m *Memory) At(offset uint64) *Memory {
	return &Memory{rules: m.rules, heap: heap.New(m.rules, firstAddress+offset), room: m.room}
}

// Counts returns what the driver did for this address space.
func (m *Memory) Counts() heap.Counts { return m.heap.Counts() }

// OutOfMemory says how much was asked for and how much there is.
type OutOfMemory struct{ Asked, Used, Limit int64 }

// Error states the three sizes in bytes.
func (e *OutOfMemory) Error() string {
	return fmt.Sprintf("out of memory: %d bytes asked, %d of %d in use", e.Asked, e.Used, e.Limit)
}

// Alloc adds zeroed memory of that many bytes at an address that is a multiple
// of align, a power of two. The error is *OutOfMemory: the driver has no block
// for it.
func (m *Memory) Alloc(bytes, align int, name string) (*Allocation, error) {
	a := &Allocation{Name: name}
	if bytes == 0 {
		return a, nil
	}
	block := int64(m.heap.Needs(bytes, align))
	if block > m.room.limit-m.room.used {
		return nil, &OutOfMemory{Asked: int64(bytes), Used: m.room.used, Limit: m.room.limit}
	}
	m.room.used += block
	words := make([]uint64, (bytes+7)/8)
	a.Base, a.Data = m.heap.Alloc(bytes, align), unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), bytes)
	m.insert(a)
	return a, nil
}

// Free removes an allocation; it reports false when a is not in m (any more).
func (m *Memory) Free(a *Allocation) bool {
	if len(a.Data) == 0 {
		return true
	}
	i, ok := m.search(a.Base)
	if !ok || m.allocs[i] != a {
		return false
	}
	m.allocs = slices.Delete(m.allocs, i, i+1)
	if !a.Mapped() {
		before := m.heap.Counts().BlockBytes
		m.heap.Free(a.Base)
		m.room.used += m.heap.Counts().BlockBytes - before
	}
	return true
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

// FindData returns the allocation whose contents hold p, a pointer into Go
// memory, and p's device address; nil when p points elsewhere.
func (m *Memory) FindData(p unsafe.Pointer) (*Allocation, uint64) {
	for _, a := range m.allocs {
		first := uintptr(unsafe.Pointer(unsafe.SliceData(a.Data)))
		if at := uintptr(p) - first; at < uintptr(len(a.Data)) || at == 0 {
			return a, a.Base + uint64(at)
		}
	}
	return nil, 0
}

// Allocations returns the live allocations in address order. The slice is the
// caller's.
func (m *Memory) Allocations() []*Allocation { return slices.Clone(m.allocs) }

// Used returns the bytes that the driver has given to all address spaces of the
// device, in blocks.
func (m *Memory) Used() int64 { return m.room.used }

// Limit returns the bytes of the device.
func (m *Memory) Limit() int64 { return m.room.limit }

// search returns the index of the allocation that begins at addr, or where it
// would stand.
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
