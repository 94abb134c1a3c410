package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe leaves the context on the stack.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	c := notebook.Must(t.DevicePrimaryCtxRetain(0))
	notebook.OK(t.CtxPushCurrent(c))
	notebook.OK(t.MemsetD8(p, 0, n))
	notebook.OK(t.DevicePrimaryCtxRelease(0))
}
