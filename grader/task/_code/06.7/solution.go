package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Mix multiplies each element of in by 32 elements of the table, and adds the products up.
func Mix(out, in, table []float32, m int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v, sum := in[i], float32(0)
	for k := range 32 {
		sum += v * table[(i+128*k)%m]
	}
	out[i] = sum
}

// Mixed fills out, memory of the device. in and table are page-locked memory of the host, which kernels reach
// too. A kernel takes either a buffer or such memory.
func Mixed(dev *gpusim.Device, out *gpusim.Buffer[float32], in, table []float32) {
	config := gpusim.Config{Grid: gpusim.Dim(len(in) / 128), Block: gpusim.Dim(128)}
	near := notebook.Must(gpusim.Malloc[float32](dev, len(table)))
	notebook.OK(dev.DefaultStream().CopyFrom(near, table))
	notebook.Must(dev.Launch(Mix, config, out, in, near, len(table)))
	notebook.OK(near.Free())
}
