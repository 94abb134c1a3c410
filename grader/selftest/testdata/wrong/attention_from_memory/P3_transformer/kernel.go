package transformer

import "gpucourse/gpusim/gpu"

// sumOf adds a number over the lanes of a warp.
func sumOf(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// Attention has each warp load all keys and values.
func Attention(out, q, k, v []float32, tokens int) {
	warp, lane := gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	own := gpu.BlockIdx.X*8 + warp
	if own >= tokens {
		return
	}
	query := q[own*32+lane] / 8
	most, all, sum := float32(-1e30), float32(0), float32(0)
	for j := range tokens {
		score := sumOf(query * k[j*32+lane]) // want anywhere `goal missed: \d+ sectors loaded, limit` `goal missed: \d+ cycles, limit 42000`
		larger := max(most, score)
		weight, scale := gpu.Exp(score-larger), gpu.Exp(most-larger)
		all, sum, most = all*scale+weight, sum*scale+weight*v[j*32+lane], larger
	}
	out[own*32+lane] = sum / all
}
