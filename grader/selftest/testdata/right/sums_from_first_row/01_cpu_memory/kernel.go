// Sums begin with the first row.
package locality

func ColumnSums(out, a []float64, rows, cols int) {
	for j, v := range a[:cols] {
		out[j] = v
	}
	for i := 1; i < rows; i++ {
		row := a[i*cols:][:cols]
		for j, v := range row {
			out[j] += v
		}
	}
}
