package locality

// ColumnSums keeps the sums of a line's columns.
func ColumnSums(out, a []float64, rows, cols int) {
	for left := 0; left < cols; left += 8 {
		var s [8]float64
		for i := range rows {
			for j := left; j < min(left+8, cols); j++ {
				s[j-left] += a[i*cols+j]
			}
		}
		for j := left; j < min(left+8, cols); j++ {
			out[j] = s[j-left]
		}
	}
}

// Transpose takes larger tiles.
func Transpose(out, in []float64, n int) { tile(out, in, n, 32) }
func T64(out, in []float64, n int)       { tile(out, in, n, 64) }
func TSwap(out, in []float64, n int) {
	for j := range n {
		for i := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

func tile(out, in []float64, n, side int) {
	for top := 0; top < n; top += side {
		for left := 0; left < n; left += side {
			for i := top; i < min(top+side, n); i++ {
				for j := left; j < min(left+side, n); j++ {
					out[j*n+i] = in[i*n+j]
				}
			}
		}
	}
}

// Product computes four results of a row at a time.
func Product(c, a, b []float64, n int) {
	for left := 0; left < n; left += 24 {
		for i := range n {
			for j := left; j < min(left+24, n); j += 4 {
				var s0, s1, s2, s3 float64
				for k := range n {
					x := a[i*n+k]
					s0 += x * b[k*n+j]
					s1 += x * b[k*n+j+1]
					s2 += x * b[k*n+j+2]
					s3 += x * b[k*n+j+3]
				}
				c[i*n+j], c[i*n+j+1], c[i*n+j+2], c[i*n+j+3] = s0, s1, s2, s3
			}
		}
	}
}
