package locality

// Product walks b by rows, and still through all of it for every row of c.
func Product(c, a, b []float64, n int) {
	for i := range n {
		for j := range n {
			c[i*n+j] = 0
		}
		for k := range n {
			x := a[i*n+k]
			for j := range n {
				c[i*n+j] += x * b[k*n+j] // want `goal missed: 47304 load misses in L1, limit 7776` `take a strip of columns of b`
			}
		}
	}
}
