package gpusim

// This file is the process: its devices, its threads, the contexts in them, and
// what was called.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/driver"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/timeline"
)

// Host is one process on a machine with some devices. Its threads are values:
// calls are made in the order in which the program makes them, so that what
// several threads do to the contexts is always the same. A Host belongs to one
// goroutine at a time.
type Host struct {
	system   *driver.System
	devices  []*Device // in their primary contexts
	contexts []*Context
	history  []Moment
	clock    *timeline.Machine
	peers    map[[2]int]bool // which device reaches the memory of which
}

// NewHost returns a process on a machine with the named devices, without
// threads and without contexts.
func NewHost(devices ...string) (*Host, error) {
	h := &Host{system: driver.NewSystem(len(devices)), peers: map[[2]int]bool{}}
	var specs []*arch.Spec
	for i, name := range devices {
		spec, err := arch.Find(name)
		if err != nil {
			return nil, diag.Diagnostic{Code: diag.UnknownDevice, Message: err.Error(), Hint: "gpusim devices lists them"}
		}
		card := &Device{spec: spec, variants: map[Settings]*arch.Spec{}, memory: simt.NewMemory(&spec.Alloc, min(spec.Global.Bytes, hostMemory))}
		h.devices = append(h.devices, h.enter(card, h.system.Primary(i)).device)
		specs = append(specs, spec)
	}
	h.clock = timeline.New(specs...)
	return h, nil
}

// Devices returns the devices in the order of NewHost, each as the runtime uses
// it: in its primary context, which the first use of its memory makes.
func (h *Host) Devices() []*Device { return slices.Clone(h.devices) }

// Contexts returns the contexts that were ever made, first the primary ones.
func (h *Host) Contexts() []*Context { return slices.Clone(h.contexts) }

// spaceBytes is what separates two address spaces of a host.
const spaceBytes = 1 << 36

// enter returns a new context of a device.
func (h *Host) enter(card *Device, handle *driver.Context) *Context {
	var first uint64
	if !card.spec.Global.SeparateSpaces {
		first = uint64(len(h.contexts)) * spaceBytes
	}
	view := &Device{spec: card.spec, variants: card.variants, memory: card.memory.At(first)}
	view.forget()
	c := &Context{host: h, handle: handle, device: view}
	view.context = c
	h.contexts = append(h.contexts, c)
	return c
}

// context returns the context of a handle, ready to own what is made in it; nil
// for nil.
func (h *Host) context(handle *driver.Context) *Context {
	if handle == nil {
		return nil
	}
	i := slices.IndexFunc(h.contexts, func(c *Context) bool { return c.handle == handle })
	var c *Context
	if i >= 0 {
		c = h.contexts[i]
	} else {
		c = h.enter(h.devices[handle.Device], handle)
	}
	c.open()
	return c
}

// Moment is a call on contexts, and how things stood after it.
type Moment struct {
	Thread string // that called
	Call   string // "CtxCreate(0)"
	Result string // CUDA's name: "CUDA_SUCCESS"
	Stacks []Stack
	// Floating are the contexts that can be used and are on no stack.
	Floating []Held
}

// Stack is the contexts on the stack of a thread, the current one last.
type Stack struct {
	Thread   string
	Contexts []Held
}

// Held is a context as a stack holds it.
type Held struct {
	Name  string
	Alive bool
	Usage int // users of a created context, clients that retain a primary one
}

// maxHistory is how many calls a host remembers.
const maxHistory = 1000

// History returns the last thousand calls on contexts, in their order.
func (h *Host) History() []Moment { return slices.Clone(h.history) }

// record remembers a call.
func (h *Host) record(thread, call string, result driver.Result) {
	m := Moment{Thread: thread, Call: call, Result: string(result)}
	stacked := map[*Context]bool{}
	for _, t := range h.system.Threads() {
		s := Stack{Thread: t.Name}
		for _, handle := range t.Stack() {
			c := h.context(handle)
			stacked[c] = true
			s.Contexts = append(s.Contexts, c.held())
		}
		m.Stacks = append(m.Stacks, s)
	}
	for _, c := range h.contexts {
		if c.Alive() && !stacked[c] {
			m.Floating = append(m.Floating, c.held())
		}
	}
	h.history = append(h.history, m)
	h.history = h.history[max(0, len(h.history)-maxHistory):]
}

// Thread starts a host thread with an empty stack of contexts.
func (h *Host) Thread(name string) *Thread {
	return &Thread{host: h, handle: h.system.Thread(name)}
}

// find returns the memory at an address that a thread uses while c is current:
// where contexts share one address space that of any context, otherwise c's own.
func (h *Host) find(c *Context, p DevicePtr) (*Context, *simt.Allocation) {
	search := []*Context{c}
	if !c.device.spec.Global.SeparateSpaces {
		search = h.contexts
	}
	for _, c := range search {
		if a := c.device.memory.Find(uint64(p)); a != nil {
			return c, a
		}
	}
	return nil, nil
}

// DevicePtr is an address in the memory of a device. CUDA: CUdeviceptr.
type DevicePtr uint64

// String returns the address in hexadecimal.
func (p DevicePtr) String() string { return fmt.Sprintf("%#x", uint64(p)) }
