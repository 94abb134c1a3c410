package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe makes a context for a single call.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	c := notebook.Must(t.CtxCreate(0))
	notebook.OK(t.MemsetD8(p, 0, n))
	notebook.OK(t.CtxDestroy(c))
}
