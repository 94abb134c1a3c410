// Each thread loads all elements of its row.
package shuffle

import "gpucourse/gpusim/gpu"

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < 8*rows {
		sum := float32(0)
		for c := range 8 {
			sum += in[i/8*8+c]
		}
		out[i] = in[i] / sum
	}
} // want anywhere `sectors loaded, limit 5920` `load each element once`
