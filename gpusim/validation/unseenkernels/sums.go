package unseenkernels

// This file holds reductions, scans and other kernels whose blocks use shared memory.

import "gpucourse/gpusim/gpu"

// ReverseStatic reverses n elements.
func ReverseStatic(d []int32, n int) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	r := n - t - 1
	s[t] = d[t]
	gpu.SyncThreads()
	d[t] = s[r]
}

// ReverseDynamic is ReverseStatic in dynamic shared memory.
func ReverseDynamic(d []int32, n int) {
	s := gpu.DynamicShared[int32]()
	t := gpu.ThreadIdx.X
	r := n - t - 1
	s[t] = d[t]
	gpu.SyncThreads()
	d[t] = s[r]
}

// Histogram counts the low six bits of n numbers.
func Histogram(out, in []int32, n int) {
	h := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	if t < 64 {
		h[t] = 0
	}
	gpu.SyncThreads()
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		gpu.AtomicAdd(&h[in[i]&63], 1)
	}
	gpu.SyncThreads()
	if t < 64 {
		gpu.AtomicAdd(&out[t], h[t])
	}
}

// SumStrided sums in shared memory, neighbours first, with contiguous active lanes.
func SumStrided(p, sums []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t] = p[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]
	gpu.SyncThreads()
	for k := 1; k < gpu.BlockDim.X; k *= 2 {
		i := 2 * k * t
		if i < gpu.BlockDim.X {
			s[i] += s[i+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}

// SumFirstAdd adds two elements per thread while it loads them.
func SumFirstAdd(p, sums []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X*2 + t
	s[t] = p[i] + p[i+gpu.BlockDim.X]
	gpu.SyncThreads()
	for k := gpu.BlockDim.X / 2; k > 0; k >>= 1 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}

// SumLastWarp ends with shuffles in one warp.
func SumLastWarp(p, sums []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t] = p[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]
	gpu.SyncThreads()
	for k := gpu.BlockDim.X / 2; k > 32; k >>= 1 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t < 32 {
		v := s[t] + s[t+32]
		for d := 16; d > 0; d >>= 1 {
			v += gpu.ShflXorSync(gpu.FullMask, v, d)
		}
		if t == 0 {
			sums[gpu.BlockIdx.X] = v
		}
	}
}

// SumVolatile ends with volatile accesses of one warp.
func SumVolatile(p, sums []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t] = p[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]
	gpu.SyncThreads()
	if t < 32 {
		x := gpu.LoadVolatile(&s[t])
		x += gpu.LoadVolatile(&s[t+32])
		gpu.SyncWarp()
		gpu.StoreVolatile(&s[t], x)
		gpu.SyncWarp()
		for d := 16; d > 0; d >>= 1 {
			x += gpu.LoadVolatile(&s[t+d])
			gpu.SyncWarp()
			gpu.StoreVolatile(&s[t], x)
			gpu.SyncWarp()
		}
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}

// SumGridStride sums n elements with a grid-stride loop.
func SumGridStride(p, sums []float32, n int) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	v := float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X * gpu.GridDim.X {
		v += p[i]
	}
	s[t] = v
	gpu.SyncThreads()
	for k := gpu.BlockDim.X / 2; k > 0; k >>= 1 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		gpu.AtomicAdd(&sums[0], s[0])
	}
}

// SumInPlace sums in global memory, halves first.
func SumInPlace(p, sums []float32) {
	t := gpu.ThreadIdx.X
	q := p[gpu.BlockIdx.X*gpu.BlockDim.X:]
	for k := gpu.BlockDim.X / 2; k > 0; k >>= 1 {
		if t < k {
			q[t] += q[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = q[0]
	}
}

// ScanDouble is an inclusive scan between two buffers.
func ScanDouble(out, in []float32, n int) {
	s := gpu.DynamicShared[float32]()
	t, a, b := gpu.ThreadIdx.X, 0, n
	s[t] = in[t]
	gpu.SyncThreads()
	for d := 1; d < n; d *= 2 {
		v := s[a+t]
		if t >= d {
			v += s[a+t-d]
		}
		s[b+t] = v
		gpu.SyncThreads()
		a, b = b, a
	}
	out[t] = s[a+t]
}

// ScanInPlace is an inclusive scan in one buffer.
func ScanInPlace(out, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	gpu.SyncThreads()
	for d := 1; d < gpu.BlockDim.X; d *= 2 {
		v := float32(0)
		if t >= d {
			v = s[t-d]
		}
		gpu.SyncThreads()
		s[t] += v
		gpu.SyncThreads()
	}
	out[t] = s[t]
}

// ScanTree is an exclusive scan of n elements, two per thread, up and down a tree.
func ScanTree(out, in []float32, n int) { scanTree(out, in, n, false) }

// ScanTreePadded is ScanTree with a word of padding after every 32.
func ScanTreePadded(out, in []float32, n int) { scanTree(out, in, n, true) }

func padded(i int, pad bool) int {
	if pad {
		return i + i>>5
	}
	return i
}

func scanTree(out, in []float32, n int, pad bool) {
	s := gpu.DynamicShared[float32]()
	t, o := gpu.ThreadIdx.X, 1
	s[padded(2*t, pad)] = in[2*t]
	s[padded(2*t+1, pad)] = in[2*t+1]
	for d := n >> 1; d > 0; d >>= 1 {
		gpu.SyncThreads()
		if t < d {
			a, b := o*(2*t+1)-1, o*(2*t+2)-1
			s[padded(b, pad)] += s[padded(a, pad)]
		}
		o *= 2
	}
	if t == 0 {
		s[padded(n-1, pad)] = 0
	}
	for d := 1; d < n; d *= 2 {
		o >>= 1
		gpu.SyncThreads()
		if t < d {
			a, b := o*(2*t+1)-1, o*(2*t+2)-1
			v := s[padded(a, pad)]
			s[padded(a, pad)] = s[padded(b, pad)]
			s[padded(b, pad)] += v
		}
	}
	gpu.SyncThreads()
	out[2*t] = s[padded(2*t, pad)]
	out[2*t+1] = s[padded(2*t+1, pad)]
}
