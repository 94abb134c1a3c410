package locality

// Product keeps a strip of b in L1 and loads two numbers for every product.
func Product(c, a, b []float64, n int) { // want `goal missed: 186624 cycles, limit 126904` `L1-dcache-loads 746496` `2×2 results at a time`
	for left := 0; left < n; left += 8 {
		for i := range n {
			for j := left; j < left+8; j++ {
				sum := 0.0
				for k := range n {
					sum += a[i*n+k] * b[k*n+j]
				}
				c[i*n+j] = sum
			}
		}
	}
}
