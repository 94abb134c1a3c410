package sound

import "gpucourse/gpusim/gpu"

// Kernels with inner arrays and parts of slices, whose indices stay in them.

// Tile uses all of each row.
//
//gpusim:check -grid 1 -block 64 out=64
func Tile(out []float32) {
	m := gpu.Shared[[4][16]float32]()
	t := gpu.ThreadIdx.X
	m[t/16][t%16] = float32(t)
	gpu.SyncThreads()
	row := m[t/16][4:12]
	sum := float32(0)
	for i := range row {
		sum += row[i]
	}
	out[t] = sum + m[3-t/16][15-t%16]
}

// Rows gives each block a row of a matrix.
//
//gpusim:check -grid 4 -block 32 x=128:ramp
func RowOfBlock(x []float32) {
	row := x[gpu.BlockIdx.X*32:]
	row = row[:32]
	t := gpu.ThreadIdx.X
	v := row[31-t]
	gpu.SyncThreads()
	row[t] = v
}

// OneOf chooses between two arrays.
//
//gpusim:check -grid 1 -block 32 out=32 a=8:ramp b=16:ramp
func OneOf(out, a, b []float32) {
	t := gpu.ThreadIdx.X
	from := a
	if t%2 == 1 {
		from = b
	}
	if t < len(from) {
		out[t] = from[t]
	}
}

// Guarded does not use the index that is too large.
//
//gpusim:check -grid 1 -block 32 out=32
func Guarded(out []float32) {
	m := gpu.Shared[[2][16]float32]()
	t := gpu.ThreadIdx.X
	m[t/16][15-t%16] = 1
	gpu.SyncThreads()
	if t < 16 {
		out[t] = m[0][t]
	}
}

// Empty takes the part behind the last element.
//
//gpusim:check -grid 1 -block 32 out=32
func EmptyPart(out []float32) {
	rest := out[len(out):]
	if len(rest) == 0 {
		out[gpu.ThreadIdx.X] = 1
	}
}
