package micro

// This file holds what warps do with each other: barriers, shuffles, branches.

import "gpucourse/gpusim/gpu"

// Empty does nothing.
func Empty() {}

// Barriers meets the block n times sixty-four.
func Barriers(n int) {
	for range n {
		for range 64 {
			gpu.SyncThreads()
		}
	}
}

// Shuffles is a chain of shuffles whose lane is computed, on what it loads just
// before: the timed part waits for that too.
func Shuffles(n int, f []uint32) {
	a := f[gpu.ThreadIdx.X]
	for range n {
		for range 256 {
			a = gpu.ShflSync(gpu.FullMask, a, int(a+1)&31)
		}
	}
	if n > 0 {
		f[gpu.ThreadIdx.X] = a
	}
}

// Diverge lets lanes go so many ways, one after another. nvcc makes no branches of
// them: all lanes compute all ways, of which each keeps its own.
func Diverge(n, ways int, sink []float32) {
	v := float32(gpu.ThreadIdx.X)
	m := gpu.ThreadIdx.X % 32 * ways / 32
	f := float32(m)
	for range n {
		w := 0
		for ; w <= ways-4; w += 4 {
			for k := range 4 {
				v = way(v, f, m == w+k)
			}
		}
		for ; w < ways; w++ {
			v = way(v, f, m == w)
		}
	}
	if v == 1.2 {
		sink[0] = v
	}
}

func way(v, f float32, own bool) float32 {
	x := v*1.01 + f
	x = x*x + 0.1
	x = x*0.99 + f
	x = x*x + 0.3
	if own {
		return x
	}
	return v
}
