package kernels

// This file holds the kernels about shared memory and its banks: square tiles,
// rectangular tiles, strides and broadcasts.

import "gpucourse/gpusim/gpu"

// Cell is an element of the square tiles: as wide as one bank, two banks, or a part of a
// bank.
type Cell interface {
	int32 | float64 | float32 | int16 | uint8
}

const side = 32 // of a square tile

// SetRowReadRow writes a tile by rows and reads it by rows.
func SetRowReadRow[T Cell](out []T) {
	t := gpu.Shared[[side][side]T]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X]
}

// SetColReadCol writes a tile by columns and reads it by columns.
func SetColReadCol[T Cell](out []T) {
	t := gpu.Shared[[side][side]T]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// SetRowReadCol writes a tile by rows and reads it by columns.
func SetRowReadCol[T Cell](out []T) {
	t := gpu.Shared[[side][side]T]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// SetRowReadColPad is SetRowReadCol with one column of padding.
func SetRowReadColPad[T Cell](out []T) {
	t := gpu.Shared[[side][side + 1]T]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// SetRowReadColDyn is SetRowReadCol in dynamic shared memory.
func SetRowReadColDyn(out []int32) {
	t := gpu.DynamicShared[int32]()
	r := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	c := gpu.ThreadIdx.X*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	t[r] = int32(r)
	gpu.SyncThreads()
	out[r] = t[c]
}

// SetRowReadColDynPad is SetRowReadColPad in dynamic shared memory.
func SetRowReadColDynPad(out []int32) {
	t := gpu.DynamicShared[int32]()
	r := gpu.ThreadIdx.Y*(gpu.BlockDim.X+1) + gpu.ThreadIdx.X
	c := gpu.ThreadIdx.X*(gpu.BlockDim.X+1) + gpu.ThreadIdx.Y
	g := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[r] = int32(g)
	gpu.SyncThreads()
	out[g] = t[c]
}

// The size of a rectangular tile: wide columns and high rows.
const wide, high = 32, 16

// RectRowRow writes a rectangle by rows and reads it by rows.
func RectRowRow(out []int32) {
	t := gpu.Shared[[high][wide]int32]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = int32(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X]
}

// RectColCol writes a rectangle by columns and reads it by columns.
func RectColCol(out []int32) {
	t := gpu.Shared[[wide][high]int32]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y] = int32(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// RectRowCol writes a rectangle by rows and reads it by columns.
func RectRowCol(out []int32) {
	t := gpu.Shared[[high][wide]int32]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	r, c := i/gpu.BlockDim.Y, i%gpu.BlockDim.Y
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = int32(i)
	gpu.SyncThreads()
	out[i] = t[c][r]
}

// RectRowColPad1 is RectRowCol with one column of padding.
func RectRowColPad1(out []int32) {
	t := gpu.Shared[[high][wide + 1]int32]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	r, c := i/gpu.BlockDim.Y, i%gpu.BlockDim.Y
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = int32(i)
	gpu.SyncThreads()
	out[i] = t[c][r]
}

// RectRowColPad2 is RectRowCol with two columns of padding.
func RectRowColPad2(out []int32) {
	t := gpu.Shared[[high][wide + 2]int32]()
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	r, c := i/gpu.BlockDim.Y, i%gpu.BlockDim.Y
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = int32(i)
	gpu.SyncThreads()
	out[i] = t[c][r]
}

// BankStride reads shared memory with a stride in words.
func BankStride(out []float32, stride int) {
	t := gpu.Shared[[2048]float32]()
	for k := gpu.ThreadIdx.X; k < 2048; k += gpu.BlockDim.X {
		t[k] = float32(k)
	}
	gpu.SyncThreads()
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = t[(gpu.ThreadIdx.X*stride)&2047]
}

// BankBroadcast reads a given number of distinct words of shared memory in each warp.
func BankBroadcast(out []float32, distinct int) {
	t := gpu.Shared[[2048]float32]()
	for k := gpu.ThreadIdx.X; k < 2048; k += gpu.BlockDim.X {
		t[k] = float32(k)
	}
	gpu.SyncThreads()
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = t[gpu.ThreadIdx.X%distinct]
}

// TransposeNaive writes the n×n matrix in, transposed, to out.
func TransposeNaive(out, in []float32, n int) {
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	out[x*n+y] = in[y*n+x]
}

// TransposeShared transposes through a tile in shared memory.
func TransposeShared(out, in []float32, n int) {
	t := gpu.Shared[[32][32]float32]()
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = in[y*n+x]
	gpu.SyncThreads()
	tx, ty := gpu.BlockIdx.Y*32+gpu.ThreadIdx.X, gpu.BlockIdx.X*32+gpu.ThreadIdx.Y
	out[ty*n+tx] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// TransposePadded transposes through a tile with one column of padding.
func TransposePadded(out, in []float32, n int) {
	t := gpu.Shared[[32][33]float32]()
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = in[y*n+x]
	gpu.SyncThreads()
	tx, ty := gpu.BlockIdx.Y*32+gpu.ThreadIdx.X, gpu.BlockIdx.X*32+gpu.ThreadIdx.Y
	out[ty*n+tx] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}
