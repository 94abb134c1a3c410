package driver

// This file is a host thread's calls on memory by address, in the current context.

import (
	"fmt"
	"reflect"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
)

// MemAlloc allocates zeroed memory that belongs to the current context.
// CUDA: cuMemAlloc, whose memory is not zeroed.
func (t *Thread) MemAlloc(bytes int) (DevicePtr, error) {
	call := fmt.Sprintf("MemAlloc(%d)", bytes)
	c, err := t.use(call)
	switch {
	case err != nil:
		return 0, err
	case bytes == 0:
		return 0, diag.Called(diag.Diagnostic{
			Code: diag.BadPointer, CUDA: string(contexts.InvalidValue), Message: call + ": no memory is asked for", Hint: "ask for a byte at least",
		})
	}
	address, err := c.handle.Content.Alloc(call, bytes)
	return DevicePtr(address), asDriver(err)
}

// MemFree gives memory back. With unified addressing it may belong to any
// context. Address 0 is no memory and freed at once. CUDA: cuMemFree.
func (t *Thread) MemFree(p DevicePtr) error {
	call := fmt.Sprintf("MemFree(%v)", p)
	c, err := t.use(call)
	if err != nil || p == 0 {
		return err
	}
	return c.handle.Content.Free(call, uint64(p))
}

// reach returns n bytes of device memory at an address, as the current context
// sees it.
func (t *Thread) reach(call string, p DevicePtr, n int) ([]byte, error) {
	c, err := t.use(call)
	if err != nil {
		return nil, err
	}
	return c.handle.Content.Bytes(call, uint64(p), n)
}

// MemcpyHtoD copies host values, a slice or what a pointer points to, to the
// device. CUDA: cuMemcpyHtoD.
func (t *Thread) MemcpyHtoD(to DevicePtr, host any) error {
	call := fmt.Sprintf("MemcpyHtoD(%v)", to)
	from, err := contexts.HostBytes(call, host)
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
		return diag.Called(diag.Diagnostic{Code: diag.ElementType, Message: fmt.Sprintf("%s: nothing can be copied to %s", call, describe(host)), Hint: "pass a slice or a pointer"})
	}
	to, err := contexts.HostBytes(call, host)
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
	free, total = c.handle.Content.MemInfo()
	return free, total, nil
}

// PointerGetContext returns the context that owns the memory at an address.
// CUDA: cuPointerGetAttribute with CU_POINTER_ATTRIBUTE_CONTEXT.
func (t *Thread) PointerGetContext(p DevicePtr) (*Context, error) {
	call := fmt.Sprintf("PointerGetContext(%v)", p)
	c, err := t.use(call)
	if err != nil {
		return nil, err
	}
	owner, err := c.handle.Content.Owner(call, uint64(p))
	return t.host.context(owner), err
}

// describe names a value's type in messages.
func describe(v any) string {
	if v == nil {
		return "nil"
	}
	return fmt.Sprintf("a value of type %T", v)
}
