package gpusim

// This file answers what memory a pointer points to.

import (
	"fmt"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// PointerAttributes is what is known of a pointer. CUDA: cudaPointerAttributes,
// whose type tells pinned, mapped and registered memory not apart.
type PointerAttributes struct {
	Kind MemoryKind
	// Device is the number of the device that the memory belongs to, or that it
	// was made page-locked for; -2 for pageable memory.
	Device int
	// DevicePointer is the address for kernels, HostPointer the one for the host;
	// 0 where there is none. Of pageable memory the latter is Go's.
	DevicePointer, HostPointer DevicePtr
}

// cudaTypes are CUDA's words and numbers for the kinds.
var cudaTypes = map[MemoryKind]string{
	DeviceMemory: "cudaMemoryTypeDevice (2)", PinnedMemory: "cudaMemoryTypeHost (1)", MappedMemory: "cudaMemoryTypeHost (1)",
	Registered: "cudaMemoryTypeHost (1)", ManagedMemory: "cudaMemoryTypeManaged (3)", PageableMemory: "cudaMemoryTypeUnregistered (0)",
}

// CUDAType returns CUDA's word and number for the kind of memory.
func (p PointerAttributes) CUDAType() string { return cudaTypes[p.Kind] }

// pageableDevice is the device of memory that belongs to none, as hardware
// answers (validation/h200/device/micro.txt, pointer pageable).
const pageableDevice = -2

// Pointer returns what is known of memory: of a buffer, a device address, or a
// slice or pointer of the host. CUDA: cudaPointerGetAttributes, which needs
// unified addressing.
func (d *Device) Pointer(to any) (PointerAttributes, error) {
	if d.spec.Global.SeparateSpaces {
		return PointerAttributes{}, noSetting("pointers cannot be asked on "+d.spec.Name+": host and device have addresses of their own", func(s *arch.Spec) bool { return !s.Global.SeparateSpaces })
	}
	switch to := to.(type) {
	case DevicePtr:
		return d.attributes(uint64(to)), nil
	case holder:
		a := arrayOf(to)
		if err := a.usable("asked for its address"); err != nil {
			return PointerAttributes{}, err
		}
		return d.attributes(a.Address()), nil
	}
	v := reflect.ValueOf(to)
	if k := v.Kind(); k != reflect.Slice && k != reflect.Pointer {
		return PointerAttributes{}, diag.Called(diag.Diagnostic{Code: diag.BadPointer, CUDA: invalidValue, Message: fmt.Sprintf("Pointer: %T points nowhere", to), Hint: "pass a buffer, a DevicePtr, a slice or a pointer"})
	}
	return d.hostAttributes(v.UnsafePointer()), nil
}

// hostAttributes is what is known of a Go pointer.
func (d *Device) hostAttributes(p unsafe.Pointer) PointerAttributes {
	for _, c := range d.context.process.contexts {
		if _, addr := c.device.memory.FindData(p); addr != 0 {
			return d.attributes(addr)
		}
	}
	return PointerAttributes{Kind: PageableMemory, Device: pageableDevice, HostPointer: DevicePtr(uintptr(p))}
}

// attributes is what is known of an address.
func (d *Device) attributes(addr uint64) PointerAttributes {
	owner, alloc := d.context.process.find(d.context, addr)
	if alloc == nil {
		return PointerAttributes{Kind: PageableMemory, Device: pageableDevice, HostPointer: DevicePtr(addr)}
	}
	p := PointerAttributes{Kind: owner.device.blocks[alloc].kind, Device: owner.handle.Device, DevicePointer: DevicePtr(addr)}
	if p.Kind != DeviceMemory {
		p.HostPointer = p.DevicePointer
	}
	return p
}

// Allocations returns what the device's allocator holds and did.
func (d *Device) Allocations() report.Allocations { return report.Allocations(d.memory.Counts()) }
