package faulty

import "gpucourse/gpusim/gpu"

// Unawaited reads what its own copy may not have brought yet.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func Unawaited(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.CopyAsync(&s[t], &in[t], 1) // want "s\\[0\\] is filled by the asynchronous copy of thread \\(0,0,0\\), and read by thread \\(0,0,0\\) in line 14 .*has not waited for it.* UnawaitedCopy"
	gpu.CommitCopies()
	gpu.SyncThreads()
	out[t] = s[t]
}

// Unshared reads what other threads have copied and waited for, without a barrier.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func Unshared(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.CopyAsync(&s[t], &in[t], 1) // want "with no barrier behind the wait of the thread that copies.* UnawaitedCopy"
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	out[t] = s[t^1]
}

// Early waits for all groups but one, and reads what the last one brings.
//
//gpusim:check -grid 1 -block 64 out=64 in=128:ramp
func Early(out, in []float32) {
	s := gpu.Shared[[2][64]float32]()
	t := gpu.ThreadIdx.X
	gpu.CopyAsync(&s[0][t], &in[t], 1)
	gpu.CommitCopies()
	gpu.CopyAsync(&s[1][t], &in[64+t], 1) // want "waited in line 39 for all groups but the last 1, and this copy is in one of those.* UnawaitedCopy"
	gpu.CommitCopies()
	gpu.WaitCopies(1)
	out[t] = s[0][t] + s[1][t]
}

// Refill copies into a stage that other threads may still read.
//
//gpusim:check -grid 1 -block 64 out=64 in=256:ramp
func Refill(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	sum := float32(0)
	for i := 0; i < 4; i++ {
		gpu.CopyAsync(&s[t], &in[64*i+t], 1) // want "UnawaitedCopy"
		gpu.CommitCopies()
		gpu.WaitCopies(0)
		gpu.SyncThreads()
		sum += s[63-t] // want "is read by thread .*, and filled by the asynchronous copy of thread .* in line 51 .* StageReuse"
	}
	out[t] = sum
}

// Gone reads shared memory of a block that may have ended.
//
//gpu:cluster 2
//gpusim:check -grid 2 -block 64 out=128
func Gone(out []int32) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	s[t] = int32(t)
	gpu.ClusterSync()
	out[gpu.BlockIdx.X*64+t] = *gpu.MapShared(&s[t], 1-gpu.ClusterRank()) // want "shared memory of block .* is read by thread .*, and the block ends.* ClusterLifetime"
}
