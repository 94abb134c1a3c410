// Package driver is CUDA's driver API: host threads with stacks of contexts, memory
// by address, and modules that are loaded into contexts. Calls have the names of the
// driver API without its "cu".
//
//	host, err := driver.NewHost("H200")
//	main := host.Thread("main")
//	ctx, err := main.CtxCreate(0)
//
// The threads of a Host are values: calls are made in the order in which the program
// makes them, so that what several threads do to the contexts is always the same. A
// Host belongs to one goroutine at a time. Errors are diag.Diagnostic values with
// the result of the driver API in their field CUDA.
package driver

import (
	"context"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/report"
)

// DevicePtr is an address in the memory of a device. CUDA: CUdeviceptr.
type DevicePtr = gpusim.DevicePtr

// Host is one process on a machine with some devices.
type Host struct {
	system   *contexts.System
	devices  []*gpusim.Device // in their primary contexts
	contexts []*Context
	history  []Call
}

// NewHost returns a process on a machine with the named devices, without threads
// and without contexts.
func NewHost(devices ...string) (*Host, error) {
	h := &Host{system: contexts.NewSystem(len(devices))}
	if err := contexts.Open(h.system, devices); err != nil {
		return nil, err
	}
	for i := range devices {
		c := h.context(h.system.Primary(i))
		h.devices = append(h.devices, c.Device())
	}
	return h, nil
}

// Devices returns the devices in the order of NewHost. Each is seen from its primary
// context, which the first use of its memory makes.
func (h *Host) Devices() []*gpusim.Device { return slices.Clone(h.devices) }

// ShowProgress gives show the progress of long launches on all devices: see
// gpusim.Device.
func (h *Host) ShowProgress(show func(text string)) {
	for _, d := range h.devices {
		d.ShowProgress(show)
	}
}

// EndWith ends launches on all devices when ctx is cancelled: see gpusim.Device.
func (h *Host) EndWith(ctx context.Context) {
	for _, d := range h.devices {
		d.EndWith(ctx)
	}
}

// Launching reports whether a launch is under way on any device: see gpusim.Device.
func (h *Host) Launching() bool {
	return slices.ContainsFunc(h.devices, (*gpusim.Device).Launching)
}

// Contexts returns the contexts that were ever made, first the primary ones.
func (h *Host) Contexts() []*Context { return slices.Clone(h.contexts) }

// usable returns an error when a kernel left the process unusable.
func (h *Host) usable(call string) error {
	if len(h.contexts) == 0 {
		return nil
	}
	return asDriver(h.contexts[0].handle.Content.Usable(call))
}

// Thread starts a host thread with an empty stack of contexts.
func (h *Host) Thread(name string) *Thread {
	return &Thread{host: h, handle: h.system.Thread(name)}
}

// Timeline waits for all devices and returns what they did.
func (h *Host) Timeline() *report.Timeline {
	if len(h.devices) == 0 {
		return &report.Timeline{}
	}
	return h.devices[0].Timeline()
}

// context returns the context of a handle; nil for nil.
func (h *Host) context(handle *contexts.Context) *Context {
	if handle == nil {
		return nil
	}
	i := slices.IndexFunc(h.contexts, func(c *Context) bool { return c.handle == handle })
	if i < 0 {
		i = len(h.contexts)
		h.contexts = append(h.contexts, &Context{handle})
	}
	return h.contexts[i]
}

// Context is what a device does for one client: memory, variables of kernels,
// modules. All of it goes when the context ends. CUDA: CUcontext.
type Context struct{ handle *contexts.Context }

// String returns "c1", "c2" … for created contexts in the order of their creation,
// "primary 0" for the primary context of the first device.
func (c *Context) String() string {
	if c == nil {
		return "nil"
	}
	return c.handle.String()
}

// of returns the handle of a context, nil for nil.
func of(c *Context) *contexts.Context {
	if c == nil {
		return nil
	}
	return c.handle
}

// Alive reports whether the context can be used: it was not destroyed.
func (c *Context) Alive() bool { return c.handle.Alive() }

// Usage returns the usage count of a created context. For a primary context it
// returns how many clients retain it.
func (c *Context) Usage() int { return c.handle.Usage() }

// Device returns the device as this context sees it: memory that is allocated there
// belongs to the context.
func (c *Context) Device() *gpusim.Device { return c.handle.Content.Device().(*gpusim.Device) }

func (c *Context) state() ContextState {
	return ContextState{Name: c.String(), Alive: c.Alive(), Usage: c.Usage()}
}
