package gpusim

// This file is what a context owns on its device, and when it cannot be used.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/driver"
	"gpucourse/gpusim/internal/simt"
)

// Context is what a device does for one client: memory, variables of kernels,
// modules. All of it goes when the context ends. CUDA: CUcontext.
type Context struct {
	host    *Host
	handle  *driver.Context
	device  *Device // as this context sees it
	opened  bool    // the context will tell when it ends
	modules []*LoadedModule
	lost    *diag.Diagnostic // what a kernel did that left the context unusable
}

// String returns "c1", "c2" … for created contexts in the order of their
// creation, "primary 0" for the primary context of the first device.
func (c *Context) String() string {
	if c == nil {
		return "nil"
	}
	if c.handle.Primary {
		return fmt.Sprintf("primary %d", c.handle.Device)
	}
	return fmt.Sprintf("c%d", c.handle.Number())
}

// driver returns the handle, nil for nil.
func (c *Context) driver() *driver.Context {
	if c == nil {
		return nil
	}
	return c.handle
}

// Alive reports whether the context can be used: it was not destroyed.
func (c *Context) Alive() bool { return c.handle.Alive() }

// Usage returns the usage count of a created context, for a primary one how many
// clients retain it.
func (c *Context) Usage() int { return c.handle.Usage() }

// Device returns the device as this context sees it: memory that is allocated
// there belongs to the context.
func (c *Context) Device() *Device { return c.device }

func (c *Context) held() Held { return Held{Name: c.String(), Alive: c.Alive(), Usage: c.Usage()} }

// open has the context tell when it ends.
func (c *Context) open() {
	if c.opened || !c.Alive() {
		return
	}
	c.opened = true
	c.handle.Own(c, func() {
		c.opened, c.lost = false, nil
		for _, m := range c.modules {
			m.ended = true
		}
		c.modules = nil
		c.device.endAll(c.String() + " ended")
	})
}

// ready returns an error when the context cannot be used. The first use makes a
// primary context.
func (c *Context) ready(use string) error {
	if c.handle.Primary {
		c.host.system.PrimaryUse(c.handle.Device)
	}
	c.open()
	if !c.Alive() {
		return diag.Diagnostic{
			Code: diag.ContextDestroyed, CUDA: contextDestroyed,
			Message: fmt.Sprintf("%s: context %s has been destroyed", use, c),
			Hint:    "use memory and kernels before their context is destroyed",
		}
	}
	return c.whole(use)
}

// whole returns an error when a kernel left the context unusable.
func (c *Context) whole(use string) error {
	if c.lost == nil {
		return nil
	}
	return diag.Diagnostic{
		Pos: c.lost.Pos, Code: diag.ContextLost, CUDA: c.lost.CUDA, Source: c.lost.Source,
		Message: fmt.Sprintf("%s: nothing can be done any more after an earlier mistake: %s", use, c.lost.Message),
		Hint:    "mend that mistake; Reset, on the device, begins anew with empty memory",
	}
}

// endAll frees all memory of the device's context and forgets its variables.
func (d *Device) endAll(why string) {
	for _, b := range d.blocks {
		b.ended = why
	}
	for _, a := range d.memory.Allocations() {
		d.memory.Free(a)
	}
	d.forget()
}

// forget starts with no blocks and no variables.
func (d *Device) forget() {
	d.symbols = map[symbolKey]*Array{}
	d.blocks = map[*simt.Allocation]*block{}
}

// Reset destroys the device's primary context with all memory in it; what is
// done next with the device makes it anew. CUDA: cudaDeviceReset.
func (d *Device) Reset() {
	d.context.host.system.PrimaryReset(d.context.handle.Device)
}
