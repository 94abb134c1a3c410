package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Gather replaces the caller's context.
func Gather(t *driver.Thread, contexts []*driver.Context, arrays []gpusim.DevicePtr, out [][]uint8) {
	for i, c := range contexts {
		notebook.OK(t.CtxSetCurrent(c))
		notebook.OK(t.MemcpyDtoH(out[i], arrays[i]))
	}
}
