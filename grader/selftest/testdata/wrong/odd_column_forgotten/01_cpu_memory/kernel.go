package locality

// ColumnSums takes pairs of columns, and there may be one more.
func ColumnSums(out, a []float64, rows, cols int) { // want `wrong result: out\[0\] was never written` `multiple of the step`
	for j := 0; j+1 < cols; j += 2 {
		s, t := 0.0, 0.0
		for i := range rows {
			s += a[i*cols+j]
			t += a[i*cols+j+1]
		}
		out[j], out[j+1] = s, t
	}
}
