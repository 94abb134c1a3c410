package tensorcores

import (
	"math"

	"gpucourse/gpusim/gpu"
)

// Best waits for the copies of its own thread only.
func Best(out []float32, q, k []gpu.Half, queries, keys int) {
	const stages = 4
	ring := gpu.Shared[[stages][64][64]gpu.Half]()
	t := gpu.ThreadIdx.X
	lane, warp := t%32, t/32
	for i := t; i < 512; i += 128 { // the queries take the last stage, which is free until the first step
		row, piece := i/8, i%8
		query := min(64*gpu.BlockIdx.X+row, queries-1) // places past the last query repeat it
		gpu.CopyAsync(&ring[stages-1][row][8*(piece^row%8)], &q[64*query+8*piece], 8)
	}
	gpu.CommitCopies()
	for s := range stages - 1 {
		if 64*s < keys {
			for i := t; i < 512; i += 128 {
				row, piece := i/8, i%8
				gpu.CopyAsync(&ring[s][row][8*(piece^row%8)], &k[4096*s+8*i], 8)
			}
		}
		gpu.CommitCopies()
	}
	gpu.WaitCopies(stages - 1)
	gpu.SyncThreads()
	var a [4][4]uint32
	for e := range 4 {
		a[e] = gpu.LoadMatrixX4(&ring[stages-1][16*warp+lane%16][8*((2*e+lane/16)^lane%8)])
	}
	upper, lower := float32(-math.MaxFloat32), float32(-math.MaxFloat32)
	for n := range keys / 64 {
		gpu.WaitCopies(stages - 2) // want anywhere `with no barrier behind the wait of the thread that copies`
		if next := n + stages - 1; 64*next < keys {
			for i := t; i < 512; i += 128 {
				row, piece := i/8, i%8
				gpu.CopyAsync(&ring[next%stages][row][8*(piece^row%8)], &k[4096*next+8*i], 8)
			}
		}
		gpu.CommitCopies()
		tile := &ring[n%stages]
		var sum [8][4]float32 // eight parts of 16×8 scores that do not wait for each other
		for e := range 4 {
			var b [4][4]uint32
			for j := range 4 {
				b[j] = gpu.LoadMatrixX4(&tile[16*j+lane/16*8+lane%8][8*((2*e+lane/8%2)^lane%8)])
			}
			for j := range 8 {
				sum[j] = gpu.MmaM16N8K16(a[e], [2]uint32{b[j/2][2*(j%2)], b[j/2][2*(j%2)+1]}, sum[j])
			}
		}
		for j := range 8 {
			upper = max(upper, sum[j][0], sum[j][1])
			lower = max(lower, sum[j][2], sum[j][3])
		}
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
