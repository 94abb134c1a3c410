package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)

// Now and Next are what Spread reads and writes.
var Now, Next gpu.Global[[]float32]

// Spread sets each element of Next to the average of its two neighbours in Now. The elements lie in a ring.
func Spread() {
	i, n := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, len(Now.V)
	if i < n {
		Next.V[i] = 0.5 * (Now.V[(i+n-1)%n] + Now.V[(i+1)%n])
	}
}

// Evolve does some steps of Spread, beginning with what a holds. It returns the buffer that holds the result.
// b has as many elements.
func Evolve(dev *gpusim.Device, a, b *gpusim.Buffer[float32], steps int) *gpusim.Buffer[float32] {
	for range steps {
		notebook.OK(dev.MemcpyToSymbol(Spread, "Now", a, 0))
		notebook.OK(dev.MemcpyToSymbol(Spread, "Next", b, 0))
		notebook.Must(dev.Launch(Spread, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(128)}))
		a, b = b, a
	}
	return a
}
