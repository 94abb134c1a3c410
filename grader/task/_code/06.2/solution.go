package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend sends the elements of host to each of the buffers. host is memory that the program has had
// for long.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	notebook.OK(gpusim.HostRegister(dev, host))
	for _, x := range buffers {
		notebook.OK(x.CopyFrom(host))
	}
	notebook.OK(gpusim.HostUnregister(dev, host))
}
