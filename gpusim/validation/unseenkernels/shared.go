package unseenkernels

// This file holds accesses to shared memory that kernels/shared.go lacks: words of 1 to 16
// bytes, strides, index arrays, partial masks, structs, tiles of other shapes.

import "gpucourse/gpusim/gpu"

// SharedStride reads shared memory with a stride.
func SharedStride[T any](out, in []T, stride, offset int) {
	t := gpu.Shared[[1024]T]()
	i := gpu.ThreadIdx.X
	for k := i; k < 1024; k += gpu.BlockDim.X {
		t[k] = in[k]
	}
	gpu.SyncThreads()
	out[i] = t[(i*stride+offset)&1023]
}

// SharedStore writes shared memory with a stride.
func SharedStore[T any](out, in []T, stride, offset int) {
	t := gpu.Shared[[1024]T]()
	i := gpu.ThreadIdx.X
	for k := i; k < 1024; k += gpu.BlockDim.X {
		t[k] = in[k]
	}
	gpu.SyncThreads()
	t[(i*stride+offset)&1023] = in[i+1024]
	gpu.SyncThreads()
	out[i] = t[i]
}

// SharedPick reads shared memory through an index array.
func SharedPick[T any](out, in []T, idx []int32) {
	t := gpu.Shared[[1024]T]()
	i := gpu.ThreadIdx.X
	for k := i; k < 1024; k += gpu.BlockDim.X {
		t[k] = in[k]
	}
	gpu.SyncThreads()
	out[i] = t[idx[i]]
}

// SharedMask reads shared memory with some of the lanes.
func SharedMask[T any](out, in []T, stride, mod, rest, limit int) {
	t := gpu.Shared[[1024]T]()
	i := gpu.ThreadIdx.X
	for k := i; k < 1024; k += gpu.BlockDim.X {
		t[k] = in[k]
	}
	gpu.SyncThreads()
	if i%mod == rest && i < limit {
		out[i] = t[(i*stride)&1023]
	}
}

// SharedPairs has neighbours in pairs.
func SharedPairs(out, in []float32) {
	t := gpu.Shared[[128]float32]()
	i := gpu.ThreadIdx.X
	t[2*i] = in[i]
	t[2*i+1] = in[i+64]
	gpu.SyncThreads()
	j := 63 - i
	out[i] = t[2*j] + t[2*j+1]
}

// SharedThrees has neighbours in threes.
func SharedThrees(out, in []float32) {
	t := gpu.Shared[[192]float32]()
	i := gpu.ThreadIdx.X
	t[3*i] = in[i]
	t[3*i+1] = in[i+64]
	t[3*i+2] = in[i+128]
	gpu.SyncThreads()
	j := 63 - i
	out[i] = t[3*j] + t[3*j+1] + t[3*j+2]
}

// SharedFours has neighbours in fours, in loops.
func SharedFours(out, in []float32) {
	t := gpu.Shared[[256]float32]()
	i := gpu.ThreadIdx.X
	for k := range 4 {
		t[4*i+k] = in[i+64*k]
	}
	gpu.SyncThreads()
	j := 63 - i
	s := float32(0)
	for k := range 4 {
		s += t[4*j+k]
	}
	out[i] = s
}

// SharedRows sums rows of a tile, one row per thread.
func SharedRows(out, in []float32) {
	t := gpu.Shared[[32][32]float32]()
	for k := range 32 {
		t[k][gpu.ThreadIdx.X] = in[k*32+gpu.ThreadIdx.X]
	}
	gpu.SyncThreads()
	s := float32(0)
	for k := range 32 {
		s += t[gpu.ThreadIdx.X][k]
	}
	out[gpu.ThreadIdx.X] = s
}

// SharedRowsPadded is SharedRows with a column of padding.
func SharedRowsPadded(out, in []float32) {
	t := gpu.Shared[[32][33]float32]()
	for k := range 32 {
		t[k][gpu.ThreadIdx.X] = in[k*32+gpu.ThreadIdx.X]
	}
	gpu.SyncThreads()
	s := float32(0)
	for k := range 32 {
		s += t[gpu.ThreadIdx.X][k]
	}
	out[gpu.ThreadIdx.X] = s
}

// TilePad writes a tile by rows and reads it by columns. Rows have pad words of padding.
func TilePad(out []int32, pad int) {
	t := gpu.DynamicShared[int32]()
	w := gpu.BlockDim.X + pad
	i := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y*w+gpu.ThreadIdx.X] = int32(i)
	gpu.SyncThreads()
	r, c := i/gpu.BlockDim.Y, i%gpu.BlockDim.Y
	out[i] = t[c*w+r]
}

// Tile16 writes a 16×16 tile by rows and reads it by columns.
func Tile16[T int8 | int16 | int32 | float64](out []T) {
	t := gpu.Shared[[16][16]T]()
	i := gpu.ThreadIdx.Y*16 + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// Tile16Pad is Tile16 with a column of padding.
func Tile16Pad[T int32 | float64](out []T) {
	t := gpu.Shared[[16][17]T]()
	i := gpu.ThreadIdx.Y*16 + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = T(i)
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// Tile64 writes a 64×64 tile by rows and reads it by columns, 16 elements per thread.
func Tile64(out []int32) {
	t := gpu.Shared[[64][64]int32]()
	for k := 0; k < 64; k += 4 {
		t[gpu.ThreadIdx.Y+k][gpu.ThreadIdx.X] = int32((gpu.ThreadIdx.Y+k)*64 + gpu.ThreadIdx.X)
	}
	gpu.SyncThreads()
	for k := 0; k < 64; k += 4 {
		out[(gpu.ThreadIdx.Y+k)*64+gpu.ThreadIdx.X] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+k]
	}
}

// TileVec4 transposes a tile whose elements are four words.
func TileVec4(out, in []gpu.Float4) {
	t := gpu.Shared[[16][16]gpu.Float4]()
	i := gpu.ThreadIdx.Y*16 + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = in[i]
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y]
}

// TileVec4Y reads one word of each element of a tile like that of TileVec4.
func TileVec4Y(out []float32, in []gpu.Float4) {
	t := gpu.Shared[[16][16]gpu.Float4]()
	i := gpu.ThreadIdx.Y*16 + gpu.ThreadIdx.X
	t[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = in[i]
	gpu.SyncThreads()
	out[i] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y].Y
}

// TransposeRows16 transposes through a tile 16 elements wide, 2 elements per thread.
func TransposeRows16(out, in []float32, n int) {
	t := gpu.Shared[[16][16]float32]()
	x, y := gpu.BlockIdx.X*16+gpu.ThreadIdx.X, gpu.BlockIdx.Y*16+gpu.ThreadIdx.Y
	for j := 0; j < 16; j += 8 {
		t[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[(y+j)*n+x]
	}
	gpu.SyncThreads()
	x, y = gpu.BlockIdx.Y*16+gpu.ThreadIdx.X, gpu.BlockIdx.X*16+gpu.ThreadIdx.Y
	for j := 0; j < 16; j += 8 {
		out[(y+j)*n+x] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
	}
}

// TransposeRows32 transposes through a tile 32 elements wide, 4 elements per thread.
func TransposeRows32(out, in []float32, n int) {
	t := gpu.Shared[[32][32]float32]()
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += 8 {
		t[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[(y+j)*n+x]
	}
	gpu.SyncThreads()
	x, y = gpu.BlockIdx.Y*32+gpu.ThreadIdx.X, gpu.BlockIdx.X*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += 8 {
		out[(y+j)*n+x] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
	}
}

// TransposeRows32Padded transposes through a tile 32 elements wide, 4 elements per thread.
func TransposeRows32Padded(out, in []float32, n int) {
	t := gpu.Shared[[32][33]float32]()
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += 8 {
		t[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[(y+j)*n+x]
	}
	gpu.SyncThreads()
	x, y = gpu.BlockIdx.Y*32+gpu.ThreadIdx.X, gpu.BlockIdx.X*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += 8 {
		out[(y+j)*n+x] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
	}
}

// TransposeRows64 transposes through a tile 64 elements wide, 8 elements per thread.
func TransposeRows64(out, in []float32, n int) {
	t := gpu.Shared[[64][64]float32]()
	x, y := gpu.BlockIdx.X*64+gpu.ThreadIdx.X, gpu.BlockIdx.Y*64+gpu.ThreadIdx.Y
	for j := 0; j < 64; j += 8 {
		t[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[(y+j)*n+x]
	}
	gpu.SyncThreads()
	x, y = gpu.BlockIdx.Y*64+gpu.ThreadIdx.X, gpu.BlockIdx.X*64+gpu.ThreadIdx.Y
	for j := 0; j < 64; j += 8 {
		out[(y+j)*n+x] = t[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
	}
}
