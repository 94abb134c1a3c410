// Package intensity computes what nobody needs, so that more operations meet each byte.
package intensity

import "gpucourse/gpusim/gpu"

// Fade loads the table as the stub does, and then wastes operations.
func Fade(out, in, table []float32, step float32, n int) { // want anywhere `operations per byte of DRAM, but \d+ bytes of DRAM`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	v := in[i] * table[i]
	waste := v
	for range 12 {
		waste = waste*v + step
	}
	if waste == 123456 {
		v = waste
	}
	out[i] = v
}
