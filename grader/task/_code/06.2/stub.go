package main

import (
	"gpucourse/gpusim"
	"gpucourse/notebooks/notebook"
)

// Resend sends the elements of host to each of the buffers. host is memory that the program has had
// for long. It is right, and slow.
func Resend(dev *gpusim.Device, buffers []*gpusim.Buffer[float32], host []float32) {
	for _, x := range buffers {
		notebook.OK(x.CopyFrom(host))
	}
}
