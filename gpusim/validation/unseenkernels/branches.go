package unseenkernels

// This file holds conditional accesses.

import "gpucourse/gpusim/gpu"

// BranchGuard copies with every mod-th thread.
func BranchGuard(out, in []float32, mod int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if gpu.ThreadIdx.X%mod == 0 {
		out[i] = in[i]
	}
}

// BranchArrays reads a different array in each arm.
func BranchArrays(out, a, b []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if gpu.ThreadIdx.X%2 == 0 {
		out[i] = a[i] * 2
	} else {
		out[i] = b[i*3] + 1
	}
}

// BranchValues reads different elements in each arm.
func BranchValues(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v float32
	if gpu.ThreadIdx.X%4 < 3 {
		v = in[i]
	} else {
		v = in[i+4096]
	}
	out[i] = v
}

// BranchStores writes the same element in both arms.
func BranchStores(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	if v > 0.5 {
		out[i] = v
	} else {
		out[i] = -v
	}
}

// BranchApart writes different elements in each arm.
func BranchApart(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	if v > 0.5 {
		out[i] = v
	} else {
		out[i+4096] = v
	}
}

// BranchReturn has two early returns.
func BranchReturn(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	if i%3 == 1 {
		return
	}
	out[i] = in[2*i]
}

// BranchNested has a divergent branch within another.
func BranchNested(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if gpu.ThreadIdx.X < 40 {
		v = in[i]
		if gpu.ThreadIdx.X&1 != 0 {
			v += in[i+1000]
		} else {
			v -= in[2*i]
		}
	}
	out[i] = v
}

// BranchSwitch has four arms.
func BranchSwitch(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v float32
	switch gpu.ThreadIdx.X % 4 {
	case 0:
		v = in[i]
	case 1:
		v = in[2*i] * 3
	case 2:
		v = in[3*i] - 1
	default:
		v = 7
	}
	out[i] = v
}

// BranchLoop runs a number of iterations that depends on the thread.
func BranchLoop(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	s := float32(0)
	for k := 0; k < gpu.ThreadIdx.X&7; k++ {
		s += in[i+k*n]
	}
	out[i] = s
}

// BranchTernary sums the neighbours within the array.
func BranchTernary(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	l, r := float32(0), float32(0)
	if i > 0 {
		l = in[i-1]
	}
	if i < n-1 {
		r = in[i+1]
	}
	out[i] = l + in[i] + r
}

// Stencil5 sums the neighbours of the inner points of a w×h matrix.
func Stencil5(out, in []float32, w, h int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x > 0 && x < w-1 && y > 0 && y < h-1 {
		out[y*w+x] = in[y*w+x] + in[y*w+x-1] + in[y*w+x+1] + in[(y-1)*w+x] + in[(y+1)*w+x]
	}
}

// Stencil7 combines the neighbours of the inner points of an n×n×n volume.
func Stencil7(out, in []float32, n int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	z := gpu.BlockIdx.Z*gpu.BlockDim.Z + gpu.ThreadIdx.Z
	if x < 1 || y < 1 || z < 1 || x >= n-1 || y >= n-1 || z >= n-1 {
		return
	}
	i := (z*n+y)*n + x
	out[i] = in[i-n*n] + in[i-n] + in[i-1] - 6*in[i] + in[i+1] + in[i+n] + in[i+n*n]
}

// Blur averages the 3×3 neighbours within the image.
func Blur(out, in []float32, w, h int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < w && y < h {
		s, n := float32(0), 0
		for r := -1; r < 2; r++ {
			for c := -1; c < 2; c++ {
				yy, xx := y+r, x+c
				if yy > -1 && yy < h && xx > -1 && xx < w {
					s += in[yy*w+xx]
					n++
				}
			}
		}
		out[y*w+x] = s / float32(n)
	}
}

// StencilShared sums seven neighbours through shared memory with a halo.
func StencilShared(out, in []float32, n int) {
	t := gpu.Shared[[64 + 6]float32]()
	g, l := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.ThreadIdx.X+3
	t[l] = in[g+3]
	if gpu.ThreadIdx.X < 3 {
		t[l-3] = in[g]
		t[l+64] = in[g+3+64]
	}
	gpu.SyncThreads()
	s := float32(0)
	for o := -3; o <= 3; o++ {
		s += t[l+o]
	}
	out[g] = s
}
