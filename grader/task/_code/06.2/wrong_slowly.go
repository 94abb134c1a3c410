package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend copies in a stream, from memory that is not locked.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	s := dev.NewStream("send")
	for _, x := range buffers {
		notebook.OK(s.CopyFrom(x, host))
	}
	s.Synchronize()
}
