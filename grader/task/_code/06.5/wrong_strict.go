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

// Fold lets a copy wait for the kernel of the chunk before.
func Fold(dev *gpusim.Device, total, a, b *gpusim.Buffer[float32], host []float32) {
	n := total.Len()
	config := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128)}
	load, work := dev.NewStream("load"), dev.NewStream("work")
	buffers := []*gpusim.Buffer[float32]{a, b}
	var loaded, done [2]gpusim.Event
	for c := range len(host) / n {
		x := buffers[c%2]
		if c >= 2 {
			notebook.OK(load.Wait(&done[(c+1)%2]))
		}
		notebook.OK(load.CopyFrom(x, host[c*n:(c+1)*n]))
		notebook.OK(load.Record(&loaded[c%2]))
		notebook.OK(work.Wait(&loaded[c%2]))
		notebook.Must(work.Launch(Accumulate, config, total, x))
		notebook.OK(work.Record(&done[c%2]))
	}
	dev.Synchronize()
}
