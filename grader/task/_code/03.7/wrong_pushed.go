package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Gather pops once for all pushes.
func Gather(t *driver.Thread, contexts []*driver.Context, arrays []gpusim.DevicePtr, out [][]uint8) {
	for i, c := range contexts {
		notebook.OK(t.CtxPushCurrent(c))
		notebook.OK(t.MemcpyDtoH(out[i], arrays[i]))
	}
	notebook.Must(t.CtxPopCurrent())
}
