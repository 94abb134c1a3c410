// Package synchronization is exercise 15. Two of its kernels are wrong; two are right and
// wait too much. See README.md.
package synchronization

import "gpucourse/gpusim/gpu"

// Smooth evens out rings of numbers. Each block has a ring of its own, with one element
// per thread, at most 256. In each step every element becomes a quarter of its left
// neighbour, half of itself and a quarter of its right neighbour. The last element of a
// ring is the left neighbour of the first. out gets the rings after the last step.
//
// It is launched with one block per ring. The values of the first steps are exact in any
// order of additions.
//
// Wanted: no race, and no more barriers than README.md allows.
func Smooth(out, in []float32, steps int) {
	ring := gpu.Shared[[256]float32]()
	t, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*n + t
	left, right := (t+n-1)%n, (t+1)%n
	ring[t] = in[i]
	for range steps {
		ring[t] = ring[left]/4 + ring[t]/2 + ring[right]/4
		gpu.SyncThreads()
	}
	out[i] = ring[t]
}

// Mean computes the mean of the squares of the first n elements of in: mean[0] is the sum of
// their squares, divided by n. The rest of mean stays as it is.
//
// It is launched with blocks of 256 threads, and with fewer threads than there are
// elements. parts has room for one number per block; what is left in it does not matter.
// count[0] is 0 before the launch, and must be 0 after it, for the next launch.
//
// Wanted: the time that README.md allows. Blocks cannot wait for each other.
func Mean(mean, parts []float32, count []int32, in []float32, n int) {
	if gpu.BlockIdx.X > 0 {
		return
	}
	t, sum := gpu.ThreadIdx.X, float32(0)
	for i := t; i < n; i += gpu.BlockDim.X {
		sum += in[i] * in[i]
	}
	sum = addUp(sum)
	if t == 0 {
		mean[0] = sum / float32(n)
	}
}

// addUp returns the sum of the values of a block of 256 threads, in thread 0.
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
	return s[0]
}

// Sort sorts rows of 32 numbers, each row in ascending order.
//
// It is launched with blocks of 256 threads, one thread per number. The last block may
// have threads without a number.
//
// Wanted: no more barriers than README.md allows.
func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[256]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	lane := t % 32
	if i < 32*rows {
		s[t] = in[i]
	} else {
		s[t] = 0
	}
	gpu.SyncThreads()
	for round := range 32 {
		if lane%2 == round%2 && lane < 31 {
			a, b := s[t], s[t+1]
			s[t], s[t+1] = min(a, b), max(a, b)
		}
		gpu.SyncThreads()
	}
	if i < 32*rows {
		out[i] = s[t]
	}
}

// Queue works through a list of jobs, as many blocks as there are. Job j is row j of in, which
// has 128 numbers, and its result is row j of out: element t is in[128·j + 127 − t] − in[128·j + t],
// which may overflow. A block takes the next job that nobody has taken, until there are no more.
//
// It is launched with blocks of 128 threads. next[0] is 0 before the launch. After it, it may hold
// anything.
//
// Wanted: a result that does not depend on which warp is faster, and no more barriers than README.md
// allows.
func Queue(out, in, next []int32, jobs int) {
	job, row := gpu.Shared[int](), gpu.Shared[[128]int32]()
	t := gpu.ThreadIdx.X
	for {
		if t == 0 {
			*job = int(gpu.AtomicAdd(&next[0], 1))
		}
		gpu.SyncThreads()
		if *job >= jobs {
			return
		}
		row[t] = in[128**job+t]
		gpu.SyncThreads()
		out[128**job+t] = row[127-t] - row[t]
	}
}
