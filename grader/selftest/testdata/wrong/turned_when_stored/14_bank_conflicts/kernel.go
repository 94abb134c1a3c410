// The tile lies by columns: loads are free of conflicts, stores are not.
package bankconflicts

import "gpucourse/gpusim/gpu"

const columns, block = 32, 128

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[columns][block]float32]()
	first := gpu.BlockIdx.X * block
	for i := gpu.ThreadIdx.X; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i%columns][i/columns] = in[first*columns+i] // want `305536 bank conflicts of stores, limit 2464` `neighbours in a row`
		}
	}
	gpu.SyncThreads()
	if row := first + gpu.ThreadIdx.X; row < rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[c][gpu.ThreadIdx.X]
		}
		sums[row] = sum
	}
}
