package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe tidies up for everybody.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	c := notebook.Must(t.DevicePrimaryCtxRetain(0))
	notebook.OK(t.CtxPushCurrent(c))
	notebook.OK(t.MemsetD8(p, 0, n))
	notebook.Must(t.CtxPopCurrent())
	notebook.OK(t.DevicePrimaryCtxReset(0))
}
