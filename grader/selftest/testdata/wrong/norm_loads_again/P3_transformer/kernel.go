package transformer

import "gpucourse/gpusim/gpu"

// sumOf adds a number over the lanes of a warp.
func sumOf(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// Norm loads each number three times, one after the other.
func Norm(out, x, gain []float32, rows, width int) {
	row, lane := gpu.BlockIdx.X*8+gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	if row >= rows {
		return
	}
	sum, squares := float32(0), float32(0)
	for c := lane; c < width; c += 32 {
		sum += x[row*width+c]
	}
	mean := sumOf(sum) / float32(width)
	for c := lane; c < width; c += 32 {
		squares += (x[row*width+c] - mean) * (x[row*width+c] - mean)
	}
	scale := 1 / gpu.Sqrt(sumOf(squares)/float32(width)+1.0/1024)
	for c := lane; c < width; c += 32 {
		out[row*width+c] = gain[c] * (x[row*width+c] - mean) * scale // want `goal missed: \d+ sectors loaded and stored` `goal missed: \d+ cycles, limit 7000`
	}
}
