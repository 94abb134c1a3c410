// Padding is right, eight words are not: rows 40 words apart meet again.
package bankconflicts

import "gpucourse/gpusim/gpu"

const columns, block = 32, 128

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block][columns + 8]float32]()
	first := gpu.BlockIdx.X * block
	for i := gpu.ThreadIdx.X; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i/columns][i%columns] = in[first*columns+i]
		}
	}
	gpu.SyncThreads()
	if row := first + gpu.ThreadIdx.X; row < rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[gpu.ThreadIdx.X][c] // want `bank conflicts of loads, limit 2560` `one element more`
		}
		sums[row] = sum
	}
}
