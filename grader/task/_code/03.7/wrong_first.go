package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Gather pushes one context for all arrays.
func Gather(t *driver.Thread, contexts []*driver.Context, arrays []gpusim.DevicePtr, out [][]uint8) {
	notebook.OK(t.CtxPushCurrent(contexts[0]))
	for i := range contexts {
		notebook.OK(t.MemcpyDtoH(out[i], arrays[i]))
	}
	notebook.Must(t.CtxPopCurrent())
}
