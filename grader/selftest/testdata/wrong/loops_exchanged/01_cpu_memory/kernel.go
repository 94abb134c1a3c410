package locality

// Transpose walks the other matrix by columns.
func Transpose(out, in []float64, n int) {
	for j := range n {
		for i := range n {
			out[j*n+i] = in[i*n+j] // want `goal missed: 287296 load misses in L1, limit 53868` `walks down the columns of in`
		}
	}
}
