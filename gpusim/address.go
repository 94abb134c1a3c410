package gpusim

// This file reaches device memory by address, for CUDA's calls that take addresses.

import (
	"fmt"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
)

// badPointer refuses an address or a size.
func badPointer(hint, format string, args ...any) error {
	return diag.Called(diag.Diagnostic{Code: diag.BadPointer, CUDA: string(contexts.InvalidValue), Message: fmt.Sprintf(format, args...), Hint: hint})
}

// nowhere is the error of an address where no memory is.
func (c *deviceContext) nowhere(call string, address uint64) error {
	return badPointer("use an address that was allocated and not freed", "%s: there is no memory at %v in the address space of context %v", call, DevicePtr(address), c)
}

// Alloc implements contexts.Content.
func (c *deviceContext) Alloc(call string, bytes int) (uint64, error) {
	a, err := c.device.malloc(bytes, 1, nil, call)
	if err != nil {
		return 0, err
	}
	return a.Address(), nil
}

// Free implements contexts.Content.
func (c *deviceContext) Free(call string, address uint64) error {
	owner, a := c.process.find(c, address)
	switch {
	case a == nil:
		return c.nowhere(call, address)
	case a.Base != address:
		return badPointer("free the address that MemAlloc returned", "%s: the address lies %d bytes inside of %s", call, address-a.Base, a.Name)
	case owner.device.blocks[a].symbol:
		return badPointer("variables live as long as their context or module", "%s: the address is that of %s", call, a.Name)
	}
	owner.device.blocks[a].free("MemFree")
	return nil
}

// Owner implements contexts.Content.
func (c *deviceContext) Owner(call string, address uint64) (*contexts.Context, error) {
	owner, a := c.process.find(c, address)
	if a == nil {
		return nil, c.nowhere(call, address)
	}
	return owner.handle, nil
}

// MemInfo implements contexts.Content.
func (c *deviceContext) MemInfo() (free, total int64) {
	m := c.device.memory
	return m.Limit() - m.Used(), m.Limit()
}

// Bytes implements contexts.Content.
func (c *deviceContext) Bytes(call string, address uint64, n int) ([]byte, error) {
	if n < 0 {
		return nil, negativeBytes(call, n)
	}
	_, a := c.process.find(c, address)
	if a == nil {
		return nil, c.nowhere(call, address)
	}
	if left := int(a.End() - address); n > left {
		return nil, badPointer("copy less, or allocate more", "%s: %d bytes go beyond the %d of %s that are left at %v", call, n, left, a.Name, DevicePtr(address))
	}
	from := int(address - a.Base)
	if b := c.device.blocks[a]; b != nil {
		b.unwritten = b.unwritten.without(from, from+n) // the caller may write
	}
	a.Share()
	return a.Bytes(from, from+n), nil
}

// negativeBytes refuses to copy or set fewer than 0 bytes.
func negativeBytes(call string, n int) error {
	return diag.Called(diag.Diagnostic{Code: diag.NegativeSize, CUDA: string(contexts.InvalidValue), Message: fmt.Sprintf("%s: %d bytes are asked for", call, n), Hint: "ask for 0 or more bytes"})
}

// hostBytes returns the bytes of host values: of a slice, or of what a pointer
// points to.
func hostBytes(call string, host any) ([]byte, error) {
	v, elem, n := hostValues(host)
	if elem == nil {
		return nil, elementError(fmt.Sprintf("%s: %s cannot be copied", call, describe(host)), "pass a slice or a pointer")
	}
	if reason, hint := unfit(elem); reason != "" {
		return nil, elementError(fmt.Sprintf("%s: %s cannot be copied: %s", call, elem, reason), hint)
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), n*int(elem.Size())), nil
}
