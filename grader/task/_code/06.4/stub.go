package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Relax moves each element half of the way to 0.5, 200 times.
func Relax(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for range 200 {
		v = 0.5*v + 0.25
	}
	x[i] = v
}

// Chunked relaxes host, which is page-locked, in four chunks on streams. x is memory of the device for all of
// them. It has two bugs.
func Chunked(dev *gpusim.Device, x *gpusim.Buffer[float32], host []float32) {
	n := len(host) / 4
	for c := range 4 {
		s := dev.NewStream("chunk")
		part, values := x.View(c*n, (c+1)*n), host[c*n:(c+1)*n]
		notebook.OK(s.CopyFrom(part, values))
		notebook.Must(dev.Launch(Relax, gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}, part))
		notebook.OK(s.CopyTo(values, part))
	}
}
