package locality

// ColumnSums finishes 64 columns before it goes on.
func ColumnSums(out, a []float64, rows, cols int) {
	for left := 0; left < cols; left += 64 {
		for j := left; j < min(left+64, cols); j++ {
			out[j] = 0
		}
		for i := range rows {
			for j := left; j < min(left+64, cols); j++ {
				out[j] += a[i*cols+j]
			}
		}
	}
}

// Transpose takes a strip of in that is a line wide.
func Transpose(out, in []float64, n int) {
	for left := 0; left < n; left += 8 {
		for i := range n {
			for j := left; j < min(left+8, n); j++ {
				out[j*n+i] = in[i*n+j]
			}
		}
	}
}

// Product computes 4×4 results at a time.
func Product(c, a, b []float64, n int) {
	for left := 0; left < n; left += 8 {
		for i := 0; i < n; i += 4 {
			for j := left; j < min(left+8, n); j += 4 {
				var s [4][4]float64
				for k := range n {
					for y := range 4 {
						for x := range 4 {
							s[y][x] += a[(i+y)*n+k] * b[k*n+j+x]
						}
					}
				}
				for y := range 4 {
					for x := range 4 {
						c[(i+y)*n+j+x] = s[y][x]
					}
				}
			}
		}
	}
}
