package asynccopies

import "gpucourse/gpusim/gpu"

// Echo copies two numbers at a time.
func Echo(out, in []float32, lag, records int) {
	const stages = 6
	ring := gpu.Shared[[stages][1024]float32]()
	t, step := gpu.ThreadIdx.X, gpu.GridDim.X
	for k := range stages - 1 {
		if r := gpu.BlockIdx.X + k*step; r < records {
			gpu.CopyAsync(&ring[k][2*t], &in[1024*r+2*t], 2)
			gpu.CopyAsync(&ring[k][512+2*t], &in[1024*r+512+2*t], 2)
		}
		gpu.CommitCopies()
	}
	stage := 0
	for r := gpu.BlockIdx.X; r < records; r += step {
		gpu.WaitCopies(stages - 2)
		gpu.SyncThreads()
		if next := r + (stages-1)*step; next < records {
			free := &ring[(stage+stages-1)%stages]
			gpu.CopyAsync(&free[2*t], &in[1024*next+2*t], 2)
			gpu.CopyAsync(&free[512+2*t], &in[1024*next+512+2*t], 2)
		}
		gpu.CommitCopies()
		record := &ring[stage]
		sum := float32(0)
		for i := t; i < 1024; i += 256 {
			sum += record[i] * record[(i+lag)%1024]
		}
		out[256*r+t] = sum
		stage = (stage + 1) % stages
	}
}
