package simt

// This file is large allocations: address space of the host that takes memory only where it is touched.

import (
	"runtime"
	"sync/atomic"
)

// reservedBytes is the size from which an allocation is reserved address space. Smaller ones are in Go's heap.
const reservedBytes = 64 << 20

// reservation is the memory of one large allocation.
type reservation struct {
	data   []byte
	shared atomic.Bool // slices of it may be in use when the allocation is not: it is not given back
}

// newReserved returns a reservation that ends with its allocation: Go's collector does not see slices of it.
func newReserved(a *Allocation, bytes int) error {
	r, err := reserve(bytes)
	if err != nil {
		return err
	}
	a.Data, a.reserved = r.data, r
	runtime.AddCleanup(a, (*reservation).end, r)
	return nil
}

// end gives all back when nothing uses the allocation any more.
func (r *reservation) end() {
	if !r.shared.Load() {
		r.unmap()
	}
}

// Share says that somebody keeps slices of Data, perhaps longer than the allocation.
func (a *Allocation) Share() {
	if a.reserved != nil {
		a.reserved.shared.Store(true)
	}
}
