package unseenkernels

// This file holds matrix products that kernels/matmul.go lacks, and sums of rows.

import "gpucourse/gpusim/gpu"

// MatmulBT writes a·bᵀ to c.
func MatmulBT(a, b, c []float32, n int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	for e := range n {
		v += a[row*n+e] * b[col*n+e]
	}
	c[row*n+col] = v
}

// MatmulSwapped is MatmulNaive with neighbouring threads on neighbouring rows.
func MatmulSwapped(a, b, c []float32, n int) {
	row := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	col := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	v := float32(0)
	for e := range n {
		v += a[row*n+e] * b[e*n+col]
	}
	c[row*n+col] = v
}

// MatmulRect multiplies an m×k matrix by a k×n matrix.
func MatmulRect(a, b, c []float32, m, n, k int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if row < m && col < n {
		v := float32(0)
		for e := range k {
			v += a[row*k+e] * b[e*n+col]
		}
		c[row*n+col] = v
	}
}

// MatmulAccumulate accumulates in c.
func MatmulAccumulate(a, b, c []float32, n int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	c[row*n+col] = 0
	for e := range n {
		c[row*n+col] += a[row*n+e] * b[e*n+col]
	}
}

// MatmulTiledBounded is MatmulTiled16 for any n.
func MatmulTiledBounded(a, b, c []float32, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	v := float32(0)
	for m := range (n + 15) / 16 {
		x, y := float32(0), float32(0)
		if row < n && m*16+tx < n {
			x = a[row*n+m*16+tx]
		}
		as[ty][tx] = x
		if col < n && m*16+ty < n {
			y = b[(m*16+ty)*n+col]
		}
		bs[ty][tx] = y
		gpu.SyncThreads()
		for e := range 16 {
			v += as[ty][e] * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	if row < n && col < n {
		c[row*n+col] = v
	}
}

// AATSimple writes a·aᵀ to the m×m matrix c; rows of a have 32 elements.
func AATSimple(a, c []float32, m int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for i := range 32 {
		sum += a[row*32+i] * a[col*32+i]
	}
	c[row*m+col] = sum
}

// AATShared is AATSimple through two tiles in shared memory.
func AATShared(a, c []float32, m int) {
	at, tt := gpu.Shared[[32][32]float32](), gpu.Shared[[32][32]float32]()
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	at[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = a[row*32+gpu.ThreadIdx.X]
	tt[gpu.ThreadIdx.X][gpu.ThreadIdx.Y] = a[(gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.Y)*32+gpu.ThreadIdx.X]
	gpu.SyncThreads()
	for i := range 32 {
		sum += at[gpu.ThreadIdx.Y][i] * tt[i][gpu.ThreadIdx.X]
	}
	c[row*m+col] = sum
}

// AATPadded is AATShared with a column of padding.
func AATPadded(a, c []float32, m int) {
	at, tt := gpu.Shared[[32][32]float32](), gpu.Shared[[32][33]float32]()
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	at[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = a[row*32+gpu.ThreadIdx.X]
	tt[gpu.ThreadIdx.X][gpu.ThreadIdx.Y] = a[(gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.Y)*32+gpu.ThreadIdx.X]
	gpu.SyncThreads()
	for i := range 32 {
		sum += at[gpu.ThreadIdx.Y][i] * tt[i][gpu.ThreadIdx.X]
	}
	c[row*m+col] = sum
}

// ABCoalesced writes a·b to c with a in shared memory, one row per warp.
func ABCoalesced(a, b, c []float32, n int) {
	at := gpu.Shared[[32][32]float32]()
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	at[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = a[row*32+gpu.ThreadIdx.X]
	gpu.SyncWarp()
	for i := range 32 {
		sum += at[gpu.ThreadIdx.Y][i] * b[i*n+col]
	}
	c[row*n+col] = sum
}

// PitchedScale doubles a w×h matrix, one column per thread.
func PitchedScale(data []float32, pitch, w, h int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if x >= w {
		return
	}
	for y := range h {
		row := data[y*pitch:]
		row[x] = row[x] * 2
	}
}

// RowSums sums rows, one row per thread.
func RowSums(out, in []float32, w, pitch int) {
	y := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	s := float32(0)
	for x := range w {
		s += in[y*pitch+x]
	}
	out[y] = s
}

// Matrix is a matrix that is passed as one argument.
type Matrix struct {
	Width, Height int32
	Elements      []float32
}

// MatmulStruct writes a·b to c.
func MatmulStruct(a, b, c Matrix) {
	v := float32(0)
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for e := range int(a.Width) {
		v += a.Elements[row*int(a.Width)+e] * b.Elements[e*int(b.Width)+col]
	}
	c.Elements[row*int(c.Width)+col] = v
}
