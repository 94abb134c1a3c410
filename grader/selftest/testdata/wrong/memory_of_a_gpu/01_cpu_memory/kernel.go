package locality

import "gpucourse/gpusim/gpu"

// ColumnSums keeps its sums in memory that a CPU does not have.
func ColumnSums(out, a []float64, rows, cols int) { // want `ColumnSums uses sums, which is memory of a GPU` `use slices and local variables`
	sums := gpu.Shared[[300]float64]()
	for i := range rows {
		for j := range cols {
			sums[j] += a[i*cols+j]
		}
	}
	for j := range cols {
		out[j] = sums[j]
	}
}
