// Package tiling is exercise 13. Three of its kernels compute the right values and
// load the same elements again and again. The fourth is for you to write; see README.md.
package tiling

import "gpucourse/gpusim/gpu"

// Product sets c = aᵀ·b, where a has k rows of m elements, b has k rows of n and c
// has m rows of n, one row after the other: element j of row i of c is the sum of
// a[e·m+i]·b[e·n+j] over all e < k. Elements of c behind the last row stay as they are.
//
// It is launched with blocks of 16×16 threads that cover c. m, n and k need not
// be multiples of 16.
//
// Wanted: no more sectors loaded than README.md allows, with 4 KB of shared memory per block.
func Product(c, a, b []float32, m, k, n int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if row >= m || col >= n {
		return
	}
	sum := float32(0)
	for e := range k {
		sum += a[e*m+row] * b[e*n+col]
	}
	c[row*n+col] = sum
}

// Radius is how far Window looks to each side.
const Radius = 8

// Window sets out[i], for every i < n, to the sum of the 17 elements in[i-Radius] to
// in[i+Radius] of a ring: in[n-1] stands before in[0]. n is at least 17. Elements of
// out from n on stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Wanted: as few sectors and cycles as README.md allows.
func Window(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := i - Radius; j <= i+Radius; j++ {
		sum += in[(j+n)%n]
	}
	out[i] = sum
}

// Distances sets out[i], for every i < n, to the sum of |in[i] - in[j]| over all
// j < n. Elements of out from n on stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128, and with 4
// bytes of dynamic shared memory for each thread of a block.
//
// Wanted: as few load requests as README.md allows.
func Distances(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := range n {
		sum += gpu.Abs(in[i] - in[j])
	}
	out[i] = sum
}

// Dilate sets each pixel of out to the largest of the 9×9 pixels of in around it: those up to four to
// the left, to the right, above and below. A picture has height rows of width pixels, and pixel (x, y) is
// element y·width + x. Pixels outside of the picture do not count. Elements of out behind the last row
// stay as they are.
//
// It is launched with blocks of 32×8 threads that cover the picture.
//
// Write it. README.md says what may be loaded, and how long it may take.
func Dilate(out, in []float32, width, height int) {
}
