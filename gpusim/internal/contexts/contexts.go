// Package contexts is the part of a CUDA driver that keeps contexts: which exist,
// on which device, current to which host thread, and what lives in them.
//
// The machine: a System of devices and host threads. A Context belongs to one
// device and owns resources, which are released when it ends. Every Thread has
// a stack of contexts; the topmost is current, and calls that need a context
// use it. Any number of threads may have one context current. A device has one
// primary context beside those that are created; it is retained and released
// by count, ends with the last release or a reset, and comes to life again
// under the same handle when it is retained anew.
//
// A context has a usage count: 1 when created, one more for each attach, one
// less for each detach; at 0, or by Destroy, it ends. A stack may hold contexts
// that have ended: they can be pushed and popped, and everything else answers
// ContextDestroyed.
//
// Every call answers a Result under CUDA's name. The answers are those of an
// NVIDIA H200 with driver 580.159: gpusim/validation/h200/host/contexts.txt, and the
// lines "ctx" of micro.txt. Where hardware corrupts memory (popping a handle
// that was detached to nothing, or set after it was destroyed), this machine
// treats the handle as any other that has ended.
//
// Packages gpusim and gpusim/driver share a System. What a context owns on its
// device is the Content that gpusim gives it; driver reaches memory and modules
// through it.
//
// Not modelled: context flags, priorities and limits, several processes, green
// contexts, the rule of CUDA before 4.0 that a context is current to one thread
// at a time.
package contexts

import (
	"fmt"
	"slices"
)

// Result is what a call answers, by CUDA's name.
type Result string

// The results.
const (
	Success          Result = "CUDA_SUCCESS"
	InvalidValue     Result = "CUDA_ERROR_INVALID_VALUE"
	InvalidContext   Result = "CUDA_ERROR_INVALID_CONTEXT"
	InvalidDevice    Result = "CUDA_ERROR_INVALID_DEVICE"
	ContextDestroyed Result = "CUDA_ERROR_CONTEXT_IS_DESTROYED"
)

// Context is what a device does for one client. Its fields change by calls on
// threads and systems only.
type Context struct {
	Device  int
	Primary bool

	// Content is what the context owns. Package gpusim sets it before anything is
	// done in the context.
	Content Content

	number    int // in order of creation, from 1; 0 for a primary context
	alive     bool
	count     int
	resources []resource
}

// Content is what a context owns on its device: memory, variables of kernels,
// modules. Addresses are device addresses. call is the call that asks, for messages.
type Content interface {
	// Device returns the *gpusim.Device as the context sees it.
	Device() any
	// Usable returns an error when a kernel left the process unusable.
	Usable(call string) error
	// Alloc allocates zeroed memory and returns its address.
	Alloc(call string, bytes int) (uint64, error)
	// Free frees the allocation that begins at an address.
	Free(call string, address uint64) error
	// Bytes returns n bytes of device memory.
	Bytes(call string, address uint64, n int) ([]byte, error)
	// Owner returns the context that owns the memory at an address.
	Owner(call string, address uint64) (*Context, error)
	// MemInfo returns the free bytes and all bytes of the device's memory.
	MemInfo() (free, total int64)
	// LoadModule loads a file, a folder, a *gpusim.Module or the file of a Go function.
	LoadModule(source any) (Module, error)
}

// Module is source that is loaded into a context, with variables of its own.
type Module interface {
	Kernels() []string
	// Kernel returns a *gpusim.Kernel that uses the variables of the module.
	Kernel(name string) (any, error)
	// Variable returns the address and the bytes of a variable of the module.
	Variable(name string) (address uint64, bytes int, err error)
	Unload() error
}

// Open gives the primary contexts of a system their devices, by name, and sets the
// system's OnCreate. Package gpusim sets Open: what contexts own is its own, and
// must not stand in its API.
var Open func(s *System, devices []string) error

// HostBytes returns the bytes of host values: of a slice, or of what a pointer points
// to. Package gpusim sets it, as Open.
var HostBytes func(call string, host any) ([]byte, error)

// Share makes memory of the host's, which another process maps too, memory of a *gpusim.Device:
// managed memory, or page-locked memory. Its address is a multiple of align. The result is the
// *gpusim.Array of its bytes. Package gpusim sets it, as Open.
var Share func(device any, call string, data []byte, align int, managed bool) (array any, err error)

// ShareVariable is Share for the memory of a managed variable that a *gpusim.Kernel uses. The
// bytes get its initial value.
var ShareVariable func(device, kernel any, name string, data []byte, align int) (array any, err error)

// SetTexture makes a *texture.Texture the object that a handle stands for on a *gpusim.Device, or
// none with nil. Package gpusim sets it, as Open.
var SetTexture func(device any, handle uint64, object any)

// Moved gives a copy of rows in a *gpusim.Stream its time, between bytes of the host or of a device.
// Package gpusim sets it, as Open.
var Moved func(stream any, to, from []byte, bytes, rows int)

// String returns "c1", "c2" … for created contexts in the order of their creation,
// "primary 0" for the primary context of the first device.
func (c *Context) String() string {
	switch {
	case c == nil:
		return "nil"
	case c.Primary:
		return fmt.Sprintf("primary %d", c.Device)
	}
	return fmt.Sprintf("c%d", c.number)
}

// resource is something that lives as long as its context.
type resource struct {
	key     any
	release func()
}

// Number tells created contexts apart, from 1 in order of creation; primary
// contexts have 0.
func (c *Context) Number() int { return c.number }

// Alive reports whether the context can be used.
func (c *Context) Alive() bool { return c.alive }

// Usage is the usage count of a created context, the retain count of a primary one.
func (c *Context) Usage() int { return c.count }

// Own lets release be called when the context ends, unless Disown is called
// before. Of several the last is released first.
func (c *Context) Own(key any, release func()) {
	c.resources = append(c.resources, resource{key, release})
}

// Disown forgets a resource that was freed; false when the context has none
// under the key.
func (c *Context) Disown(key any) bool {
	i := slices.IndexFunc(c.resources, func(r resource) bool { return r.key == key })
	if i < 0 {
		return false
	}
	c.resources = slices.Delete(c.resources, i, i+1)
	return true
}

// end releases what lives in the context.
func (c *Context) end() {
	c.alive = false
	owned := c.resources
	c.resources = nil
	for _, r := range slices.Backward(owned) {
		r.release()
	}
}

// System is the devices and host threads of one process.
type System struct {
	// OnCreate is called with each context that a thread creates; nil for nobody.
	OnCreate func(*Context)

	primary []*Context // by device
	threads []*Thread
	created int
}

// NewSystem returns a process on a machine with so many devices, without
// threads, all primary contexts inactive.
func NewSystem(devices int) *System {
	s := &System{}
	for d := range devices {
		s.primary = append(s.primary, &Context{Device: d, Primary: true})
	}
	return s
}

// Thread starts a host thread with an empty stack.
func (s *System) Thread(name string) *Thread {
	t := &Thread{Name: name, system: s}
	s.threads = append(s.threads, t)
	return t
}

// Threads returns the host threads in the order in which they were started.
func (s *System) Threads() []*Thread { return slices.Clone(s.threads) }

func (s *System) has(device int) bool { return device >= 0 && device < len(s.primary) }

// Primary returns the primary context of a device, alive or not.
func (s *System) Primary(device int) *Context { return s.primary[device] }

// PrimaryRetain returns the primary context of a device, alive, and counts one
// more client. It does not become current. CUDA: cuDevicePrimaryCtxRetain.
func (s *System) PrimaryRetain(device int) (*Context, Result) {
	if !s.has(device) {
		return nil, InvalidDevice
	}
	c := s.primary[device]
	c.alive = true
	c.count++
	return c, Success
}

// PrimaryRelease counts one client less; with the last one the context ends.
// CUDA: cuDevicePrimaryCtxRelease.
func (s *System) PrimaryRelease(device int) Result {
	if !s.has(device) {
		return InvalidDevice
	}
	c := s.primary[device]
	if c.count == 0 {
		return InvalidContext
	}
	if c.count--; c.count == 0 {
		c.end()
	}
	return Success
}

// PrimaryReset ends the primary context whoever has retained it; the count
// stays. CUDA: cuDevicePrimaryCtxReset.
func (s *System) PrimaryReset(device int) Result {
	if !s.has(device) {
		return InvalidDevice
	}
	s.primary[device].end()
	return Success
}

// PrimaryUse returns the primary context of a device as the runtime uses it:
// alive, and retained once for the runtime.
func (s *System) PrimaryUse(device int) (*Context, Result) {
	if !s.has(device) {
		return nil, InvalidDevice
	}
	c := s.primary[device]
	c.alive = true
	c.count = max(c.count, 1)
	return c, Success
}

// PrimaryActive reports whether the primary context of a device is alive.
// CUDA: cuDevicePrimaryCtxGetState.
func (s *System) PrimaryActive(device int) bool { return s.has(device) && s.primary[device].alive }
