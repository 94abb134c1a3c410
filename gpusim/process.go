package gpusim

// This file is the process: its devices, the contexts on them, and the clock of the
// host.

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/timeline"
)

// process is the devices of one process. Package driver shares its system of
// contexts.
type process struct {
	system   *contexts.System
	devices  []*Device // in their primary contexts
	contexts []*deviceContext
	clock    *timeline.Machine
	peers    map[[2]int]bool // which device reaches the memory of which
	// lost is what a kernel did after which every call fails, in all contexts.
	lost *diag.Diagnostic
	// showProgress shows the progress of long launches; nil means the terminal.
	showProgress func(text string)
	context      context.Context // ends launches
	// launching is how many launches are under way, also while their kernels are compiled.
	launching atomic.Int32
}

func init() {
	contexts.Open = func(s *contexts.System, devices []string) error {
		_, err := openProcess(s, devices)
		return err
	}
	contexts.HostBytes = hostBytes
	contexts.Share = share
	contexts.ShareVariable = shareVariable
	contexts.SetTexture = setTextureObject
	contexts.Moved = func(stream any, to, from []byte, bytes, rows int) {
		stream.(*Stream).move2D(unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(from)), bytes, rows)
	}
}

// sharedSpecs holds a description by device name. All devices of a name share it, so that a
// kernel is compiled for it once.
var sharedSpecs sync.Map

// sharedSpec returns the description of a device, which nobody changes.
func sharedSpec(name string) (*arch.Spec, error) {
	found, err := arch.Find(name)
	if err != nil {
		return nil, err
	}
	spec, _ := sharedSpecs.LoadOrStore(found.Name, found)
	return spec.(*arch.Spec), nil
}

// openProcess gives the contexts of a system their devices.
func openProcess(s *contexts.System, devices []string) (*process, error) {
	p := &process{system: s, context: context.Background(), peers: map[[2]int]bool{}}
	var specs []*arch.Spec
	for i, name := range devices {
		spec, err := sharedSpec(name)
		if err != nil {
			return nil, diag.Called(diag.Diagnostic{Code: diag.UnknownDevice, Message: err.Error(), Hint: "gpusim devices lists them"})
		}
		card := &Device{spec: spec, variants: map[Settings]*arch.Spec{}, memory: simt.NewMemory(&spec.Alloc, lent(spec))}
		p.devices = append(p.devices, p.enter(card, s.Primary(i)).device)
		specs = append(specs, spec)
	}
	s.OnCreate = func(handle *contexts.Context) { p.enter(p.devices[handle.Device], handle).open() }
	p.clock = timeline.New(specs...)
	return p, nil
}

// lent returns the bytes of memory that a device lends: all that it has, where what nobody touches costs nothing.
func lent(spec *arch.Spec) int64 {
	if simt.Sparse {
		return spec.Global.Bytes
	}
	return min(spec.Global.Bytes, limit.MemoryBytes)
}

// enter gives a context its memory on a device.
func (p *process) enter(card *Device, handle *contexts.Context) *deviceContext {
	space := 0
	if !card.spec.Global.SeparateSpaces {
		space = len(p.contexts)
	}
	view := &Device{spec: card.spec, variants: card.variants, memory: card.memory.Space(space)}
	view.forget()
	c := &deviceContext{process: p, handle: handle, device: view}
	view.context = c
	handle.Content = c
	p.contexts = append(p.contexts, c)
	return c
}

// find returns the memory at an address as context c sees it:
// where contexts share one address space that of any context, otherwise c's own.
func (p *process) find(c *deviceContext, address uint64) (*deviceContext, *simt.Allocation) {
	search := []*deviceContext{c}
	if !c.device.spec.Global.SeparateSpaces {
		search = p.contexts
	}
	for _, c := range search {
		if a := c.device.memory.Find(address); a != nil {
			return c, a
		}
	}
	return nil, nil
}

// DevicePtr is an address in the memory of a device. CUDA: CUdeviceptr.
type DevicePtr uint64

// String returns the address in hexadecimal.
func (p DevicePtr) String() string { return fmt.Sprintf("%#x", uint64(p)) }
