package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend copies the elements to new page-locked memory.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	p := notebook.Must(gpusim.MallocHost[float32](dev, len(host)))
	copy(p, host)
	for _, x := range buffers {
		notebook.OK(x.CopyFrom(p))
	}
	notebook.OK(gpusim.FreeHost(dev, p))
}
