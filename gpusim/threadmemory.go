package gpusim

// This file is a host thread's calls on memory by address, as CUDA's driver API
// has them: in the current context.

import (
	"fmt"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/driver"
)

// badPointer refuses an address or a size.
func badPointer(hint, format string, args ...any) error {
	return diag.Diagnostic{Code: diag.BadPointer, CUDA: string(driver.InvalidValue), Message: fmt.Sprintf(format, args...), Hint: hint}
}

// MemAlloc allocates zeroed memory that belongs to the current context.
// CUDA: cuMemAlloc, whose memory is not zeroed.
func (t *Thread) MemAlloc(bytes int) (DevicePtr, error) {
	call := fmt.Sprintf("MemAlloc(%d)", bytes)
	c, err := t.use(call)
	switch {
	case err != nil:
		return 0, err
	case bytes == 0:
		return 0, badPointer("ask for a byte at least", "%s: no memory is asked for", call)
	}
	a, err := c.device.malloc(bytes, 1, nil, call)
	if err != nil {
		return 0, asDriver(err)
	}
	return DevicePtr(a.Address()), nil
}

// MemFree gives memory back. With unified addressing it may belong to any
// context. 0 is no memory and freed at once. CUDA: cuMemFree.
func (t *Thread) MemFree(p DevicePtr) error {
	call := fmt.Sprintf("MemFree(%v)", p)
	c, err := t.use(call)
	if err != nil || p == 0 {
		return err
	}
	owner, a := t.host.find(c, p)
	switch {
	case a == nil:
		return nowhere(call, c, p)
	case a.Base != uint64(p):
		return badPointer("free the address that MemAlloc returned", "%s: the address lies %d bytes inside of %s", call, uint64(p)-a.Base, a.Name)
	case owner.device.blocks[a].symbol:
		return badPointer("variables live as long as their context or module", "%s: the address is that of %s", call, a.Name)
	}
	owner.device.blocks[a].free("MemFree")
	return nil
}

// nowhere is the error of an address where no memory is.
func nowhere(call string, c *Context, p DevicePtr) error {
	return badPointer("use an address that was allocated and not freed", "%s: there is no memory at %v in the address space of context %v", call, p, c)
}

// reach returns n bytes of device memory at an address, as the current context
// sees it.
func (t *Thread) reach(call string, p DevicePtr, n int) ([]byte, error) {
	c, err := t.use(call)
	if err != nil {
		return nil, err
	}
	return c.reach(call, p, n)
}

// reach returns n bytes of device memory at an address, as the context sees it.
func (c *Context) reach(call string, p DevicePtr, n int) ([]byte, error) {
	_, a := c.host.find(c, p)
	if a == nil {
		return nil, nowhere(call, c, p)
	}
	if left := int(a.End() - uint64(p)); n > left {
		return nil, badPointer("copy less, or allocate more", "%s: %d bytes go beyond the %d of %s that are left at %v", call, n, left, a.Name, p)
	}
	return a.Data[uint64(p)-a.Base:][:n], nil
}

// plain returns the bytes of host values: of a slice, or of what a pointer
// points to.
func plain(call string, host any) ([]byte, error) {
	v, elem, n := hostValues(host)
	if elem == nil {
		return nil, elementError(fmt.Sprintf("%s: %s cannot be copied", call, describe(host)), "pass a slice or a pointer")
	}
	if reason, hint := unfit(elem); reason != "" {
		return nil, elementError(fmt.Sprintf("%s: %s cannot be copied: %s", call, elem, reason), hint)
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), n*int(elem.Size())), nil
}

// MemcpyHtoD copies host values, a slice or what a pointer points to, to the
// device. CUDA: cuMemcpyHtoD.
func (t *Thread) MemcpyHtoD(to DevicePtr, host any) error {
	call := fmt.Sprintf("MemcpyHtoD(%v)", to)
	from, err := plain(call, host)
	if err != nil {
		return err
	}
	bytes, err := t.reach(call, to, len(from))
	copy(bytes, from)
	return err
}

// MemcpyDtoH copies from the device to host values, a slice or what a pointer
// points to, as many as there are. CUDA: cuMemcpyDtoH.
func (t *Thread) MemcpyDtoH(host any, from DevicePtr) error {
	call := fmt.Sprintf("MemcpyDtoH(%v)", from)
	if k := reflect.ValueOf(host).Kind(); k != reflect.Slice && k != reflect.Pointer {
		return elementError(fmt.Sprintf("%s: nothing can be copied to %s", call, describe(host)), "pass a slice or a pointer")
	}
	to, err := plain(call, host)
	if err != nil {
		return err
	}
	bytes, err := t.reach(call, from, len(to))
	copy(to, bytes)
	return err
}

// MemcpyDtoD copies n bytes within the device. CUDA: cuMemcpyDtoD.
func (t *Thread) MemcpyDtoD(to, from DevicePtr, n int) error {
	call := fmt.Sprintf("MemcpyDtoD(%v, %v, %d)", to, from, n)
	source, err := t.reach(call, from, n)
	if err != nil {
		return err
	}
	target, err := t.reach(call, to, n)
	copy(target, source)
	return err
}

// MemsetD8 sets n bytes. CUDA: cuMemsetD8.
func (t *Thread) MemsetD8(p DevicePtr, value byte, n int) error {
	bytes, err := t.reach(fmt.Sprintf("MemsetD8(%v, %d, %d)", p, value, n), p, n)
	for i := range bytes {
		bytes[i] = value
	}
	return err
}

// MemGetInfo returns the free bytes of the current context's device, and all
// that the simulator lends it. CUDA: cuMemGetInfo.
func (t *Thread) MemGetInfo() (free, total int64, err error) {
	c, err := t.use("MemGetInfo()")
	if err != nil {
		return 0, 0, err
	}
	m := c.device.memory
	return m.Limit() - m.Used(), m.Limit(), nil
}

// PointerGetContext returns the context that owns the memory at an address.
// CUDA: cuPointerGetAttribute with CU_POINTER_ATTRIBUTE_CONTEXT.
func (t *Thread) PointerGetContext(p DevicePtr) (*Context, error) {
	call := fmt.Sprintf("PointerGetContext(%v)", p)
	c, err := t.use(call)
	if err != nil {
		return nil, err
	}
	owner, a := t.host.find(c, p)
	if a == nil {
		return nil, nowhere(call, c, p)
	}
	return owner, nil
}
