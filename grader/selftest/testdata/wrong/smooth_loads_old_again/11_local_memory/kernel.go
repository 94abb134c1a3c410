// The value that leaves the window is loaded a second time.
package local

import "gpucourse/gpusim/gpu"

const window = 16

func Smooth(out, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for t := range length {
		sum += in[t*n+i]
		if t >= window {
			sum -= in[(t-window)*n+i] // want anywhere `goal missed: [0-9]+ global sectors loaded` `saves a register`
		}
		out[t*n+i] = sum
	}
}
