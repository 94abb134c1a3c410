package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Padded copies a picture with this width and height to new memory of the device, whose rows are aligned, and returns
// that memory. picture has no padding.
func Padded(dev *gpusim.Device, picture []float32, width, height int) gpu.Pitched[float32] {
	p := notebook.Must(gpusim.MallocPitch[float32](dev, width, height))
	to, from := gpusim.Rows[float32]{Data: p.Data, Stride: p.Stride}, gpusim.Rows[float32]{Data: picture, Stride: width}
	notebook.OK(gpusim.Copy2D(dev.DefaultStream(), to, from, width, height))
	return p
}
