package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Gather copies arrays[i], which lies in contexts[i], to out[i].
func Gather(t *driver.Thread, contexts []*driver.Context, arrays []gpusim.DevicePtr, out [][]uint8) {
	for i, c := range contexts {
		notebook.OK(t.CtxPushCurrent(c))
		notebook.OK(t.MemcpyDtoH(out[i], arrays[i]))
		notebook.Must(t.CtxPopCurrent())
	}
}
