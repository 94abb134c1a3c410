package transformer

import "gpucourse/gpusim/gpu"

// sumOf adds a number over the lanes of a warp.
func sumOf(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// Attention gives a warp a query. The block loads 32 keys and values at a time: a lane has a key while it makes scores, and a
// component while it adds up values. The sums are scaled when a larger score comes.
func Attention(out, q, k, v []float32, tokens int) {
	keys, values := gpu.Shared[[32][32]float32](), gpu.Shared[[32][32]float32]()
	queries, weights := gpu.Shared[[8][32]float32](), gpu.Shared[[8][32]float32]()
	warp, lane := gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	own := gpu.BlockIdx.X*8 + warp
	queries[warp][lane] = 0
	if own < tokens {
		queries[warp][lane] = q[own*32+lane] / 8
	}
	most, all, sum := float32(-1e30), float32(0), float32(0)
	for first := 0; first < tokens; first += 32 {
		var a, b [4]float32
		for j := range 4 {
			if r := first + warp + 8*j; r < tokens {
				a[j], b[j] = k[r*32+lane], v[r*32+lane]
			}
		}
		for j := range 4 {
			keys[warp+8*j][lane], values[warp+8*j][lane] = a[j], b[j]
		}
		gpu.SyncThreads()
		score := float32(-1e30)
		if first+lane < tokens {
			score = 0
			for c := range 32 {
				score += queries[warp][c] * keys[lane][c] // want `goal missed: \d+ bank conflicts` `how far|How far`
			}
		}
		larger := max(most, score)
		for d := 16; d > 0; d /= 2 {
			larger = max(larger, gpu.ShflXorSync(gpu.FullMask, larger, d))
		}
		weight, scale := gpu.Exp(score-larger), gpu.Exp(most-larger)
		all, sum, most = all*scale+weight, sum*scale, larger
		weights[warp][lane] = weight
		gpu.SyncWarp()
		for j := range 32 {
			sum += weights[warp][j] * values[j][lane]
		}
		gpu.SyncThreads()
	}
	all = sumOf(all)
	if own < tokens {
		out[own*32+lane] = sum / all
	}
}
