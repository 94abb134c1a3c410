// Values of 16 bits have a register each, all the same.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Spread(out, in []int32, n int) { // want `goal missed: [0-9]+ registers per thread, limit 40`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window]int16
	sum := int32(0)
	for k := range window {
		values[k] = int16(in[k*n+i])
		sum += int32(values[k])
	}
	mean := sum / window
	spread := int32(0)
	for k := range window {
		d := int32(values[k]) - mean
		spread += d * d
	}
	out[i] = spread
}
