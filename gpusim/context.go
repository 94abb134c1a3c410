package gpusim

// This file is what a context owns on its device, and when it cannot be used.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/texture"
)

// deviceContext is what a device does for one client: memory, variables of kernels,
// modules. All of it goes when the context ends.
type deviceContext struct {
	process *process
	handle  *contexts.Context
	device  *Device // as this context sees it
	opened  bool    // the context will tell when it ends
	modules []*loadedModule
}

// String names the context: "c1", "primary 0".
func (c *deviceContext) String() string { return c.handle.String() }

// Device implements contexts.Content.
func (c *deviceContext) Device() any { return c.device }

// Usable implements contexts.Content.
func (c *deviceContext) Usable(call string) error {
	c.open()
	return c.whole(call)
}

// open has the context tell when it ends.
func (c *deviceContext) open() {
	if c.opened || !c.handle.Alive() {
		return
	}
	c.opened = true
	c.handle.Own(c, func() {
		c.opened = false
		for _, m := range c.modules {
			m.ended = true
		}
		c.modules = nil
		c.device.endAll(c.String() + " ended")
	})
}

// ready returns an error when the context cannot be used. The first use makes a
// primary context.
func (c *deviceContext) ready(use string) error {
	if c.handle.Primary {
		c.process.system.PrimaryUse(c.handle.Device)
	}
	c.open()
	if !c.handle.Alive() {
		return diag.Called(diag.Diagnostic{
			Code: diag.ContextDestroyed, CUDA: contextDestroyed,
			Message: fmt.Sprintf("%s: context %s has been destroyed", use, c),
			Hint:    "use memory and kernels before their context is destroyed",
		})
	}
	return c.whole(use)
}

// whole returns an error when a kernel left the process unusable.
func (c *deviceContext) whole(use string) error {
	lost := c.process.lost
	if lost == nil {
		return nil
	}
	return diag.Called(diag.Diagnostic{
		Pos: lost.Pos, Code: diag.ContextLost, CUDA: lost.CUDA, Source: lost.Source,
		Message: fmt.Sprintf("%s: nothing can be done any more after an earlier mistake: %s", use, lost.Message),
		Hint:    "mend that mistake; Reset, on the device, begins anew with empty memory",
	})
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
	d.textures = map[uint64]*texture.Texture{}
}

// Reset destroys the device's primary context with all memory in it; what is
// done next with the device makes it anew. After a fault of a kernel it stands for a
// new process, which is what hardware needs. CUDA: cudaDeviceReset.
func (d *Device) Reset() {
	d.context.process.system.PrimaryReset(d.context.handle.Device)
	d.context.process.lost = nil
}
