package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Accumulate adds part to total.
func Accumulate(total, part []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := part[i]
	for range 150 { // some work
		v = 0.5*v + 0.25
	}
	total[i] += v
}

// Fold does all in one stream.
func Fold(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32) {
	n := total.Len()
	config := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}
	s := dev.NewStream("all")
	for c := range len(host) / n {
		notebook.OK(s.CopyFrom(a, host[c*n:(c+1)*n]))
		notebook.Must(s.Launch(Accumulate, config, total, a))
	}
	s.Synchronize()
}
