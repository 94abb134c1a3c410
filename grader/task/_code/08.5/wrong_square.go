package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Padded swaps the width and the height of the copy.
func Padded(dev *gpusim.Device, picture []float32, width, height int) gpu.Pitched[float32] {
	p := notebook.Must(gpusim.MallocPitch[float32](dev, width, height))
	to, from := gpusim.Rows[float32]{Data: p.Data, Stride: p.Stride}, gpusim.Rows[float32]{Data: picture, Stride: width}
	notebook.OK(gpusim.Copy2D(dev.DefaultStream(), to, from, height, height))
	return p
}
