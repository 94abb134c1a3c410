package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Triple multiplies each element by 3.
func Triple(x []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		x[i] *= 3
	}
}

// TripleBoth triples the elements of x: the first half on device 0, the second half on device 1. x has an even
// number of elements. Nothing is current to the thread before, and nothing is left after it.
func TripleBoth(t *driver.Thread, x []float32) {
	half := len(x) / 2
	config := gpusim.Config{Grid: gpusim.Dim(half/128 + 1), Block: gpusim.Dim(128)}
	for device := range 2 {
		part := x[device*half : (device+1)*half]
		c := notebook.Must(t.CtxCreate(device))
		p := notebook.Must(t.MemAlloc(4 * half))
		notebook.OK(t.MemcpyHtoD(p, part))
		notebook.Must(t.LaunchKernel(Triple, config, p, half))
		notebook.OK(t.MemcpyDtoH(part, p))
		notebook.OK(t.CtxDestroy(c))
	}
}
