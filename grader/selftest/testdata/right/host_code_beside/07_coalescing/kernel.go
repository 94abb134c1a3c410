// A submission is compiled for the device and never run by Go: what else the
// file does has no effect.
package coalescing

import (
	"os"

	"gpucourse/gpusim/gpu"
)

var exit = func() int { os.Exit(3); return 0 }()

func init() { os.RemoveAll("nothing of this is ever run") }

func Saxpy(y, x []float32, a float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		y[i] = gpu.Fma(a, x[i], y[i])
	}
}
