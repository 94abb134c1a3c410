package sound

import "gpucourse/gpusim/gpu"

// Awaited reads its own copies, and then those of others.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func Awaited(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.CopyAsync(&s[t], &in[t], 1)
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	own := s[t]
	gpu.SyncThreads()
	out[t] = own + s[63-t]
}

// Stages copies one stage while it reads another one.
//
//gpusim:check -grid 2 -block 64 out=128 in=512:ramp
func Stages(out, in []float32) {
	s := gpu.Shared[[3][64]float32]()
	t := gpu.ThreadIdx.X
	first := gpu.BlockIdx.X*64*4 + t
	for i := 0; i < 2; i++ {
		gpu.CopyAsync(&s[i][t], &in[first+64*i], 1)
		gpu.CommitCopies()
	}
	sum := float32(0)
	for i := 0; i < 4; i++ {
		gpu.WaitCopies(1)
		gpu.SyncThreads()
		if i+2 < 4 {
			gpu.CopyAsync(&s[(i+2)%3][t], &in[first+64*(i+2)], 1)
		}
		gpu.CommitCopies()
		sum += s[i%3][63-t]
	}
	out[gpu.BlockIdx.X*64+t] = sum
}

// Neighbour reads shared memory of the other block of its cluster, which waits until it has.
//
//gpu:cluster 2
//gpusim:check -grid 4 -block 64 out=256
func Neighbour(out []int32) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	s[t] = int32(t)
	gpu.ClusterSync()
	out[gpu.BlockIdx.X*64+t] = *gpu.MapShared(&s[t], 1-gpu.ClusterRank())
	gpu.ClusterSync()
}

// Words copies words one by one, and stores none that is so small.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func Words(out []float64, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.CopyAsync(&s[t], &in[t], 1)
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	out[t] = float64(s[63-t])
}
