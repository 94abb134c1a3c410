package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Above is what Tally counts in.
var Above gpu.Global[int32]

// Tally counts the numbers of x that are above 0.
func Tally(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < len(x) && x[i] > 0 {
		gpu.AtomicAdd(&Above.V, 1)
	}
}

// TallyEach sets the variable to 0 once.
func TallyEach(dev *gpusim.Device, batches []*gpusim.Buffer[float32], counts []int32) {
	notebook.OK(dev.MemcpyToSymbol(Tally, "Above", int32(0), 0))
	for i, x := range batches {
		notebook.Must(dev.Launch(Tally, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(128)}, x))
		notebook.OK(dev.MemcpyFromSymbol(&counts[i], Tally, "Above", 0))
	}
}
