package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend unlocks the memory while copies are under way.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	s := dev.NewStream("send")
	notebook.OK(gpusim.HostRegister(dev, host))
	for _, x := range buffers {
		notebook.OK(s.CopyFrom(x, host))
	}
	notebook.OK(gpusim.HostUnregister(dev, host))
	s.Synchronize()
}
