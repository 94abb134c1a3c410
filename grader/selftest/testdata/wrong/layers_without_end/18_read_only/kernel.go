package readonly

import "gpucourse/gpusim/gpu"

// Layers ends its look-ups at the palette's last entry.
func Layers(out, in, palette, gain []int32, n int) { // want anywhere `wrong result: out\[`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	level := int(in[i])
	for k := range 8 {
		out[k*n+i] = gpu.Ldg(&gain[k]) * gpu.Ldg(&palette[min(level+k, 255)])
	}
}
