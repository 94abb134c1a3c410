package main

import "gpucourse/gpusim/gpu"

// Deal uses no shared memory: each thread stores its elements where they belong, far apart. 993·33 is 1 modulo 2048.
func Deal(out, in []float32) {
	t, base := gpu.ThreadIdx.X, 2048*gpu.BlockIdx.X
	for k := t; k < 2048; k += 256 {
		out[base+(993*k+2047)%2048] = 2 * in[base+k]
	}
}
