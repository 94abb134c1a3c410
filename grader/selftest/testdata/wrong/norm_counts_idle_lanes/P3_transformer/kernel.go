package transformer

import "gpucourse/gpusim/gpu"

// sumOf adds a number over the lanes of a warp.
func sumOf(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// Norm lets lanes without a number add the square of the mean.
func Norm(out, x, gain []float32, rows, width int) {
	row, lane := gpu.BlockIdx.X*8+gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	if row >= rows {
		return
	}
	var v, g [8]float32
	for k := range 8 {
		if lane+32*k < width {
			v[k], g[k] = x[row*width+lane+32*k], gain[lane+32*k]
		}
	}
	sum := float32(0)
	for k := range 8 {
		sum += v[k]
	}
	mean := sumOf(sum) / float32(width)
	squares := float32(0)
	for k := range 8 {
		v[k] -= mean
		squares += v[k] * v[k]
	}
	scale := 1 / gpu.Sqrt(sumOf(squares)/float32(width)+1.0/1024)
	for k := range 8 {
		if lane+32*k < width {
			out[row*width+lane+32*k] = g[k] * v[k] * scale // want `wrong result: out\[\d+\] has a wrong value` `left out of both sums`
		}
	}
}
