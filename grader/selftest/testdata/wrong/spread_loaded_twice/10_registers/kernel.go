// The values are loaded a second time; without the fence the compiler would
// notice, and keep them.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Spread(out, in []int32, n int) { // want anywhere `goal missed: [0-9]+ global sectors loaded`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := int32(0)
	for k := range window {
		sum += in[k*n+i]
	}
	gpu.ThreadfenceBlock()
	mean := sum / window
	spread := int32(0)
	for k := range window {
		d := in[k*n+i] - mean
		spread += d * d
	}
	out[i] = spread
}
