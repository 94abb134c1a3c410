package faulty

import "gpucourse/gpusim/gpu"

// Kernels whose indices leave an inner array or a part of a slice, and stay inside the object.

// NextRow reads the first elements of the next row.
//
//gpusim:check -grid 1 -block 64 out=64
func NextRow(out []float32) {
	m := gpu.Shared[[4][16]float32]()
	t := gpu.ThreadIdx.X
	m[t/16][t%16] = float32(t)
	gpu.SyncThreads()
	out[t] = m[t/32][t%32] // want "m: index 16 is out of range of an inner array of length 16; thread \\(16,0,0\\).* InnerIndex"
}

// Shortened uses more of a slice than it has.
//
//gpusim:check -grid 1 -block 64 out=64
func Shortened(out []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = float32(t)
	gpu.SyncThreads()
	first := s[:8]
	out[t] = first[t] // want "s: index 8 is out of range of a slice of length 8.* InnerIndex"
}

// Behind reads before the first element of a part.
//
//gpusim:check -grid 2 -block 32 x=64:ramp
func Behind(x []float32) {
	row := x[gpu.BlockIdx.X*32:][:32]
	t := gpu.ThreadIdx.X
	v := row[t-int(gpu.BlockIdx.X)] // want "x: index -1 is out of range of a slice of length 32.* block \\(1,0,0\\).* InnerIndex"
	gpu.SyncThreads()
	row[t] = v
}

// part holds two arrays.
type part struct{ a, b [4]float32 }

// NextField writes the field behind an array.
//
//gpusim:check -grid 1 -block 1 out=1 k=4
func NextField(out []float32, k int) {
	s := gpu.Shared[[2]part]()
	s[0].b[0] = 1
	s[0].a[k] = 2 // want "s: index 4 is out of range of an inner array of length 4.* InnerIndex"
	out[0] = s[0].b[0]
}

// element reads an element of a slice.
func element(x []float32, i int) float32 {
	return x[i] // want "in: index 20 is out of range of a slice of length 20.* InnerIndex"
}

// Passed passes a part to a function.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func Passed(out, in []float32) {
	out[gpu.ThreadIdx.X] = element(in[:20], gpu.ThreadIdx.X)
}

// PartBefore takes a part that begins before a part.
//
//gpusim:check -grid 1 -block 1 x=64 k=-3
func PartBefore(x []float32, k int) {
	row := x[8:]
	row = row[k:] // want "x: a part begins at -3, which is negative or behind its end.* InnerIndex"
	row[0] = 1
}

// PartBeyond takes more than an array has.
//
//gpusim:check -grid 1 -block 1 out=1 k=9
func PartBeyond(out []float32, k int) {
	m := gpu.Shared[[4][8]float32]()
	row := m[1][:k] // want "m: a part ends at 9, the array has length 8.* InnerIndex"
	row[0] = 1
	out[0] = row[0]
}

// Local reads the next row of a local array.
//
//gpusim:check -grid 1 -block 32 out=32 k=3
func Local(out []float32, k int) {
	var a [2][3]float32
	for i := range 6 {
		a[i/3][i%3] = float32(i)
	}
	out[gpu.ThreadIdx.X] = a[0][k] // want "a: index 3 is out of range of an inner array of length 3.* InnerIndex"
}
