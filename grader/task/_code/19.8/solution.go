package main

import "gpucourse/gpusim/gpu"

// Eights adds up rows of 8 elements. A block of 128 threads has 64 rows, four elements per
// thread. Three shuffles add up the four rows that a warp has loaded together.
func Eights(out, in []float32) {
	t, first := gpu.ThreadIdx.X, 512*gpu.BlockIdx.X
	for k := range 4 {
		v := in[first+128*k+t]
		for m := 4; m > 0; m /= 2 {
			v += gpu.ShflXorSync(gpu.FullMask, v, m)
		}
		if t%8 == 0 {
			out[(first+128*k+t)/8] = v
		}
	}
}
