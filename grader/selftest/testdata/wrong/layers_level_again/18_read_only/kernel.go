package readonly

import "gpucourse/gpusim/gpu"

// Layers loads its level again after each store.
func Layers(out, in, palette, gain []int32, n int) { // want anywhere `global load requests, limit`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for k := range 8 {
		out[k*n+i] = gpu.Ldg(&gain[k]) * gpu.Ldg(&palette[(int(in[i])+k)%256])
	}
}
