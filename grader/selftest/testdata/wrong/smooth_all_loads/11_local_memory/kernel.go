// All 16 values are loaded every time.
package local

import "gpucourse/gpusim/gpu"

const window = 16

func Smooth(out, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for t := range length {
		sum := float32(0)
		for k := range window {
			if t >= k {
				sum += in[(t-k)*n+i] // want `goal missed: [0-9]+ global sectors loaded`
			}
		}
		out[t*n+i] = sum
	}
}
