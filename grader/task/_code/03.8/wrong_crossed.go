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

// TripleBoth makes both contexts first, so that the second one is current to all launches.
func TripleBoth(t *driver.Thread, x []float32) {
	half := len(x) / 2
	config := gpusim.Config{Grid: gpusim.Dim(half/128 + 1), Block: gpusim.Dim(128)}
	first := notebook.Must(t.CtxCreate(0))
	p := notebook.Must(t.MemAlloc(4 * half))
	second := notebook.Must(t.CtxCreate(1))
	q := notebook.Must(t.MemAlloc(4 * half))
	for i, at := range []gpusim.DevicePtr{p, q} {
		part := x[i*half : (i+1)*half]
		notebook.OK(t.MemcpyHtoD(at, part))
		notebook.Must(t.LaunchKernel(Triple, config, at, half))
		notebook.OK(t.MemcpyDtoH(part, at))
	}
	notebook.OK(t.CtxDestroy(second))
	notebook.OK(t.CtxDestroy(first))
}
