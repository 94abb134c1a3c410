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

// Mixed copies both arrays.
func Mixed(dev *gpusim.Device, out *gpusim.Buffer[float32], in, table []float32) {
	config := gpusim.Config{Grid: gpusim.Dim(len(in) / 128), Block: gpusim.Dim(128)}
	near, values := notebook.Must(gpusim.Malloc[float32](dev, len(table))), notebook.Must(gpusim.Malloc[float32](dev, len(in)))
	notebook.OK(dev.DefaultStream().CopyFrom(near, table))
	notebook.OK(dev.DefaultStream().CopyFrom(values, in))
	notebook.Must(dev.Launch(Mix, config, out, values, near, len(table)))
	notebook.OK(near.Free())
	notebook.OK(values.Free())
}
