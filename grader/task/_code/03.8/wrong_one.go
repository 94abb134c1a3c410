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

// TripleBoth does both halves on device 0.
func TripleBoth(t *driver.Thread, x []float32) {
	half := len(x) / 2
	config := gpusim.Config{Grid: gpusim.Dim(half/128 + 1), Block: gpusim.Dim(128)}
	c := notebook.Must(t.CtxCreate(0))
	p := notebook.Must(t.MemAlloc(4 * half))
	for i := range 2 {
		part := x[i*half : (i+1)*half]
		notebook.OK(t.MemcpyHtoD(p, part))
		notebook.Must(t.LaunchKernel(Triple, config, p, half))
		notebook.OK(t.MemcpyDtoH(part, p))
	}
	notebook.OK(t.CtxDestroy(c))
}
