// The tile got longer rows where it is written, not where it is read.
package bankconflicts

import "gpucourse/gpusim/gpu"

const columns, pitch, block = 32, 33, 128

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block * pitch]float32]()
	first := gpu.BlockIdx.X * block
	for i := gpu.ThreadIdx.X; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i/columns*pitch+i%columns] = in[first*columns+i]
		}
	}
	gpu.SyncThreads()
	if row := first + gpu.ThreadIdx.X; row < rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[gpu.ThreadIdx.X*columns+c] // want `tile\[32\] is read by .*, before any thread of block`
		}
		sums[row] = sum
	}
}
