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

// Fold adds up what Accumulate makes of the chunks of host in total. host is page-locked, and each chunk has as many
// elements as total. There are two buffers of this size for them, a and b.
func Fold(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32) {
	n := total.Len()
	config := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}
	load, work := dev.NewStream("load"), dev.NewStream("work")
	buffers := []*gpusim.Buffer[float32]{a, b}
	loaded, used := make([]gpusim.Event, 2), make([]gpusim.Event, 2)
	for c := range len(host) / n {
		i := c % 2
		if c >= 2 {
			notebook.OK(load.Wait(&used[i]))
		}
		notebook.OK(load.CopyFrom(buffers[i], host[c*n:(c+1)*n]))
		notebook.OK(load.Record(&loaded[i]))
		notebook.OK(work.Wait(&loaded[i]))
		notebook.Must(work.Launch(Accumulate, config, total, buffers[i]))
		notebook.OK(work.Record(&used[i]))
	}
	dev.Synchronize()
}
