package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Padded gives strides in bytes.
func Padded(dev *gpusim.Device, picture []float32, width, height int) gpu.Pitched[float32] {
	p := notebook.Must(gpusim.MallocPitch[float32](dev, width, height))
	to, from := gpusim.Rows[float32]{Data: p.Data, Stride: 4 * p.Stride}, gpusim.Rows[float32]{Data: picture, Stride: 4 * width}
	notebook.OK(gpusim.Copy2D(dev.DefaultStream(), to, from, width, height))
	return p
}
