package readonly

import "gpucourse/gpusim/gpu"

// Layers uses ordinary loads for all three.
func Layers(out, in, palette, gain []int32, n int) { // want anywhere `sectors requested from L2, limit`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for k := range 8 {
		out[k*n+i] = gain[k] * palette[(int(in[i])+k)%256]
	}
}
