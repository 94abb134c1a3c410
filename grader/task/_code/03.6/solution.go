package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe is a library function. It sets n bytes at p to 0. The memory belongs to the primary context of
// device 0, which the program uses through the runtime; no context is current to the thread.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	c := notebook.Must(t.DevicePrimaryCtxRetain(0))
	notebook.OK(t.CtxPushCurrent(c))
	notebook.OK(t.MemsetD8(p, 0, n))
	notebook.Must(t.CtxPopCurrent())
	notebook.OK(t.DevicePrimaryCtxRelease(0))
}
