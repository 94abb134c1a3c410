package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend locks the memory for each copy.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	for _, x := range buffers {
		notebook.OK(gpusim.HostRegister(dev, host))
		notebook.OK(x.CopyFrom(host))
		notebook.OK(gpusim.HostUnregister(dev, host))
	}
}
