package image

import "gpucourse/gpusim/gpu"

// Blur loads 25 pixels for each result.
func Blur(out, in []float32, width, height int) {
	x := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	for k := range 4 {
		y := gpu.BlockIdx.Y*32 + gpu.ThreadIdx.Y + 8*k
		if x >= width || y >= height {
			continue
		}
		sum := float32(0)
		for dy := range 5 {
			for dx := range 5 {
				sum += weight(dy) * weight(dx) * in[within(y+dy-2, height)*width+within(x+dx-2, width)] // want `goal missed: \d+ global load requests` `goal missed: \d+ warp instructions` `25 products per pixel`
			}
		}
		out[y*width+x] = sum / 256
	}
}

// weight returns a binomial weight.
func weight(k int) float32 {
	if k == 2 {
		return 6
	}
	return float32(1 + 3*(k%2))
}

func within(i, n int) int { return min(max(i, 0), n-1) }
