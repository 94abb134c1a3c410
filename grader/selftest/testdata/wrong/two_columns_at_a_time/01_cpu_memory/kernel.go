package locality

// ColumnSums uses two of the eight numbers of a line.
func ColumnSums(out, a []float64, rows, cols int) {
	for j := 0; j+1 < cols; j += 2 {
		s, t := 0.0, 0.0
		for i := range rows {
			s += a[i*cols+j] // want `goal missed: 105000 load misses in L1, limit 45938` `all 8 numbers of a line`
			t += a[i*cols+j+1]
		}
		out[j], out[j+1] = s, t
	}
	if cols%2 == 1 {
		out[cols-1] = 0
		for i := range rows {
			out[cols-1] += a[i*cols+cols-1]
		}
	}
}
