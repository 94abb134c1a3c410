package tensorcores

import (
	"math"

	"gpucourse/gpusim/gpu"
)

// Best waits for each tile of keys.
func Best(out []float32, q, k []gpu.Half, queries, keys int) {
	part, tile := gpu.Shared[[64][64]gpu.Half](), gpu.Shared[[64][64]gpu.Half]()
	t := gpu.ThreadIdx.X
	lane, warp := t%32, t/32
	for i := t; i < 512; i += 128 {
		row, piece := i/8, i%8
		query := min(64*gpu.BlockIdx.X+row, queries-1)
		gpu.CopyAsync(&part[row][8*(piece^row%8)], &q[64*query+8*piece], 8)
	}
	upper, lower := float32(-math.MaxFloat32), float32(-math.MaxFloat32)
	for n := 0; n < keys; n += 64 {
		for i := t; i < 512; i += 128 {
			row, piece := i/8, i%8
			gpu.CopyAsync(&tile[row][8*(piece^row%8)], &k[64*n+8*i], 8)
		}
		gpu.CommitCopies()
		gpu.WaitCopies(0) // want anywhere `goal missed: \d+ cycles, limit 13400`
		gpu.SyncThreads()
		var sum [8][4]float32
		for e := range 4 {
			a := gpu.LoadMatrixX4(&part[16*warp+lane%16][8*((2*e+lane/16)^lane%8)])
			var b [4][4]uint32
			for j := range 4 {
				b[j] = gpu.LoadMatrixX4(&tile[16*j+lane/16*8+lane%8][8*((2*e+lane/8%2)^lane%8)])
			}
			for j := range 8 {
				sum[j] = gpu.MmaM16N8K16(a, [2]uint32{b[j/2][2*(j%2)], b[j/2][2*(j%2)+1]}, sum[j])
			}
		}
		for j := range 8 {
			upper = max(upper, sum[j][0], sum[j][1])
			lower = max(lower, sum[j][2], sum[j][3])
		}
		gpu.SyncThreads()
	}
	for d := 1; d < 4; d *= 2 {
		upper = max(upper, gpu.ShflXorSync(gpu.FullMask, upper, d))
		lower = max(lower, gpu.ShflXorSync(gpu.FullMask, lower, d))
	}
	row := 64*gpu.BlockIdx.X + 16*warp + lane/4
	if lane%4 == 0 && row < queries {
		out[row] = upper
	}
	if lane%4 == 0 && row+8 < queries {
		out[row+8] = lower
	}
}
