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

// Diverge lets lanes go so many ways, one after another.
func Diverge(n, ways int, sink []float32) {
	v := float32(gpu.ThreadIdx.X)
	m := gpu.ThreadIdx.X % 32 * ways / 32
	for range n {
		for w := range ways {
			if m == w {
				v = v*1.01 + float32(w)
				v = v*v + 0.1
				v = v*0.99 + float32(w)
				v = v*v + 0.3
			}
		}
	}
	if v == 1.2 {
		sink[0] = v
	}
}
