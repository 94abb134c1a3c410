// No padding: each thread begins its row at another column.
package bankconflicts

import "gpucourse/gpusim/gpu"

const columns, block = 32, 128

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block][columns]float32]()
	first, t := gpu.BlockIdx.X*block, gpu.ThreadIdx.X
	for i := t; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i/columns][i%columns] = in[first*columns+i]
		}
	}
	gpu.SyncThreads()
	if row := first + t; row < rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[t][(c+t)%columns]
		}
		sums[row] = sum
	}
}
