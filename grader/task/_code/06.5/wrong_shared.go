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

// Fold has two streams, and each of them launches kernels.
func Fold(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32) {
	n := total.Len()
	config := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}
	streams := []*gpusim.Stream{dev.NewStream("a"), dev.NewStream("b")}
	buffers := []*gpusim.Buffer[float32]{a, b}
	for c := range len(host) / n {
		x := buffers[c%2]
		notebook.OK(streams[c%2].CopyFrom(x, host[c*n:(c+1)*n]))
		notebook.Must(streams[c%2].Launch(Accumulate, config, total, x))
	}
	dev.Synchronize()
}
