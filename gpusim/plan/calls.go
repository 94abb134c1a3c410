package plan

// This file is the calls that a plan may hold, under the names of CUDA's driver
// API without its "cu".

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
)

// call makes a call of a thread.
func (t Thread) call(name string, do func(*player, *driver.Thread) error, args ...any) Call {
	return Call{Thread: t, Name: name, Args: args, do: do}
}

// onContext makes a call that is given a context by name.
func (t Thread) onContext(name, context string, do func(*driver.Thread, *driver.Context) error) Call {
	return t.call(name, func(p *player, th *driver.Thread) error {
		c, err := p.context(context)
		if err != nil {
			return err
		}
		return do(th, c)
	}, context)
}

// onMemory makes a call that is given memory by name.
func (t Thread) onMemory(name, pointer string, do func(*driver.Thread, gpusim.DevicePtr) error, more ...any) Call {
	return t.call(name, func(p *player, th *driver.Thread) error {
		at, err := p.pointer(pointer)
		if err != nil {
			return err
		}
		return do(th, at)
	}, append([]any{pointer}, more...)...)
}

// CtxCreate makes a context on a device, calls it by a name, and pushes it.
func (t Thread) CtxCreate(context string, device int) Call {
	return t.call("CtxCreate", func(p *player, th *driver.Thread) error {
		c, err := th.CtxCreate(device)
		if err == nil {
			p.made(c, context)
		}
		return err
	}, context, device)
}

// CtxPushCurrent pushes a context.
func (t Thread) CtxPushCurrent(context string) Call {
	return t.onContext("CtxPushCurrent", context, (*driver.Thread).CtxPushCurrent)
}

// CtxPopCurrent takes the current context off the stack.
func (t Thread) CtxPopCurrent() Call {
	return t.call("CtxPopCurrent", func(_ *player, th *driver.Thread) error {
		_, err := th.CtxPopCurrent()
		return err
	})
}

// CtxSetCurrent puts a context in the place of the current one; "" takes that off.
func (t Thread) CtxSetCurrent(context string) Call {
	return t.onContext("CtxSetCurrent", context, (*driver.Thread).CtxSetCurrent)
}

// CtxAttach counts one user of the current context more.
func (t Thread) CtxAttach() Call {
	return t.call("CtxAttach", func(_ *player, th *driver.Thread) error {
		_, err := th.CtxAttach(0)
		return err
	})
}

// CtxDetach counts one user of the current context less; it must be the named one.
func (t Thread) CtxDetach(context string) Call {
	return t.onContext("CtxDetach", context, (*driver.Thread).CtxDetach)
}

// CtxDestroy ends a context.
func (t Thread) CtxDestroy(context string) Call {
	return t.onContext("CtxDestroy", context, (*driver.Thread).CtxDestroy)
}

// CtxSynchronize waits for the work of the current context.
func (t Thread) CtxSynchronize() Call {
	return t.call("CtxSynchronize", func(_ *player, th *driver.Thread) error { return th.CtxSynchronize() })
}

// DevicePrimaryCtxRetain retains the primary context of a device and calls it by
// a name.
func (t Thread) DevicePrimaryCtxRetain(context string, device int) Call {
	return t.call("DevicePrimaryCtxRetain", func(p *player, th *driver.Thread) error {
		c, err := th.DevicePrimaryCtxRetain(device)
		if err == nil {
			p.made(c, context)
		}
		return err
	}, context, device)
}

// DevicePrimaryCtxRelease releases the primary context of a device.
func (t Thread) DevicePrimaryCtxRelease(device int) Call {
	return t.call("DevicePrimaryCtxRelease", func(_ *player, th *driver.Thread) error {
		return th.DevicePrimaryCtxRelease(device)
	}, device)
}

// MemAlloc allocates memory in the current context and calls it by a name.
func (t Thread) MemAlloc(pointer string, bytes int) Call {
	return t.call("MemAlloc", func(p *player, th *driver.Thread) error {
		at, err := th.MemAlloc(bytes)
		if err == nil {
			p.pointers[pointer] = at
		}
		return err
	}, pointer, bytes)
}

// MemFree frees memory.
func (t Thread) MemFree(pointer string) Call {
	return t.onMemory("MemFree", pointer, (*driver.Thread).MemFree)
}

// MemsetD8 sets n bytes of memory to a value from 0 to 255.
func (t Thread) MemsetD8(pointer string, value, n int) Call {
	return t.onMemory("MemsetD8", pointer, func(th *driver.Thread, at gpusim.DevicePtr) error {
		return th.MemsetD8(at, byte(value), n)
	}, value, n)
}
