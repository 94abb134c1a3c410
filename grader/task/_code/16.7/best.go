package main

import "gpucourse/gpusim/gpu"

// Energy adds the square of each of n elements to total[0].
func Energy(total, in []float32, n int) {
	s := gpu.Shared[[8]float32]()
	t := gpu.ThreadIdx.X
	step := gpu.GridDim.X * 256
	v := float32(0)
	i := gpu.BlockIdx.X*256 + t
	for ; i+7*step < n; i += 8 * step {
		a, b, c, d := in[i], in[i+step], in[i+2*step], in[i+3*step]
		e, f, g, h := in[i+4*step], in[i+5*step], in[i+6*step], in[i+7*step]
		v += a*a + b*b + c*c + d*d + e*e + f*f + g*g + h*h
	}
	for ; i < n; i += step {
		v += in[i] * in[i]
	}
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	if gpu.LaneID() == 0 {
		s[gpu.WarpID()] = v
	}
	gpu.SyncThreads()
	if t == 0 {
		gpu.AtomicAdd(&total[0], s[0]+s[1]+s[2]+s[3]+s[4]+s[5]+s[6]+s[7])
	}
}
