// Without shared memory there are no conflicts, and no coalescing either.
package bankconflicts

import "gpucourse/gpusim/gpu"

func RowSums(sums, in []float32, rows int) {
	if row := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; row < rows {
		sum := float32(0)
		for c := range 32 {
			sum += in[32*row+c] // want `sectors per load request, limit 5` `let the block copy its rows`
		}
		sums[row] = sum
	}
}
