package contexts

// This file is a host thread: its stack of contexts and the calls that change it.

import "slices"

// Thread is one host thread.
type Thread struct {
	Name   string
	system *System
	stack  []*Context // the current one last
}

// Stack returns the contexts on the thread's stack, the current one last.
func (t *Thread) Stack() []*Context { return slices.Clone(t.stack) }

// Current returns the current context, alive or not, nil when the stack is
// empty. CUDA: cuCtxGetCurrent, which always succeeds.
func (t *Thread) Current() *Context {
	if len(t.stack) == 0 {
		return nil
	}
	return t.stack[len(t.stack)-1]
}

// Use returns the context that a call which needs one works in.
func (t *Thread) Use() (*Context, Result) {
	switch c := t.Current(); {
	case c == nil:
		return nil, InvalidContext
	case !c.alive:
		return nil, ContextDestroyed
	default:
		return c, Success
	}
}

// UseRuntime returns the context that a call of the runtime works in: the
// current one, or with an empty stack the device's primary context, which then
// becomes current. A primary context comes to life if it must.
func (t *Thread) UseRuntime(device int) (*Context, Result) {
	switch c := t.Current(); {
	case c == nil:
		c, result := t.system.PrimaryUse(device)
		if result == Success {
			t.push(c)
		}
		return c, result
	case c.Primary:
		return t.system.PrimaryUse(c.Device)
	}
	return t.Use()
}

func (t *Thread) push(c *Context) { t.stack = append(t.stack, c) }

func (t *Thread) pop() *Context {
	c := t.Current()
	t.stack = t.stack[:len(t.stack)-1]
	return c
}

// Create makes a context on a device and pushes it. CUDA: cuCtxCreate.
func (t *Thread) Create(device int) (*Context, Result) {
	if !t.system.has(device) {
		return nil, InvalidDevice
	}
	t.system.created++
	c := &Context{Device: device, number: t.system.created, alive: true, count: 1}
	if t.system.OnCreate != nil {
		t.system.OnCreate(c)
	}
	t.push(c)
	return c, Success
}

// Push puts a context on the stack; it need not be alive. CUDA: cuCtxPushCurrent.
func (t *Thread) Push(c *Context) Result {
	if c == nil {
		return InvalidValue
	}
	t.push(c)
	return Success
}

// Pop takes the current context off the stack, so that it floats.
// CUDA: cuCtxPopCurrent.
func (t *Thread) Pop() (*Context, Result) {
	if len(t.stack) == 0 {
		return nil, InvalidContext
	}
	return t.pop(), Success
}

// Set replaces the current context, or pushes c on an empty stack. nil takes
// the current one off. CUDA: cuCtxSetCurrent.
func (t *Thread) Set(c *Context) Result {
	if len(t.stack) > 0 {
		t.pop()
	}
	if c != nil {
		t.push(c)
	}
	return Success
}

// Attach counts one more user of the current context and returns it. flags
// must be 0. CUDA: cuCtxAttach.
func (t *Thread) Attach(flags int) (*Context, Result) {
	if flags != 0 {
		return nil, InvalidValue
	}
	c, result := t.Use()
	if result == Success {
		c.count++
	}
	return c, result
}

// Detach counts one user less of the current context, which c must be; at 0 it
// ends and leaves the stack. CUDA: cuCtxDetach.
func (t *Thread) Detach(c *Context) Result {
	if c == nil || c != t.Current() {
		return InvalidContext
	}
	if _, result := t.Use(); result != Success {
		return result
	}
	if c.count--; c.count == 0 {
		c.end()
		t.pop()
	}
	return Success
}

// Destroy ends a created context, whatever its count, and takes it off the
// stack of this thread if it is current; stacks that hold it elsewhere keep it.
// CUDA: cuCtxDestroy.
func (t *Thread) Destroy(c *Context) Result {
	switch {
	case c == nil:
		return InvalidValue
	case c.Primary || !c.alive:
		return InvalidContext
	}
	c.count = 0
	c.end()
	if t.Current() == c {
		t.pop()
	}
	return Success
}

// Synchronize waits for the work of the current context; work is done at once
// here. CUDA: cuCtxSynchronize.
func (t *Thread) Synchronize() Result {
	_, result := t.Use()
	return result
}
