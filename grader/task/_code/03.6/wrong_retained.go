package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe retains the context, which makes nothing current.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	notebook.Must(t.DevicePrimaryCtxRetain(0))
	notebook.OK(t.MemsetD8(p, 0, n))
	notebook.OK(t.DevicePrimaryCtxRelease(0))
}
