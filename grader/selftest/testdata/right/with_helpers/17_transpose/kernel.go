// One helper turns tiles for both, by functions of a struct.
package transpose

import "gpucourse/gpusim/gpu"

const (
	side  = 32
	rows  = 8
	pitch = side + 1
)

type matrix struct {
	data          []float32
	width, height int
}

func (m matrix) has(x, y int) bool { return x >= 0 && x < m.width && y >= 0 && y < m.height }

func load(square *[side * pitch]float32, m matrix) {
	x := gpu.BlockIdx.X*side + gpu.ThreadIdx.X
	for j := gpu.ThreadIdx.Y; j < side; j += rows {
		if y := gpu.BlockIdx.Y*side + j; m.has(x, y) {
			square[j*pitch+gpu.ThreadIdx.X] = m.data[y*m.width+x]
		}
	}
	gpu.SyncThreads()
}

func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[side * pitch]float32]()
	load(square, matrix{in, width, height})
	to := matrix{out, height, width}
	x := gpu.BlockIdx.Y*side + gpu.ThreadIdx.X
	for j := gpu.ThreadIdx.Y; j < side; j += rows {
		if y := gpu.BlockIdx.X*side + j; to.has(x, y) {
			to.data[y*height+x] = square[gpu.ThreadIdx.X*pitch+j]
		}
	}
}

func Rotate(out, in []float32, width, height int) {
	square := gpu.Shared[[side * pitch]float32]()
	load(square, matrix{in, width, height})
	to := matrix{out, height, width}
	x := height - 1 - (gpu.BlockIdx.Y*side + gpu.ThreadIdx.X)
	for j := gpu.ThreadIdx.Y; j < side; j += rows {
		if y := gpu.BlockIdx.X*side + j; to.has(x, y) {
			to.data[y*height+x] = square[gpu.ThreadIdx.X*pitch+j]
		}
	}
}
