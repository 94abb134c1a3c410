package locality

// ColumnSums adds to what out held before.
func ColumnSums(out, a []float64, rows, cols int) {
	for i := range rows {
		for j := range cols {
			out[j] += a[i*cols+j] // want `wrong result: out\[0\] became NaN` `does each sum begin at 0` `one thread of a CPU`
		}
	}
}
