package kernels

// This file holds the kernels about registers and local memory.

import "gpucourse/gpusim/gpu"

// LocalSmall indexes a local array with constants only.
func LocalSmall(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var a [3]float32
	a[0] = in[i]
	a[1] = a[0] * 2
	a[2] = a[1] + a[0]
	out[i] = a[0] + a[1]*a[2]
}

// LocalDynamic indexes a small local array at run time.
func LocalDynamic(out, in []float32, idx []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var a [10]float32
	for k := range 10 {
		a[k] = in[i] * float32(k)
	}
	out[i] = a[idx[i]&7] + a[gpu.ThreadIdx.X%10]
}

// LocalBig indexes a local array of 256 elements at run time.
func LocalBig(out, in []float32, m int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var a [256]float32
	for k := range 256 {
		a[k] = in[i] + float32(k)
	}
	s := float32(0)
	for k := range m {
		s += a[(k*7+(gpu.ThreadIdx.X&3))&255]
	}
	out[i] = s
}

// spill keeps 48 values live at the same time.
func spill(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v [48]float32
	for k := range 48 {
		v[k] = in[i+k*n]
	}
	s := float32(0)
	for k := range 48 {
		s += v[k]*v[47-k] + v[(k*5)%48]
	}
	for k := range 48 {
		s = s*v[k] + v[(k+7)%48]
	}
	out[i] = s
}

// Spill1 keeps 48 values live with enough registers.
//
//gpu:launchbounds 1024 1
func Spill1(out, in []float32, n int) { spill(out, in, n) }

// Spill2 keeps 48 values live with at most 32 registers.
//
//gpu:launchbounds 1024 2
func Spill2(out, in []float32, n int) { spill(out, in, n) }
