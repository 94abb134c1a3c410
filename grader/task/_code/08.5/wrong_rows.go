package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Padded copies row by row.
func Padded(dev *gpusim.Device, picture []float32, width, height int) gpu.Pitched[float32] {
	p := notebook.Must(gpusim.MallocPitch[float32](dev, width, height))
	for y := range height {
		to := gpusim.Rows[float32]{Data: p.Data[y*p.Stride : y*p.Stride+width], Stride: width}
		from := gpusim.Rows[float32]{Data: picture[y*width : (y+1)*width], Stride: width}
		notebook.OK(gpusim.Copy2D(dev.DefaultStream(), to, from, width, 1))
	}
	return p
}
