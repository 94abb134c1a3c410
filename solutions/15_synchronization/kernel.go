// Package synchronization is a solution of exercise 15.
package synchronization

import "gpucourse/gpusim/gpu"

// Smooth reads one array and writes the other, so that a step needs one barrier: before
// it, all elements of the step are written; after it, nobody writes what others read.
func Smooth(out, in []float32, steps int) {
	rings := gpu.Shared[[2][256]float32]()
	t, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*n + t
	left, right := (t+n-1)%n, (t+1)%n
	mine := in[i]
	for step := range steps {
		ring := &rings[step%2]
		ring[t] = mine
		gpu.SyncThreads()
		mine = ring[left]/4 + mine/2 + ring[right]/4
	}
	out[i] = mine
}

// Mean counts the blocks that have stored their sum. The fence before the counter makes
// the sum visible to whoever sees the count; the fence after it makes the sums of the
// other blocks visible to the block that came last.
func Mean(mean, parts []float32, count []int32, in []float32, n int) {
	last := gpu.Shared[bool]()
	t, sum := gpu.ThreadIdx.X, float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + t; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum += in[i] * in[i]
	}
	sum = addUp(sum)
	if t == 0 {
		parts[gpu.BlockIdx.X] = sum
		gpu.Threadfence()
		*last = gpu.AtomicAdd(&count[0], 1) == int32(gpu.GridDim.X-1)
		gpu.Threadfence()
	}
	gpu.SyncThreads()
	if !*last {
		return
	}
	sum = 0
	for b := t; b < gpu.GridDim.X; b += gpu.BlockDim.X {
		sum += parts[b]
	}
	sum = addUp(sum)
	if t == 0 {
		mean[0] = sum / float32(n)
		count[0] = 0 // its own atomic came behind those of all other blocks
	}
}

// addUp returns the sum of the values of a block of 256 threads to thread 0. The other
// threads get parts of it.
func addUp(v float32) float32 {
	s := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	s[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	return s[t]
}

// Sort lets the lanes of a warp exchange neighbours, the even pairs and the odd pairs in
// turn. Only the lanes of the warp must have finished a round before the next one.
func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[256]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	lane := t % 32
	if i >= 32*rows {
		return
	}
	s[t] = in[i]
	gpu.SyncWarp()
	for round := range 32 {
		if lane%2 == round%2 && lane < 31 {
			a, b := s[t], s[t+1]
			s[t], s[t+1] = min(a, b), max(a, b)
		}
		gpu.SyncWarp()
	}
	out[i] = s[t]
}

// Queue lets each thread keep the number of its job in a register before the second barrier of the job.
// Behind that barrier thread 0 may take the next one while others still store.
func Queue(out, in, next []int32, jobs int) {
	job, row := gpu.Shared[int](), gpu.Shared[[128]int32]()
	t := gpu.ThreadIdx.X
	for {
		if t == 0 {
			*job = int(gpu.AtomicAdd(&next[0], 1))
		}
		gpu.SyncThreads()
		mine := *job
		if mine >= jobs {
			return
		}
		row[t] = in[128*mine+t]
		gpu.SyncThreads()
		out[128*mine+t] = row[127-t] - row[t]
	}
}
