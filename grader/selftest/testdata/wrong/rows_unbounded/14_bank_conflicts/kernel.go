// The last block has fewer rows than threads.
package bankconflicts

import "gpucourse/gpusim/gpu"

const columns, block = 32, 128

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block][columns + 1]float32]()
	first := gpu.BlockIdx.X * block
	for i := gpu.ThreadIdx.X; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i/columns][i%columns] = in[first*columns+i]
		}
	}
	gpu.SyncThreads()
	sum := float32(0)
	for c := range columns {
		sum += tile[gpu.ThreadIdx.X][c]
	}
	sums[first+gpu.ThreadIdx.X] = sum // want `sums\[127\] was written, but is no part of the result`
}
