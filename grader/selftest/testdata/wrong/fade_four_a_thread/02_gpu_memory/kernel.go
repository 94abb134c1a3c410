// Fewer threads that do more each: the table still comes.
package intensity

import "gpucourse/gpusim/gpu"

func Fade(out, in, table []float32, step float32, n int) { // want `goal missed: 0\.\d+ operations per byte of DRAM, at least 0.40` `no access to memory`
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for k := range 4 {
		if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X + k*threads; i < n {
			out[i] = in[i] * table[i] // want `goal missed: \d+ cycles`
		}
	}
}
