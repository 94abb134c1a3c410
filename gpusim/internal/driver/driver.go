// Package driver is the part of a CUDA driver that keeps contexts: which exist,
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
// Not modelled: context flags, priorities and limits, several processes, green
// contexts, the rule of CUDA before 4.0 that a context is current to one thread
// at a time.
package driver

import "slices"

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

	number    int // in order of creation, from 1; 0 for a primary context
	alive     bool
	count     int
	resources []resource
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
