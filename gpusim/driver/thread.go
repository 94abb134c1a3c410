package driver

// This file is a host thread's calls on contexts. The host remembers each call.

import (
	"cmp"
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
)

// Thread is one thread of the host, with a stack of contexts. The topmost is
// current: calls that need a context use it.
type Thread struct {
	host   *Host
	handle *contexts.Thread
	device int // of SetDevice
}

// Name returns the name that the thread was started under.
func (t *Thread) Name() string { return t.handle.Name }

// Stack returns the contexts on the thread's stack, the current one last.
func (t *Thread) Stack() []*Context {
	var all []*Context
	for _, handle := range t.handle.Stack() {
		all = append(all, t.host.context(handle))
	}
	return all
}

// failure is a call that CUDA refuses, in words.
type failure struct {
	result contexts.Result
	what   string // is wrong; "" where the result says it all
	hint   string
}

// codes classifies the results.
var codes = map[contexts.Result]diag.Code{
	contexts.InvalidContext: diag.WrongContext, contexts.InvalidValue: diag.WrongContext,
	contexts.ContextDestroyed: diag.ContextDestroyed, contexts.InvalidDevice: diag.NoSuchDevice,
}

// answer remembers a call and turns its result into an error.
func (t *Thread) answer(call string, f failure) error {
	t.host.record(t.Name(), call, f.result)
	return t.refusal(call, f)
}

// refusal is the error of a call; nil when it succeeded.
func (t *Thread) refusal(call string, f failure) error {
	if f.result == contexts.Success {
		return nil
	}
	d := diag.Diagnostic{Code: codes[f.result], CUDA: string(f.result), Message: f.what, Hint: f.hint}
	current := t.CtxGetCurrent()
	switch {
	case f.result == contexts.InvalidDevice:
		d.Message, d.Hint = fmt.Sprintf("the host has %d devices", len(t.host.devices)), "devices are counted from 0"
	case f.result == contexts.ContextDestroyed:
		d.Message = fmt.Sprintf("context %v, which is current to thread %s, has been destroyed", current, t.Name())
		d.Hint = "pop it off the stack with CtxPopCurrent, or set another one"
	case d.Message == "":
		d.Code, d.Message = diag.NoContext, fmt.Sprintf("no context is current to thread %s", t.Name())
		d.Hint = "create one with CtxCreate, or push one with CtxPushCurrent"
	}
	d.Message = call + ": " + d.Message
	return diag.Called(d)
}

// CtxCreate makes a context on a device and pushes it on the stack.
func (t *Thread) CtxCreate(device int) (*Context, error) {
	call := fmt.Sprintf("CtxCreate(%d)", device)
	if err := t.host.usable(call); err != nil {
		t.record(call, err)
		return nil, err
	}
	handle, result := t.handle.Create(device)
	c := t.host.context(handle)
	return c, t.answer(call, failure{result: result})
}

// CtxPushCurrent puts a context on the stack, so that it is current. It may be
// on other stacks as well.
func (t *Thread) CtxPushCurrent(c *Context) error {
	return t.answer(fmt.Sprintf("CtxPushCurrent(%v)", c), failure{
		t.handle.Push(of(c)), "nil is no context", "push what CtxCreate or CtxPopCurrent returned",
	})
}

// CtxPopCurrent takes the current context off the stack and returns it, so that
// any thread can push it.
func (t *Thread) CtxPopCurrent() (*Context, error) {
	handle, result := t.handle.Pop()
	return t.host.context(handle), t.answer("CtxPopCurrent()", failure{result: result})
}

// CtxSetCurrent puts a context in the place of the current one. nil takes the
// current one off.
func (t *Thread) CtxSetCurrent(c *Context) error {
	return t.answer(fmt.Sprintf("CtxSetCurrent(%v)", c), failure{result: t.handle.Set(of(c))})
}

// CtxGetCurrent returns the current context, nil when there is none. A current
// context may have been destroyed by another thread.
func (t *Thread) CtxGetCurrent() *Context { return t.host.context(t.handle.Current()) }

// CtxGetDevice returns the number of the current context's device.
func (t *Thread) CtxGetDevice() (int, error) {
	c, result := t.handle.Use()
	if err := t.answer("CtxGetDevice()", failure{result: result}); err != nil {
		return 0, err
	}
	return c.Device, nil
}

// CtxAttach counts one more user of the current context and returns it. flags
// must be 0.
func (t *Thread) CtxAttach(flags int) (*Context, error) {
	handle, result := t.handle.Attach(flags)
	f := failure{result: result}
	if flags != 0 {
		f.what, f.hint = "flags must be 0", "CtxAttach(0)"
	}
	return t.host.context(handle), t.answer(fmt.Sprintf("CtxAttach(%d)", flags), f)
}

// CtxDetach counts one user less of the current context, which c must be. At 0
// the context is destroyed.
func (t *Thread) CtxDetach(c *Context) error {
	f := failure{result: t.handle.Detach(of(c))}
	if current := t.CtxGetCurrent(); current != nil && current != c {
		f.what = fmt.Sprintf("%v is not current to thread %s, %v is", c, t.Name(), current)
		f.hint = "detach the current context"
	}
	return t.answer(fmt.Sprintf("CtxDetach(%v)", c), f)
}

// CtxDestroy ends a created context, whatever its usage count, with all that it
// owns. Stacks of other threads keep it, and can only pop it.
func (t *Thread) CtxDestroy(c *Context) error {
	f := failure{result: t.handle.Destroy(of(c)), hint: "destroy a created context once"}
	switch {
	case c == nil:
		f.what = "nil is no context"
	case c.handle.Primary:
		f.what, f.hint = fmt.Sprintf("%v belongs to the device", c), "release it with DevicePrimaryCtxRelease"
	default:
		f.what = fmt.Sprintf("%v has been destroyed before", c)
	}
	return t.answer(fmt.Sprintf("CtxDestroy(%v)", c), f)
}

// CtxSynchronize waits for the work of the current context. It reports what a
// kernel did that left the process unusable.
func (t *Thread) CtxSynchronize() error {
	_, err := t.use("CtxSynchronize()")
	t.record("CtxSynchronize()", err)
	return err
}

// record notes a call and its error, nil for success, in the host's history.
func (t *Thread) record(call string, err error) {
	t.host.record(t.Name(), call, contexts.Result(cmp.Or(gpusim.CUDAName(err), string(contexts.Success))))
}

// use returns the context that a call works in.
func (t *Thread) use(call string) (*Context, error) {
	handle, result := t.handle.Use()
	if err := t.refusal(call, failure{result: result}); err != nil {
		return nil, err
	}
	return t.host.context(handle), asDriver(handle.Content.Usable(call))
}

// DevicePrimaryCtxRetain returns the primary context of a device, made if it has
// none, and counts one client more. It does not become current.
func (t *Thread) DevicePrimaryCtxRetain(device int) (*Context, error) {
	handle, result := t.host.system.PrimaryRetain(device)
	return t.host.context(handle), t.answer(fmt.Sprintf("DevicePrimaryCtxRetain(%d)", device), failure{result: result})
}

// DevicePrimaryCtxRelease counts one client less; with the last one the primary
// context ends.
func (t *Thread) DevicePrimaryCtxRelease(device int) error {
	return t.answer(fmt.Sprintf("DevicePrimaryCtxRelease(%d)", device), failure{
		t.host.system.PrimaryRelease(device), "nobody retains the primary context", "release it once for each retain",
	})
}

// DevicePrimaryCtxReset ends the primary context with all that it owns, whoever
// retains it.
func (t *Thread) DevicePrimaryCtxReset(device int) error {
	return t.answer(fmt.Sprintf("DevicePrimaryCtxReset(%d)", device), failure{result: t.host.system.PrimaryReset(device)})
}

// DevicePrimaryCtxGetState reports whether the primary context of a device is
// active.
func (t *Thread) DevicePrimaryCtxGetState(device int) bool {
	return t.host.system.PrimaryActive(device)
}

// SetDevice chooses the device of the runtime's calls, and makes its primary
// context current. CUDA: cudaSetDevice.
func (t *Thread) SetDevice(device int) error {
	handle, result := t.host.system.PrimaryUse(device)
	if result == contexts.Success {
		t.device = device
		t.handle.Set(handle)
	}
	return t.answer(fmt.Sprintf("SetDevice(%d)", device), failure{result: result})
}

// Device returns the device as calls of the runtime use it that this thread
// makes: in the current context, and with an empty stack in the primary context
// of the device of SetDevice, which becomes current.
func (t *Thread) Device() (*gpusim.Device, error) {
	handle, result := t.handle.UseRuntime(t.device)
	if err := t.refusal("Device()", failure{result: result}); err != nil {
		return nil, err
	}
	return t.host.context(handle).Device(), nil
}
