package unseenkernels

// This file holds accesses that a compiler may merge, hoist or remove.

import "gpucourse/gpusim/gpu"

// LoadTwice reads one element three times.
func LoadTwice(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]*in[i] + in[i]
}

// LoadBetween writes another array between two reads of one element.
func LoadBetween(out, in, other []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	other[i] = v
	out[i] = v + in[i]
}

// LoadBetweenRO is LoadBetween with a read-only array.
func LoadBetweenRO(out []float32, in gpu.ReadOnly[float32], other []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	other[i] = v
	out[i] = v + in[i]
}

// LoadInvariant reads the same element in each iteration.
func LoadInvariant(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		out[i*n+k] = in[i] * float32(k)
	}
}

// LoadInvariantRO is LoadInvariant with a read-only array.
func LoadInvariantRO(out []float32, in gpu.ReadOnly[float32], n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		out[i*n+k] = in[i] * float32(k)
	}
}

// LoadDead reads an element that is not used.
func LoadDead(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	_ = in[i+4096]
	out[i] = in[i]
}

// StoreTwice overwrites what it wrote.
func StoreTwice(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = 0
	out[i] = in[i]
}

// StoreTwiceRO is StoreTwice with a read-only array.
func StoreTwiceRO(out []float32, in gpu.ReadOnly[float32]) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = 0
	out[i] = in[i]
}

// StoreLoad reads what it wrote.
func StoreLoad(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]
	out[i] = out[i] * 2
}

// StoreSum accumulates in global memory.
func StoreSum(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		out[i] += in[i+k*1024]
	}
}

// StoreSumRO is StoreSum with a read-only array.
func StoreSumRO(out []float32, in gpu.ReadOnly[float32], n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		out[i] += in[i+k*1024]
	}
}

// StoreSumFixed is StoreSum with eight iterations.
func StoreSumFixed(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range 8 {
		out[i] += in[i+k*1024]
	}
}

// StoreMaximum keeps a maximum in global memory.
func StoreMaximum(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]
	for k := 1; k < n; k++ {
		if in[i+k*1024] > out[i] {
			out[i] = in[i+k*1024]
		}
	}
}

// SharedSum accumulates in shared memory.
func SharedSum(out, in []float32, n int) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = 0
	for k := range n {
		s[t] += in[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X+k*1024]
	}
	gpu.SyncThreads()
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = s[127-t]
}

// PointerWalk sums every 256th element to the end.
func PointerWalk(out, in []float32, n int) {
	s := float32(0)
	for p := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; p < n; p += 256 {
		s += in[p]
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = s
}

// LocalPick chooses one of four local elements at run time.
func LocalPick(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var a [4]float32
	for k := range 4 {
		a[k] = in[i+k*1024]
	}
	out[i] = a[gpu.ThreadIdx.X&3]
}

// LocalSort finds the median of five.
func LocalSort(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var a [5]float32
	for k := range 5 {
		a[k] = in[i+k*1024]
	}
	for k := range 4 {
		for j := range 4 - k {
			if a[j] > a[j+1] {
				a[j], a[j+1] = a[j+1], a[j]
			}
		}
	}
	out[i] = a[2]
}

// CompareSwap sorts pairs in place.
func CompareSwap(p []float32, n int) {
	i := 2 * (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X)
	if i+1 < n && p[i] > p[i+1] {
		p[i], p[i+1] = p[i+1], p[i]
	}
}
