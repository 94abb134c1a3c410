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

// Fold keeps the copies behind the kernels, and not the kernels behind the copies.
func Fold(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32) {
	n := total.Len()
	config := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}
	load, work := dev.NewStream("load"), dev.NewStream("work")
	buffers := []*gpusim.Buffer[float32]{a, b}
	used := make([]gpusim.Event, 2)
	for c := range len(host) / n {
		i := c % 2
		if c >= 2 {
			notebook.OK(load.Wait(&used[i]))
		}
		notebook.OK(load.CopyFrom(buffers[i], host[c*n:(c+1)*n]))
		notebook.Must(work.Launch(Accumulate, config, total, buffers[i]))
		notebook.OK(work.Record(&used[i]))
	}
	dev.Synchronize()
}
