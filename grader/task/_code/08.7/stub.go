package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Halve writes the halves of x to scratch, and adds them to x.
func Halve(x, scratch []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	scratch[i] = x[i] / 2
	v := scratch[i]
	for range 300 { // some work
		v = 0.5*v + 0.25
	}
	x[i] += v
}

// HalveAll runs Halve on each of the arrays, on two streams in turn. Each launch needs scratch memory of the
// size of its array. It is right, and slow.
func HalveAll(dev *gpusim.Device, arrays []*gpusim.Buffer[float32]) {
	streams := []*gpusim.Stream{dev.NewStream("even"), dev.NewStream("odd")}
	for i, x := range arrays {
		scratch := notebook.Must(gpusim.Malloc[float32](dev, x.Len()))
		config := gpusim.Config{Grid: gpusim.Dim(x.Len() / 128), Block: gpusim.Dim(128)}
		notebook.Must(streams[i%2].Launch(Halve, config, x, scratch))
		notebook.OK(scratch.Free())
	}
}
