package gpusim

// This file is memory of the host that devices reach: page-locked, mapped into
// their address space, allocated or registered.

import (
	"fmt"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/simt"
)

// MemoryKind says whose memory it is and how it came to be.
type MemoryKind uint8

// The kinds of memory. With unified addressing kernels reach all but pageable
// memory under the address that the host uses.
const (
	DeviceMemory   MemoryKind = iota // Malloc
	PinnedMemory                     // MallocHost: page-locked
	MappedMemory                     // MallocMapped: page-locked, for kernels
	Registered                       // HostRegister: the program's own, page-locked later
	ManagedMemory                    // MallocManaged: moves to who touches it
	PageableMemory                   // any other memory of the host
)

// String returns the word for the kind.
func (k MemoryKind) String() string {
	return [...]string{"device", "pinned", "mapped", "registered", "managed", "pageable"}[k]
}

// MallocHost allocates zeroed page-locked memory of the host for n elements.
// Copies between it and a device need no staging, and with unified addressing
// kernels reach it too. Making it takes long: keep it out of loops.
// CUDA: cudaMallocHost, whose memory is not zeroed.
func MallocHost[T any](d *Device, n int) ([]T, error) {
	b, err := d.mallocHost(reflect.TypeFor[T](), n, "MallocHost", PinnedMemory)
	if err != nil {
		return nil, err
	}
	return hostSlice[T](b.alloc, n), nil
}

// MallocMapped allocates zeroed memory of the host for n elements, which kernels
// read and write over PCIe without a copy ("zero-copy"). It takes none of the
// device's memory, and Slice is the host's own view of it.
// CUDA: cudaHostAlloc with cudaHostAllocMapped, cudaHostGetDevicePointer.
func MallocMapped[T any](d *Device, n int) (*Buffer[T], error) {
	t := reflect.TypeFor[T]()
	if !d.spec.Transfer.MapsHost {
		return nil, noSetting("kernels on "+d.spec.Name+" do not reach memory of the host", func(s *arch.Spec) bool { return s.Transfer.MapsHost })
	}
	b, err := d.mallocHost(t, n, "MallocMapped", MappedMemory)
	if err != nil {
		return nil, err
	}
	return &Buffer[T]{&Array{block: b, length: n, size: int(t.Size()), elem: t}}, nil
}

// mallocHost allocates page-locked memory for n elements of type t.
func (d *Device) mallocHost(t reflect.Type, n int, call string, kind MemoryKind) (*block, error) {
	what := fmt.Sprintf("%s of %d %s", call, n, t)
	if reason, hint := unfit(t); reason != "" {
		return nil, elementError(fmt.Sprintf("%s cannot be in memory that a device reads: %s", t, reason), hint)
	}
	bytes, err := d.bytesOf(n, int(t.Size()), what)
	if err != nil {
		return nil, err
	}
	if err := d.context.ready(what); err != nil {
		return nil, err
	}
	if locked := d.pageLocked(); int64(bytes) > limit.MemoryBytes-locked {
		return nil, diag.Called(diag.Diagnostic{
			Code: diag.OutOfMemory, CUDA: memoryAllocation,
			Message: fmt.Sprintf("%s: %d bytes do not fit, %d of the %d bytes that can be page-locked are in use", what, bytes, locked, int64(limit.MemoryBytes)),
			Hint:    "free what is no longer needed, or use a smaller problem",
		})
	}
	if bytes > 0 {
		d.spend(linkMicros(d.spec.Transfer.Calls.Pin, bytes))
	}
	b := d.own(d.memory.AllocMapped(bytes, d.spec.Global.AllocAlign, what), what)
	b.kind = kind
	return b, nil
}

// share makes memory that another process maps, too, memory of a device: see contexts.Share.
func share(device any, call string, data []byte, align int, managed bool) (any, error) {
	d := device.(*Device)
	if err := d.context.ready(call); err != nil {
		return nil, err
	}
	b, err := d.sharedBlock(call, data, align, managed)
	if err != nil {
		return nil, err
	}
	return &Array{block: b, length: len(data), size: 1}, nil
}

// sharedBlock is the block of share.
func (d *Device) sharedBlock(call string, data []byte, align int, managed bool) (*block, error) {
	if !managed {
		d.spend(linkMicros(d.spec.Transfer.Calls.Pin, len(data)))
		b := d.own(d.memory.Map(data, align, call), call)
		b.kind = PinnedMemory
		return b, nil
	}
	if err := d.managesMemory(); err != nil {
		return nil, err
	}
	alloc, err := d.memory.AllocIn(data, align, call)
	if err != nil {
		return nil, d.memoryError(err, call)
	}
	b := d.own(alloc, call)
	b.kind, b.pages = ManagedMemory, d.newPages(len(data))
	return b, nil
}

// pageLocked returns how many bytes the process allocated page-locked.
func (d *Device) pageLocked() int64 {
	n := int64(0)
	for _, c := range d.context.process.contexts {
		for alloc, b := range c.device.blocks {
			if b.kind == PinnedMemory || b.kind == MappedMemory {
				n += int64(len(alloc.Data))
			}
		}
	}
	return n
}

// linkMicros is how long a link takes for so many bytes, in microseconds.
func linkMicros(l arch.Link, bytes int) float64 {
	return l.Micros + float64(bytes)/l.BytesPerSecond*1e6
}

func hostSlice[T any](a *simt.Allocation, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(a.Data))), n)
}

// FreeHost gives page-locked memory of MallocHost back. nil is no memory.
// CUDA: cudaFreeHost.
func FreeHost[T any](d *Device, host []T) error {
	if host == nil {
		return nil
	}
	alloc, b := d.hostBlock(unsafe.Pointer(unsafe.SliceData(host)))
	switch {
	case b == nil || b.kind == Registered:
		return badHost("free what MallocHost returned, once", "FreeHost: the memory is pageable, or was freed")
	case b.kind == DeviceMemory || b.kind == ManagedMemory:
		return badHost("use Free", "FreeHost: %s is memory of the device", b.what)
	case unsafe.Pointer(unsafe.SliceData(alloc.Data)) != unsafe.Pointer(unsafe.SliceData(host)):
		return badHost("free the slice that MallocHost returned", "FreeHost: the slice begins inside of %s", b.what)
	}
	b.free("FreeHost")
	return nil
}

// hostBlock returns the block that holds a Go pointer, nil for none.
func (d *Device) hostBlock(p unsafe.Pointer) (*simt.Allocation, *block) {
	for _, c := range d.context.process.contexts {
		if alloc, _ := c.device.memory.FindData(p); alloc != nil {
			return alloc, c.device.blocks[alloc]
		}
	}
	return nil, nil
}

// HostRegister makes memory that the program has page-locked, until
// HostUnregister. CUDA: cudaHostRegister.
func HostRegister[T any](d *Device, host []T) error {
	t := reflect.TypeFor[T]()
	what := fmt.Sprintf("HostRegister of %d %s", len(host), t)
	if reason, hint := unfit(t); reason != "" {
		return elementError(fmt.Sprintf("%s cannot be in memory that a device reads: %s", t, reason), hint)
	}
	if len(host) == 0 {
		return badHost("register one element at least", "%s: there is no memory", what)
	}
	if err := d.context.ready(what); err != nil {
		return err
	}
	if _, b := d.hostBlock(unsafe.Pointer(unsafe.SliceData(host))); b != nil {
		return badHost("register memory once", "%s: the memory is page-locked already, by %s", what, b.what).WithCUDA("cudaErrorHostMemoryAlreadyRegistered")
	}
	d.spend(linkMicros(d.spec.Transfer.Calls.Register, len(host)*int(t.Size())))
	data := sliceBytes(reflect.ValueOf(host))
	d.own(d.memory.Map(data, d.spec.Global.AllocAlign, what), what).kind = Registered
	return nil
}

// HostUnregister makes registered memory pageable again. CUDA: cudaHostUnregister.
func HostUnregister[T any](d *Device, host []T) error {
	alloc, b := d.hostBlock(unsafe.Pointer(unsafe.SliceData(host)))
	switch {
	case b == nil || b.kind != Registered:
		return badHost("unregister what HostRegister took, once", "HostUnregister: the memory is not registered").WithCUDA("cudaErrorHostMemoryNotRegistered")
	case unsafe.Pointer(unsafe.SliceData(alloc.Data)) != unsafe.Pointer(unsafe.SliceData(host)):
		return badHost("unregister the slice that was registered", "HostUnregister: the slice begins inside of %s", b.what)
	}
	b.free("HostUnregister")
	return nil
}

func badHost(hint, format string, args ...any) diag.Diagnostic {
	return diag.Called(diag.Diagnostic{Code: diag.BadHostMemory, CUDA: invalidValue, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// pinned reports whether host values lie in page-locked memory.
func (d *Device) pinned(host any) bool {
	v, elem, n := hostValues(host)
	if elem == nil || n == 0 {
		return false
	}
	_, b := d.hostBlock(v.UnsafePointer())
	return b != nil && b.kind != DeviceMemory
}
