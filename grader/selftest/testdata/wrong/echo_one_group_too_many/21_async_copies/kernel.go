package asynccopies

import "gpucourse/gpusim/gpu"

// Echo waits for all groups but one too many.
func Echo(out, in []float32, lag, records int) {
	const stages = 8
	ring := gpu.Shared[[stages][1024]float32]()
	t, step := gpu.ThreadIdx.X, gpu.GridDim.X
	for k := range stages - 1 {
		if r := gpu.BlockIdx.X + k*step; r < records {
			gpu.CopyAsync(&ring[k][4*t], &in[1024*r+4*t], 4)
		}
		gpu.CommitCopies()
	}
	stage := 0
	for r := gpu.BlockIdx.X; r < records; r += step {
		gpu.WaitCopies(stages - 1)
		gpu.SyncThreads()
		if next := r + (stages-1)*step; next < records {
			gpu.CopyAsync(&ring[(stage+stages-1)%stages][4*t], &in[1024*next+4*t], 4)
		}
		gpu.CommitCopies()
		record := &ring[stage]
		sum := float32(0)
		for i := t; i < 1024; i += 256 {
			sum += record[i] * record[(i+lag)%1024] // want anywhere `for all groups but the last 7, and this copy is in one of those`
		}
		out[256*r+t] = sum
		stage = (stage + 1) % stages
	}
}
