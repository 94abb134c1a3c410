package micro

// This file holds barriers, shuffles and branches.

import "gpucourse/gpusim/gpu"

// Empty does nothing.
func Empty() {}

// Barriers waits at 64·n barriers.
func Barriers(n int) {
	for range n {
		for range 64 {
			gpu.SyncThreads()
		}
	}
}

// Shuffles is a chain of shuffles with computed lanes, on a value that it loads just
// before. The timed part includes the wait for that load.
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

// Diverge has lanes take a number of different arms. nvcc makes no branches: all lanes
// execute all arms with predicates, four per iteration of the loop and the remainder after
// it.
func Diverge(n, ways int, sink []float32) {
	v := float32(gpu.ThreadIdx.X)
	m := gpu.ThreadIdx.X % 32 * ways / 32
	f, rest := float32(m), ways%4
	left, more := uint32(n), n > 0
	for more {
		last := Zero.V // nvcc loads n in each turn
		left--
		w := 0
		if ways >= 4 {
			for away, left := -m, ways-rest; ; {
				v = way(v, f, away == 0)
				for k := 1; k < 4; k++ {
					v = way(v, f, m == w+k)
				}
				w, away, left = w+4, away+4, left-4
				if left == 0 {
					break
				}
			}
		}
		if rest != 0 {
			v = way(v, f, m == w)
			if rest != 1 {
				v = way(v, f, m == w+1)
				v = way(v, f, m == w+2 && rest != 2)
			}
		}
		more = left != last
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
