package locality

// Product computes 2×2 results at a time and walks through b for every two rows.
func Product(c, a, b []float64, n int) {
	for i := 0; i < n; i += 2 {
		for j := 0; j < n; j += 2 {
			s00, s01, s10, s11 := 0.0, 0.0, 0.0, 0.0
			for k := range n {
				s00 += a[i*n+k] * b[k*n+j] // want `goal missed: 23976 load misses in L1, limit 7776`
				s01 += a[i*n+k] * b[k*n+j+1]
				s10 += a[(i+1)*n+k] * b[k*n+j]
				s11 += a[(i+1)*n+k] * b[k*n+j+1]
			}
			c[i*n+j], c[i*n+j+1] = s00, s01
			c[(i+1)*n+j], c[(i+1)*n+j+1] = s10, s11
		}
	}
}
